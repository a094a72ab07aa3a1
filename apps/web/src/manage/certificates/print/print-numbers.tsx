import type { DataFor } from '@portal/contract/calls.ts'
import { PRINT_MAX } from '@portal/contract/certificates/desk/print-rules.ts'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { Field } from '#manage/controls/forms/field.tsx'
import { TextArea } from '#manage/controls/forms/inputs.tsx'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { Button } from '#ui/forms/button.tsx'
import styles from './print.module.css'
import { buildPrintAddress, splitNumbers } from './print-list.ts'

type Row = DataFor<'POST /v1/manage/certificates/printable'>['rows'][number]

const REASONS: Record<Row['state'], string | null> = {
  ready: null,
  unknown: '没有这个编号',
  unpublished: '还没有发布',
  mismatch: '未能通过核对，与公开日志不符，已停止打印',
  withdrawn: '已撤销，核对码已销毁，不能再印',
  reissued: '已换发，核对码已销毁，不能再印',
}
/** Maximum number of printed rows in the list; rows that are not printed are all listed. */
const LISTED = 20

interface PrintNumbersProps {
  rows: readonly Row[]
  withCode: boolean
  /** The reader may open certificates at the desk. */
  hasDesk: boolean
}

/** The certificates that are printed, those that are not with the reason, and a field for further numbers. */
export function PrintNumbers({ rows, withCode, hasDesk }: PrintNumbersProps) {
  const describeReason = (row: Row) =>
    REASONS[row.state] ?? (withCode && !row.hasCode ? '核对码不在本系统，只能印不含核对码的件' : null)
  const renderNumber = (certificateNo: string) =>
    hasDesk ? <Link to={`/certificates/${certificateNo}`}>{certificateNo}</Link> : <span>{certificateNo}</span>
  const left = rows.filter((row) => describeReason(row) !== null)
  const printed = rows.filter((row) => describeReason(row) === null)
  return (
    <Panel title="证书" note={`${printed.length} 份打印${left.length > 0 ? `，${left.length} 份不打印` : ''}`}>
      {rows.length > 0 && (
        <ul className={styles.table}>
          {left.map((row) => (
            <li key={row.certificateNo} data-wrong>
              {renderNumber(row.certificateNo)}
              <span>{describeReason(row)}</span>
            </li>
          ))}
          {printed.slice(0, LISTED).map(({ certificateNo, conclusion, version, prints }) => (
            <li key={certificateNo}>
              {renderNumber(certificateNo)}
              <span>{conclusion}</span>
              <span>第 {version} 版</span>
              <span>{prints === 0 ? '未印过' : `已印 ${prints} 次`}</span>
            </li>
          ))}
          {printed.length > LISTED && <li>另有 {printed.length - LISTED} 份</li>}
        </ul>
      )}
      <AddNumbers rows={rows} />
    </Panel>
  )
}

function AddNumbers({ rows }: { rows: readonly Row[] }) {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const { numbers, wrong } = splitNumbers(text)
  const add = async () => {
    const all = [...new Set([...rows.map(({ certificateNo }) => certificateNo), ...numbers])].slice(0, PRINT_MAX)
    await navigate(buildPrintAddress(all), { replace: true })
    setText(wrong.join('\n'))
  }
  return (
    <div className={styles.add}>
      <Field
        label="添加编号"
        hint={`一行一个，一次至多 ${PRINT_MAX} 份`}
        error={text !== '' && wrong.length > 0 ? `不是证书编号：${wrong.slice(0, 5).join('、')}` : undefined}
      >
        <TextArea rows={2} value={text} maxLength={20_000} onChange={({ target }) => setText(target.value)} />
      </Field>
      <Button variant="outline" disabled={numbers.length === 0} onClick={() => void add()}>
        添加 {numbers.length} 份
      </Button>
    </div>
  )
}
