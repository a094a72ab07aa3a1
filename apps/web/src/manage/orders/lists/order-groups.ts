import { DAY_MS } from '@portal/contract/constants.ts'
import type { OrderRow } from '@portal/contract/orders/manage-orders.ts'
import { UNCOLLECTED_DAYS } from '@portal/contract/orders/order-rules.ts'
import type { RowGroup } from '#manage/controls/lists/data-table.tsx'

/** Groups by what reception has to do, in the order of the list. */
const GROUPS = ['超时', '久存未领', '可领', '等答复', '在检', '待送达'] as const
type GroupName = (typeof GROUPS)[number]

/** @param today `yyyy-MM-dd` */
function findGroupName({ state, held, dueOn, readyTime }: OrderRow, today: string): GroupName {
  if (state === 'announced') return '待送达'
  if (state === 'ready') {
    const readyDays = (Date.parse(today) - Date.parse(readyTime?.slice(0, 10) ?? today)) / DAY_MS
    return readyDays > UNCOLLECTED_DAYS ? '久存未领' : '可领'
  }
  // The clock stands while a question is open.
  if (held > 0) return '等答复'
  return dueOn !== null && dueOn < today ? '超时' : '在检'
}

/** Sorts orders into the groups; within a group, what is due first. */
export function groupOrders(rows: readonly OrderRow[], today: string) {
  const named = rows.map((row) => ({ row, name: findGroupName(row, today) }))
  named.sort(
    (a, b) =>
      GROUPS.indexOf(a.name) - GROUPS.indexOf(b.name) ||
      (a.row.dueOn ?? '').localeCompare(b.row.dueOn ?? '') ||
      a.row.orderNo.localeCompare(b.row.orderNo),
  )
  const getGroup = (row: OrderRow): RowGroup => {
    const name = findGroupName(row, today)
    return {
      name,
      count: named.filter((other) => other.name === name).length,
      isLate: name === '超时' || name === '久存未领',
    }
  }
  return { rows: named.map(({ row }) => row), getGroup }
}
