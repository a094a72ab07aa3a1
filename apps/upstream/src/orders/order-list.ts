import type { CallQuery } from '@portal/contract/call.ts'
import { readNumber } from '@portal/contract/numbers/typed-numbers.ts'
import type { listOrders, OrderRow } from '@portal/contract/orders/manage-orders.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import { containsText } from '#platform/db/contains-text.ts'
import type { Db } from '#platform/db/open.ts'
import { toPaymentState } from './order-view.ts'

const PAGE = 50

/** Reads a page of the orders, newest first. */
export async function listOrderRows(
  db: Db,
  { state, q = '', after }: CallQuery<typeof listOrders>,
): Promise<{ records: OrderRow[]; next: string | null }> {
  const reading = readNumber('order', q)
  const number = reading.kind === 'right' ? reading.number : undefined
  const name = q.trim()
  // Found in an index that has no other columns, which takes half the time for a rare name.
  const found = db
    .selectFrom('orders')
    .select('order_no')
    .$if(state !== undefined, (query) => query.where('state', '=', state as OrderRow['state']))
    .$if(number !== undefined, (query) => query.where('order_no', '=', number as string))
    .$if(number === undefined && name !== '', (query) => query.where(containsText(db, 'customer_name', name)))
    .$if(after !== undefined, (query) => query.where('order_no', '<', after as string))
    .orderBy('order_no', 'desc')
    .limit(PAGE + 1)
  const rows = await db
    .selectFrom('orders')
    .select(['order_no', 'state', 'customer_name', 'due_on', 'created_at'])
    .select(['total_cents', 'paid_cents', 'billed_cents', 'is_disputed'])
    .where('order_no', 'in', found)
    .orderBy('order_no', 'desc')
    .execute()
  const shown = rows.slice(0, PAGE)
  const counts = await countItems(
    db,
    shown.map(({ order_no }) => order_no),
  )
  const records = shown.map((row) => ({
    orderNo: row.order_no,
    state: row.state,
    customerName: row.customer_name,
    dueOn: row.due_on,
    createTime: toWireDateTime(Number(row.created_at)),
    payment: toPaymentState(row),
    isDisputed: row.is_disputed === 1,
    ...(counts.get(row.order_no) ?? { items: 0, held: 0 }),
  }))
  return { records, next: rows.length > PAGE ? (records.at(-1)?.orderNo ?? null) : null }
}

async function countItems(db: Db, orderNos: readonly string[]): Promise<Map<string, { items: number; held: number }>> {
  if (orderNos.length === 0) return new Map()
  const rows = await db
    .selectFrom('order_items')
    .select(['order_no'])
    .select((eb) => [eb.fn.countAll<number>().as('items'), eb.fn.sum<number>('is_held').as('held')])
    .where('order_no', 'in', [...orderNos])
    .groupBy('order_no')
    .execute()
  return new Map(rows.map(({ order_no, items, held }) => [order_no, { items: Number(items), held: Number(held) }]))
}
