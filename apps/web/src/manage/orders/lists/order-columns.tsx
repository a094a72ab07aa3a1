import type { OrderRow } from '@portal/contract/orders/manage-orders.ts'
import type { TableColumn } from '#manage/controls/lists/data-table.tsx'
import { Tag } from '#manage/controls/values/tag.tsx'
import { NamedCell } from '../shared/named-cell.tsx'
import { OrderMark } from '../shared/order-words.tsx'
import styles from './lists.module.css'

/** Columns of all lists of orders. */
export const ORDER_COLUMNS: readonly TableColumn<OrderRow>[] = [
  {
    key: 'order',
    head: '委托',
    kind: 'main',
    isWide: true,
    renderCell: ({ orderNo, firstName, items, priority }) => (
      <NamedCell name={`${firstName}${items > 1 ? '等' : ''}`} number={orderNo} isUrgent={priority === 'urgent'} />
    ),
  },
  {
    key: 'customer',
    head: '委托方',
    renderCell: ({ customerName }) => <span className={styles.customer}>{customerName}</span>,
  },
  { key: 'items', head: '件', kind: 'number', onPhone: 'labelled', renderCell: (row) => <Items row={row} /> },
  { key: 'way', head: '来去', renderCell: nameWay },
  {
    key: 'state',
    head: '状态',
    renderCell: ({ state, held, isDisputed }) => (
      <>
        <OrderMark state={state} held={held} /> {isDisputed && <Tag>异议</Tag>}
      </>
    ),
  },
]

/** The number of items: `3`, or `2 / 3` when only a part was taken in. */
function Items({ row: { items, received } }: { row: OrderRow }) {
  if (received === 0 || received === items) return items
  return (
    <span title={`已收 ${received} 件，共 ${items} 件`}>
      {received} / {items}
    </span>
  )
}

/** Names the way in of an order that has not come, or else the way back. */
function nameWay({ state, wayIn, wayBack }: OrderRow): string {
  const isExpected = state === 'announced' || state === 'expired' || state === 'cancelled'
  if (isExpected) return wayIn === 'counter' ? '送来' : '寄来'
  return wayBack === 'counter' ? '自取' : '快递'
}
