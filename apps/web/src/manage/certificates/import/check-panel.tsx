import type { RowView } from '@portal/contract/certificates/desk/batch-rules.ts'
import { useRef, useState } from 'react'
import { useRevalidator, useSearchParams } from 'react-router-dom'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { KeyCaps } from '#manage/controls/keys/key-caps.tsx'
import { useKeys } from '#manage/controls/keys/use-keys.ts'
import { Note } from '#manage/controls/layout/note.tsx'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { ViewTabs } from '#manage/controls/lists/view-tabs.tsx'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { focusNextFault } from '#ui/lists/checked-cell.tsx'
import styles from '#ui/lists/checked-table.module.css'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import type { Batch, BatchRow } from './batch-words.ts'
import { CheckRow } from './check-row.tsx'

export interface CellFix {
  lineNo: number
  member: string
  value: string
}

const VIEWS: readonly (readonly [RowView, string])[] = [
  ['all', '全部'],
  ['faulty', '有错'],
  ['warned', '有警示'],
  ['corrected', '更正'],
]

/** Rows of the file, cell by cell: the fault, a suggested value, and a field for the correction. */
export function CheckPanel({ batch, rows, next }: { batch: Batch; rows: readonly BatchRow[]; next: number | null }) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const [address] = useSearchParams()
  const [fault, setFault] = useState<string | null>(null)
  const table = useRef<HTMLDivElement>(null)
  const show = address.get('show') ?? 'all'
  const linkWith = (view: string, after?: number) =>
    `?${new URLSearchParams({ id: String(batch.id), ...(view !== 'all' && { show: view }), ...(after && { after: String(after) }) })}`

  /** @returns whether it was stored */
  const fixCells = async (cells: readonly CellFix[]): Promise<boolean> => {
    setFault(null)
    const options = { params: { id: batch.id }, body: { cells: [...cells] } }
    try {
      await api.call('PUT /v1/manage/certificates/imports/{id}/cells', options)
    } catch (error) {
      // The typed value stays in its cell.
      setFault(error instanceof ApiError ? error.message : '没有存上，请检查网络后重试；所填内容仍在格内')
      return false
    }
    await revalidate()
    return true
  }
  useKeys({ F8: { words: '下一处错误', run: () => focusNextFault(table.current) } })

  const columns = listColumns(rows)
  const offered = rows.flatMap(({ lineNo, cells }) =>
    cells.flatMap(({ member, faults }) => {
      const value = faults.find((one) => one.suggestion !== null)?.suggestion
      return value ? [{ lineNo, member, value }] : []
    }),
  )
  const { counts } = batch
  const sizes: Partial<Record<string, number>> = { all: batch.rows, ...counts }
  return (
    <Panel
      title="逐格检查"
      isFlush
      actions={
        <ViewTabs
          label="筛选"
          views={VIEWS.map(([view, label]) => ({
            label,
            to: linkWith(view),
            count: sizes[view] ?? 0,
            isCurrent: show === view,
          }))}
        />
      }
    >
      {fault && (
        <Note tone="error" isLive>
          {fault}
        </Note>
      )}
      {rows.length === 0 && <EmptyState title={batch.state === 'checking' ? '正在检查' : '没有这样的行'} />}
      {rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard
        <section className={styles.scroll} ref={table} tabIndex={0} aria-label="逐格检查">
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">行</th>
                {columns.map(({ member, title }) => (
                  <th scope="col" key={member}>
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <CheckRow key={row.lineNo} row={row} columns={columns} onFix={fixCells} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      <div className={styles.foot}>
        <p>直接在格内改，改完自动复查；也可改原文件后重新拖入。</p>
        {rows.some(({ cells }) => cells.some(({ faults }) => faults.length > 0)) && (
          <Button variant="quiet" onClick={() => focusNextFault(table.current)}>
            下一处错误 <KeyCaps of="F8" />
          </Button>
        )}
        {offered.length > 1 && (
          <Button variant="outline" onClick={() => void fixCells(offered.slice(0, 100))}>
            {`本页 ${Math.min(100, offered.length)} 处按建议改`}
          </Button>
        )}
        {address.get('after') && (
          <ButtonLink variant="quiet" to={linkWith(show)}>
            回到首行
          </ButtonLink>
        )}
        {next !== null && (
          <ButtonLink variant="outline" to={linkWith(show, next)}>
            以后的行
          </ButtonLink>
        )}
      </div>
    </Panel>
  )
}

/** Columns with values in rows of this page; those with faults and differences come with their rows. */
function listColumns(rows: readonly BatchRow[]) {
  const columns = new Map<string, string>()
  for (const { cells } of rows)
    for (const { member, title } of cells) if (!columns.has(member)) columns.set(member, title)
  const first = columns.get('certificateNo')
  columns.delete('certificateNo')
  const columnList = [...columns].map(([member, title]) => ({ member, title }))
  return first === undefined ? columnList : [{ member: 'certificateNo', title: first }, ...columnList]
}
