import { ArrowDown, ArrowUp } from '@lucide/icons'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { CheckBox } from '../forms/check-box.tsx'
import styles from './data-table.module.css'
import type { TableColumn } from './data-table.tsx'
import type { Selection } from './use-selection.ts'

interface TableHeadProps<Row> {
  columns: readonly TableColumn<Row>[]
  selection: Selection | undefined
  rowCount: number
  hasDetails: boolean
}

export function TableHead<Row>({ columns, selection, rowCount, hasDetails }: TableHeadProps<Row>) {
  const count = selection?.ids.size ?? 0
  return (
    <thead>
      <tr>
        {selection && (
          <th className={styles.check} scope="col">
            <CheckBox
              aria-label="全选本页"
              checked={rowCount > 0 && count === rowCount}
              isPartial={count > 0 && count < rowCount}
              onChange={selection.toggleAll}
            />
            <span className={styles.all} aria-hidden="true">
              全选本页
            </span>
          </th>
        )}
        {columns.map((column) => (
          <th scope="col" key={column.key} data-kind={column.kind} aria-sort={column.sorted}>
            <HeadWords column={column} />
          </th>
        ))}
        {hasDetails && (
          <th scope="col">
            <VisuallyHidden>详情</VisuallyHidden>
          </th>
        )}
      </tr>
    </thead>
  )
}

function HeadWords<Row>({ column: { head, sortTo, sorted } }: { column: TableColumn<Row> }) {
  if (head === '') return <VisuallyHidden>操作</VisuallyHidden>
  if (sortTo === undefined) return head
  return (
    <Link className={styles.sort} to={sortTo}>
      {head}
      {sorted && <Icon of={sorted === 'ascending' ? ArrowUp : ArrowDown} sizePx={14} />}
    </Link>
  )
}
