import { ChevronDown, ChevronUp } from '@lucide/icons'
import { type ReactNode, useId } from 'react'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { Link } from '#ui/link.tsx'
import { CheckBox } from '../forms/check-box.tsx'
import styles from './data-table.module.css'
import type { TableColumn } from './data-table.tsx'
import type { Selection } from './use-selection.ts'

interface TableRowProps<Row> {
  id: string
  row: Row
  columns: readonly TableColumn<Row>[]
  name: string
  link: string | undefined
  selection: Selection | undefined
  /** Details below the row; set while it is open. */
  details: ReactNode | undefined
  onToggle: ((id: string) => void) | undefined
}

/** A row, and its details while it is open. */
export function TableRow<Row>({ id, row, columns, name, link, selection, details, onToggle }: TableRowProps<Row>) {
  const detailsId = useId()
  const isOpen = details !== undefined
  const isSelected = selection?.ids.has(id) ?? false
  return (
    <>
      <tr className={styles.row} data-row={id} tabIndex={-1} data-selected={isSelected || isOpen || undefined}>
        {selection && (
          <td className={styles.check}>
            <CheckBox aria-label={`选择 ${name}`} checked={isSelected} onChange={() => selection.toggle(id)} />
          </td>
        )}
        {columns.map((column) => (
          <Cell key={column.key} column={column} row={row} link={link} />
        ))}
        {onToggle && (
          <td data-kind="toggle">
            <IconButton
              icon={isOpen ? ChevronUp : ChevronDown}
              label={`详情：${name}`}
              aria-expanded={isOpen}
              aria-controls={isOpen ? detailsId : undefined}
              onClick={() => onToggle(id)}
            />
          </td>
        )}
      </tr>
      {isOpen && (
        <tr className={styles.details} id={detailsId}>
          <td colSpan={columns.length + (selection ? 2 : 1)}>{details}</td>
        </tr>
      )}
    </>
  )
}

interface CellProps<Row> {
  column: TableColumn<Row>
  row: Row
  link: string | undefined
}

function Cell<Row>({ column: { kind, head, onPhone, isWide, renderCell }, row, link }: CellProps<Row>) {
  const content = renderCell(row)
  const label = onPhone === 'labelled' ? head : undefined
  return (
    <td data-kind={kind} data-label={label} data-phone={onPhone} data-wide={isWide || undefined}>
      {kind === 'main' && link !== undefined ? (
        <Link className={styles.link} to={link}>
          {content}
        </Link>
      ) : (
        content
      )}
    </td>
  )
}
