import type { OrderRow } from '@portal/contract/orders/manage-orders.ts'
import type { TableColumn } from '#manage/controls/lists/data-table.tsx'
import { formatShortTime } from '#manage/controls/values/short-time.ts'
import { OrderMark } from '../shared/order-words.tsx'
import styles from './lists.module.css'

/** Columns of all lists of orders. */
export const ORDER_COLUMNS: readonly TableColumn<OrderRow>[] = [
  {
    key: 'orderNo',
    head: '委托单',
    kind: 'main',
    renderCell: ({ orderNo }) => <span className={styles.number}>{orderNo}</span>,
  },
  { key: 'customer', head: '委托方', isWide: true, renderCell: ({ customerName }) => customerName },
  { key: 'items', head: '件', kind: 'number', onPhone: 'labelled', renderCell: ({ items }) => items },
  { key: 'state', head: '状态', renderCell: ({ state, held }) => <OrderMark state={state} held={held} /> },
  { key: 'createTime', head: '预约', onPhone: 'hidden', renderCell: ({ createTime }) => formatShortTime(createTime) },
]
