import { type ReactNode, useRef } from 'react'
import styles from './data-table.module.css'
import { TableHead } from './table-head.tsx'
import { TableRow } from './table-row.tsx'
import { useRowKeys } from './use-row-keys.ts'
import type { Selection } from './use-selection.ts'

export interface TableColumn<Row> {
  key: string
  /** `''` for a column of buttons. */
  head: string
  cell: (row: Row) => ReactNode
  /** `main`: the thing itself, the first line on a phone. `number`: at the right. `actions`: buttons. */
  kind?: 'main' | 'number' | 'actions'
  /** On a phone: its head before the value, or not at all. */
  onPhone?: 'labelled' | 'hidden'
  /** Takes the room that is left and is cut with an ellipsis. */
  isWide?: boolean
  /** Where a click on the head leads, for a column that sorts. */
  sortTo?: string
  /** Set on the column that the rows are sorted by. */
  sorted?: 'ascending' | 'descending'
}

export interface DataTableProps<Row> {
  /** Accessible name. */
  label: string
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  idOf: (row: Row) => string
  /** The thing's name: for its check box and its details. */
  nameOf?: (row: Row) => string
  /** Address of the thing; its first column becomes a link. */
  linkOf?: (row: Row) => string
  selection?: Selection
  /** Below the row when it is open. */
  detailsOf?: (row: Row) => ReactNode
  openId?: string | null
  /** Called with the id of the row to open, or `null`. */
  onOpen?: (id: string | null) => void
  /** In place of rows. */
  empty?: ReactNode
  /** 32px rows, for small tables of figures. */
  isSmall?: boolean
  /** Newer rows are being loaded. */
  isBusy?: boolean
}

/**
 * A table of things, with hairlines between rows. `J` `K` walk, `X` selects, `Enter` opens. On phones a row has two lines:
 * the thing, then its facts.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, idOf, linkOf, selection, detailsOf, openId = null, onOpen, empty } = props
  const bodyRef = useRef<HTMLTableSectionElement>(null)
  const toggle = detailsOf && onOpen ? (id: string) => onOpen(id === openId ? null : id) : undefined
  const byId = (id: string) => rows.find((row) => idOf(row) === id)
  const linkOfId = linkOf && ((id: string) => linkOf(byId(id) as Row))
  useRowKeys({
    bodyRef,
    selection,
    linkOf: linkOfId,
    onToggle: toggle,
    onClose: openId !== null && onOpen ? () => onOpen(null) : undefined,
  })
  if (rows.length === 0 && empty) return <div className={styles.frame}>{empty}</div>
  const hasDetails = detailsOf !== undefined
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls sideways, so it must be reachable by keyboard
    <section className={styles.frame} tabIndex={0} aria-label={`${label}，列表`}>
      <table className={styles.table} data-small={props.isSmall || undefined} aria-busy={props.isBusy || undefined}>
        <TableHead columns={columns} selection={selection} rowCount={rows.length} hasDetails={hasDetails} />
        <tbody ref={bodyRef}>
          {rows.map((row) => (
            <TableRow
              key={idOf(row)}
              id={idOf(row)}
              row={row}
              columns={columns}
              name={props.nameOf?.(row) ?? ''}
              link={linkOf?.(row)}
              selection={selection}
              details={detailsOf && openId === idOf(row) ? detailsOf(row) : undefined}
              onToggle={toggle}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}
