import { X } from '@lucide/icons'
import { ORDER_COLUMN_NAMES, ORDER_COLUMNS, type OrderColumn, UNDECLARED } from '@portal/contract/orders/order-batch.ts'
import type { OrderFileRow } from '@portal/contract/orders/orders.ts'
import { useLayoutEffect, useRef, useState } from 'react'
import { Button } from '#ui/forms/button.tsx'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { CheckedCell, focusNextFault } from '#ui/lists/checked-cell.tsx'
import table from '#ui/lists/checked-table.module.css'
import shared from '#ui/shared.module.css'
import styles from './batch.module.css'
import { BATCH, fixCell, getCell, toBatchField } from './batch-rows.ts'
import type { OrderForm } from './use-order-form.ts'

/** Rows of one page: each field of a page is drawn again with every correction. */
const PAGE_ROWS = 50

/** Rows of the file, cell by cell: the faults, and a field for each correction. */
export function BatchTable({ form, rows }: { form: OrderForm; rows: readonly OrderFileRow[] }) {
  const root = useRef<HTMLDivElement>(null)
  const faulty = rows.flatMap((_, at) => (hasFault(form, at) ? [at] : []))
  /** Lines that stay in view while they are mended; `null`: all. */
  const [kept, setKept] = useState<readonly number[] | null>(() => (faulty.length > 0 ? toLines(rows, faulty) : null))
  const [page, setPage] = useState(0)
  const shown = rows.flatMap((row, at) => (kept === null || kept.includes(row.line) ? [at] : []))
  const pages = Math.max(1, Math.ceil(shown.length / PAGE_ROWS))
  const from = Math.min(page, pages - 1) * PAGE_ROWS

  const store = (next: readonly OrderFileRow[]) => form.change({ [BATCH]: JSON.stringify(next) })
  const fix = (at: number, column: OrderColumn, value: string) => {
    store(rows.map((row, place) => (place === at ? fixCell(row, column, value) : row)))
    return true
  }
  const showFaulty = () => {
    setKept(toLines(rows, faulty))
    setPage(0)
  }
  // A layout effect, so that the form finds the first faulty field after it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each attempt to go on with faults
  useLayoutEffect(() => {
    if (form.refusals > 0 && faulty.length > 0) showFaulty()
  }, [form.refusals])

  const withoutValue = rows.filter((row) => getCell(row, 'value') === '').length
  return (
    <section className={styles.box} aria-label="表格中的样品" ref={root}>
      <div className={styles.bar}>
        <p role="status">
          {rows.length} 件样品，
          {faulty.length > 0 ? <b className={styles.count}>{faulty.length} 件有错，全部改好才能继续</b> : '没有错误'}
        </p>
        <span className={shared.row}>
          <Button variant="quiet" aria-pressed={kept === null} onClick={() => setKept(null)}>
            全部
          </Button>
          <Button variant="quiet" aria-pressed={kept !== null} onClick={showFaulty}>
            有错
          </Button>
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard */}
      <section className={table.scroll} tabIndex={0} aria-label="逐格检查">
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">行</th>
              {Object.entries(ORDER_COLUMNS).map(([column, title]) => (
                <th scope="col" key={column}>
                  {title}
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {shown.slice(from, from + PAGE_ROWS).map((at) => (
              <BatchTableRow
                form={form}
                row={rows[at] as OrderFileRow}
                at={at}
                onFix={(column, value) => fix(at, column, value)}
                onRemove={rows.length > 1 ? () => store(rows.filter((_, place) => place !== at)) : null}
                key={rows[at]?.line}
              />
            ))}
          </tbody>
        </table>
      </section>
      <div className={table.foot}>
        <p>{shown.length === 0 ? '没有有错的行。' : '直接在格内改，改完自动复查；多余的行可以删去。'}</p>
        {withoutValue > 0 && (
          <Button
            variant="outline"
            onClick={() =>
              store(rows.map((row) => (getCell(row, 'value') === '' ? fixCell(row, 'value', UNDECLARED) : row)))
            }
          >
            {`未填价值的 ${withoutValue} 件都按“${UNDECLARED}”`}
          </Button>
        )}
        {faulty.length > 0 && (
          <Button variant="quiet" onClick={() => focusNextFault(root.current)}>
            下一处错误
          </Button>
        )}
        {pages > 1 && (
          <span className={shared.row}>
            <Button variant="outline" disabled={from === 0} onClick={() => setPage(from / PAGE_ROWS - 1)}>
              前 {PAGE_ROWS} 行
            </Button>
            {from / PAGE_ROWS + 1} / {pages}
            <Button
              variant="outline"
              disabled={from / PAGE_ROWS + 1 === pages}
              onClick={() => setPage(from / PAGE_ROWS + 1)}
            >
              后 {PAGE_ROWS} 行
            </Button>
          </span>
        )}
      </div>
    </section>
  )
}

const toLines = (rows: readonly OrderFileRow[], places: readonly number[]) =>
  places.flatMap((at) => rows[at]?.line ?? [])

const hasFault = ({ faults }: OrderForm, at: number) =>
  ORDER_COLUMN_NAMES.some((column) => faults[toBatchField(at, column)] !== undefined)

interface BatchTableRowProps {
  form: OrderForm
  row: OrderFileRow
  /** Index of the row. */
  at: number
  onFix: (column: OrderColumn, value: string) => boolean
  /** `null`: the only row. */
  onRemove: (() => void) | null
}

function BatchTableRow({ form, row, at, onFix, onRemove }: BatchTableRowProps) {
  return (
    <tr>
      <th scope="row">{row.line}</th>
      {ORDER_COLUMN_NAMES.map((column, cell) => {
        const name = toBatchField(at, column)
        const text = form.faults[name]
        const suggestion = row.problems.find((problem) => problem.cell === cell)?.suggestion ?? null
        const value = getCell(row, column)
        return (
          <CheckedCell
            key={`${column} ${value}`}
            label={`第 ${row.line} 行 ${ORDER_COLUMNS[column]}`}
            name={name}
            value={value}
            faults={text ? [{ text, suggestion }] : []}
            onFix={(typed) => onFix(column, typed)}
          />
        )
      })}
      <td>{onRemove && <IconButton icon={X} label={`删去第 ${row.line} 行`} onClick={onRemove} />}</td>
    </tr>
  )
}
