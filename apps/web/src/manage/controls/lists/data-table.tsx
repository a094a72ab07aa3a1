import { Fragment, type ReactNode, useRef } from 'react'
import { classNames } from '#lib/class-names.ts'
import styles from './data-table.module.css'
import table from './table.module.css'
import { TableHead } from './table-head.tsx'
import { TableRow } from './table-row.tsx'
import { useRowKeys } from './use-row-keys.ts'
import type { Selection } from './use-selection.ts'

export interface TableColumn<Row> {
  key: string
  /** Heading; `''` for a column of buttons. */
  head: string
  renderCell: (row: Row) => ReactNode
  /** `main`: the name of the row's object, the first line on a phone. `number`: aligned to the right. `actions`: buttons. */
  kind?: 'main' | 'number' | 'actions'
  /** Form on a phone: the heading before the value, or hidden. */
  onPhone?: 'labelled' | 'hidden'
  /** The column takes the remaining width and is cut with an ellipsis. */
  isWide?: boolean
  /** Address of a click on the heading of a sortable column. */
  sortTo?: string
  /** Order of the column by which the rows are sorted. */
  sorted?: 'ascending' | 'descending'
}

/** Neighbouring rows under one heading. */
export interface RowGroup {
  name: string
  count: number
  isLate?: boolean
}

export interface DataTableProps<Row> {
  /** Accessible name. */
  label: string
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  getId: (row: Row) => string
  /** Name of a row's object, for its check box and its details. */
  getName?: (row: Row) => string
  /** Address of a row's object; the first column becomes a link. */
  getAddress?: (row: Row) => string
  /** Group of a row; the rows of a group follow each other. */
  getGroup?: (row: Row) => RowGroup
  selection?: Selection
  /** Details below an open row. */
  renderDetails?: (row: Row) => ReactNode
  openId?: string | null
  /** Called with the id of the row to open, or `null`. */
  onOpen?: (id: string | null) => void
  /** Content that replaces missing rows. */
  empty?: ReactNode
  /** Rows of 32px, for small tables of figures. */
  isSmall?: boolean
  /** Newer rows are loading. */
  isBusy?: boolean
}

/** A table of objects. `J` and `K` move, `X` selects, `Enter` opens. On phones a row has two lines: the name, then its facts. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    label,
    columns,
    rows,
    getId,
    getAddress,
    getGroup,
    selection,
    renderDetails,
    openId = null,
    onOpen,
    empty,
  } = props
  const bodyRef = useRef<HTMLTableSectionElement>(null)
  const toggle = renderDetails && onOpen ? (id: string) => onOpen(id === openId ? null : id) : undefined
  const findRow = (id: string) => rows.find((row) => getId(row) === id)
  const linkOfId = getAddress && ((id: string) => getAddress(findRow(id) as Row))
  useRowKeys({
    bodyRef,
    selection,
    getAddress: linkOfId,
    onToggle: toggle,
    onClose: openId !== null && onOpen ? () => onOpen(null) : undefined,
  })
  if (rows.length === 0 && empty) return <div className={styles.frame}>{empty}</div>
  const hasDetails = renderDetails !== undefined
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls sideways, so it must be reachable by keyboard
    <section className={styles.frame} tabIndex={0} aria-label={`${label}，列表`}>
      <table
        className={classNames(table.root, styles.table)}
        data-small={props.isSmall || undefined}
        aria-busy={props.isBusy || undefined}
      >
        <TableHead columns={columns} selection={selection} rowCount={rows.length} hasDetails={hasDetails} />
        <tbody ref={bodyRef}>
          {rows.map((row, at) => (
            <Fragment key={getId(row)}>
              {getGroup && (
                <GroupHead
                  group={getGroup(row)}
                  before={at > 0 ? getGroup(rows[at - 1] as Row) : undefined}
                  columnCount={columns.length + (selection ? 1 : 0) + (hasDetails ? 1 : 0)}
                />
              )}
              <TableRow
                id={getId(row)}
                row={row}
                columns={columns}
                name={props.getName?.(row) ?? ''}
                link={getAddress?.(row)}
                selection={selection}
                details={renderDetails && openId === getId(row) ? renderDetails(row) : undefined}
                onToggle={toggle}
              />
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface GroupHeadProps {
  group: RowGroup
  /** Group of the row before. */
  before: RowGroup | undefined
  columnCount: number
}

/** The heading above the first row of a group. */
function GroupHead({ group: { name, count, isLate = false }, before, columnCount }: GroupHeadProps) {
  if (before?.name === name) return null
  return (
    <tr className={styles.group}>
      <th scope="rowgroup" colSpan={columnCount} data-late={isLate || undefined}>
        {name} <span className={styles.count}>{count}</span>
      </th>
    </tr>
  )
}
