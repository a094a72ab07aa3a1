import { ArrowRight, Check } from '@lucide/icons'
import { formatColumnTitle } from '@portal/contract/certificates/rules/certificate-columns.ts'
import { DESK_MEMBERS } from '@portal/contract/certificates/rules/desk-fields.ts'
import { useRevalidator } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { Tag } from '#manage/controls/values/tag.tsx'
import { Button } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import type { Batch } from './batch-words.ts'
import styles from './import.module.css'

const TITLES = ['certificateNo', 'checkCode', 'category', ...DESK_MEMBERS, 'sizes', 'state', 'reason'].map(
  formatColumnTitle,
)
type Column = Batch['columns'][number]

const USE_WORDS: Record<Column['use'], string> = {
  known: '已认出',
  own: '照原名保留',
  unknown: '没有认出，不导入',
  left: '不导入',
  signed: '批准时填写',
  pictures: '在证书页上传',
  unusable: '不能用作列名',
}

function useReadAgain(id: number) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  return async (body: { sheet?: string; columns?: Record<string, string> }) => {
    await api.call('PUT /v1/manage/certificates/imports/{id}', { params: { id }, body }).catch(() => null)
    await revalidate()
  }
}

/** Chooses the sheet of a workbook. */
export function SheetPanel({ batch, onCancel }: { batch: Batch; onCancel: () => void }) {
  const readAgain = useReadAgain(batch.id)
  return (
    <Panel title="工作簿有多张工作表，导入哪一张？">
      <div className={styles.sheets}>
        {batch.sheets.map(({ name, isHidden }) => (
          <Button key={name} variant="outline" onClick={() => void readAgain({ sheet: name })}>
            {isHidden ? `${name}（隐藏）` : name}
          </Button>
        ))}
        <Button variant="quiet" onClick={onCancel}>
          取消
        </Button>
      </div>
    </Panel>
  )
}

/** The use of each column of the file. */
export function ColumnPanel({ batch }: { batch: Batch }) {
  const readAgain = useReadAgain(batch.id)
  const { columns } = batch
  const known = columns.filter(({ use }) => use === 'known').length
  return (
    <Panel title="列的对应" note={`${columns.length} 列，认出 ${known} 列`} span={7} isFlush>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label="列的对应">
        <table className={styles.columns}>
          <thead>
            <tr>
              <th scope="col">文件中的列</th>
              <th scope="col">证书项目</th>
              <th scope="col">首行的值</th>
              <th scope="col">结果</th>
            </tr>
          </thead>
          <tbody>
            {columns.map((column) => (
              <ColumnRow
                key={column.title}
                column={column}
                onChoose={(name) => void readAgain({ columns: { [column.title]: name } })}
              />
            ))}
          </tbody>
        </table>
      </section>
    </Panel>
  )
}

function ColumnRow({ column, onChoose }: { column: Column; onChoose: (name: string) => void }) {
  const { title, use, becomes, sample } = column
  const isTaken = use === 'known' || use === 'own'
  const value = use === 'known' ? (becomes ?? '') : use === 'own' ? title : ''
  return (
    <tr data-use={isTaken ? undefined : 'left'}>
      <th scope="row">{title}</th>
      <td>
        <span className={styles.choice}>
          <Icon of={ArrowRight} sizePx={15} />
          <select
            className={styles.select}
            aria-label={`${title} 对应`}
            value={value}
            onChange={({ target }) => onChoose(target.value)}
          >
            <option value="">（不导入）</option>
            {!TITLES.includes(title) && <option value={title}>（照原名）</option>}
            {TITLES.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </span>
      </td>
      <td className={styles.sample}>{sample}</td>
      <td>
        {use === 'known' ? (
          <span className={styles.known}>
            <Icon of={Check} sizePx={15} />
            {USE_WORDS.known}
          </span>
        ) : (
          <Tag>{USE_WORDS[use]}</Tag>
        )}
      </td>
    </tr>
  )
}
