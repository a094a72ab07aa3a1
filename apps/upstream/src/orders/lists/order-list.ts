import type { CallQuery } from '@portal/contract/call.ts'
import { DAY_MS } from '@portal/contract/constants.ts'
import { readNumber } from '@portal/contract/numbers/typed-numbers.ts'
import type { listOrders, OrderRow } from '@portal/contract/orders/manage-orders.ts'
import { type OrderMark, UNCOLLECTED_DAYS } from '@portal/contract/orders/order-rules.ts'
import { WAITING_MAX } from '@portal/contract/site/waiting-rules.ts'
import { toInstantMs, toNullableTime, toWireDate, toWireDateTime } from '@portal/contract/time.ts'
import { sql } from 'kysely'
import { containsText } from '#platform/db/contains-text.ts'
import type { Db } from '#platform/db/open.ts'
import { countUpTo } from '#platform/db/queries.ts'
import { toPaymentState } from '../order-view.ts'

const PAGE = 50

/** Samples that the tolerance has stopped and no owner has released. */
const isExcess = sql<boolean>`alarm = 'open'`

/** Selects the orders with a mark. Conditions of partial indexes are literal text: SQLite uses the indexes for no other. */
function selectMarked(db: Db, mark: OrderMark, nowMs: number) {
  const orders = db.selectFrom('orders').select('order_no')
  const today = toWireDate(nowMs)
  const held = db.selectFrom('order_items').select('order_no').where(sql<boolean>`is_held = 1`)
  // Within another selection, so that SQLite begins with the index of the mark and not with the newest order. For a mark that
  // many orders have, it would sort them all.
  const few = (selected: typeof orders) => orders.where('order_no', 'in', selected)
  const marked = {
    today: few(orders.where('received_at', '>=', toInstantMs(today) ?? nowMs)),
    late: orders.where(sql<boolean>`state = 'received'`).where('due_on', '<', today).where('order_no', 'not in', held),
    held: orders.where('order_no', 'in', held),
    excess: orders.where('order_no', 'in', db.selectFrom('order_items').select('order_no').where(isExcess)),
    disputed: few(orders.where(sql<boolean>`is_disputed = 1`)),
    uncollected: few(
      orders.where(sql<boolean>`state = 'ready'`).where('ready_at', '<', nowMs - UNCOLLECTED_DAYS * DAY_MS),
    ),
  }
  return marked[mark]
}

/** Makes a pattern of the orders with a short number, as on labels: 42-01. Every day has one. */
function toShortPattern(text: string): string | undefined {
  const [, serial] = /^(\d{1,5})-\d{2,3}$/.exec(text.normalize('NFKC')) ?? []
  return serial && `WT________${serial.padStart(5, '0')}_`
}

/** Reads a page of the orders, newest first. */
export async function listOrderRows(
  db: Db,
  { state, mark, q = '', after }: CallQuery<typeof listOrders>,
  nowMs: number,
): Promise<{ records: OrderRow[]; next: string | null }> {
  const reading = readNumber('order', q)
  const number = reading.kind === 'right' ? reading.number : undefined
  const name = q.trim()
  const shortPattern = toShortPattern(name)
  // Found in an index that has no other columns, which takes half the time for a rare name.
  const found = (mark ? selectMarked(db, mark, nowMs) : db.selectFrom('orders').select('order_no'))
    .$if(state !== undefined, (query) => query.where('state', '=', state as OrderRow['state']))
    .$if(number !== undefined, (query) => query.where('order_no', '=', number as string))
    .$if(shortPattern !== undefined, (query) => query.where('order_no', 'like', shortPattern as string))
    .$if(number === undefined && shortPattern === undefined && name !== '', (query) =>
      query.where(containsText(db, 'customer_name', name)),
    )
    .$if(after !== undefined, (query) => query.where('order_no', '<', after as string))
    .orderBy('order_no', 'desc')
    .limit(PAGE + 1)
  const rows = await db
    .selectFrom('orders')
    .select([
      'order_no',
      'state',
      'customer_name',
      'way_in',
      'way_back',
      'priority',
      'due_on',
      'created_at',
      'ready_at',
    ])
    .select(['total_cents', 'paid_cents', 'billed_cents', 'is_disputed'])
    .where('order_no', 'in', found)
    .orderBy('order_no', 'desc')
    .execute()
  const shown = rows.slice(0, PAGE)
  const sums = await sumItems(
    db,
    shown.map(({ order_no }) => order_no),
  )
  const records = shown.map((row) => ({
    orderNo: row.order_no,
    state: row.state,
    customerName: row.customer_name,
    wayIn: row.way_in,
    wayBack: row.way_back,
    priority: row.priority,
    dueOn: row.due_on,
    createTime: toWireDateTime(Number(row.created_at)),
    readyTime: toNullableTime(row.ready_at),
    payment: toPaymentState(row),
    isDisputed: row.is_disputed === 1,
    ...(sums.get(row.order_no) ?? { firstName: '', items: 0, received: 0, held: 0 }),
  }))
  return { records, next: rows.length > PAGE ? (records.at(-1)?.orderNo ?? null) : null }
}

/** What lists tell of the items of an order. */
type ItemSums = Pick<OrderRow, 'firstName' | 'items' | 'received' | 'held'>

/** Sums up the items of orders, by number. */
export async function sumItems(db: Db, orderNos: readonly string[]): Promise<Map<string, ItemSums>> {
  if (orderNos.length === 0) return new Map()
  const rows = await db
    .selectFrom('order_items')
    .select(['order_no', sql<string | null>`max(case when item = 1 then stated_name end)`.as('first_name')])
    .select((eb) => [
      eb.fn.countAll<number>().as('items'),
      eb.fn.count<number>('mass_in_g').as('received'),
      eb.fn.sum<number>('is_held').as('held'),
    ])
    .where('order_no', 'in', [...orderNos])
    .groupBy('order_no')
    .execute()
  return new Map(
    rows.map((row) => [
      row.order_no,
      {
        firstName: row.first_name ?? '',
        items: Number(row.items),
        received: Number(row.received),
        held: Number(row.held),
      },
    ]),
  )
}

/** Counts the orders that the overview names, up to one above `WAITING_MAX`. */
export async function countOrders(db: Db, nowMs: number) {
  const count = (orders: ReturnType<typeof selectMarked>) => countUpTo(db, orders, WAITING_MAX + 1)
  return {
    today: await count(selectMarked(db, 'today', nowMs)),
    ready: await count(db.selectFrom('orders').select('order_no').where('state', '=', 'ready')),
    late: await count(selectMarked(db, 'late', nowMs)),
    held: await count(selectMarked(db, 'held', nowMs)),
  }
}

/** Reads how many orders have samples that wait for their release, and the first alarm. */
export async function findExcess(db: Db, nowMs: number) {
  const orders = selectMarked(db, 'excess', nowMs)
  const oldest = await db
    .selectFrom('order_events')
    .select(['order_no as title', 'at as sinceMs'])
    .where('order_no', 'in', orders)
    .where('kind', '=', 'massAlarm')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return { oldest, count: await countUpTo(db, orders, WAITING_MAX + 1) }
}

/** Counts the orders with an open dispute, and reads the event that opened the oldest one. */
export async function findDisputes(db: Db, nowMs: number) {
  const orders = selectMarked(db, 'disputed', nowMs)
  const oldest = await db
    .selectFrom('order_events as event')
    .select(['event.order_no as title', 'event.at as sinceMs'])
    .where('event.order_no', 'in', orders)
    .where('event.kind', 'in', ['dispute', 'massAlarm'])
    .where(({ not, exists, selectFrom }) => {
      const settled = selectFrom('order_events as settled').select('settled.id').where('settled.kind', '=', 'settle')
      return not(
        exists(settled.whereRef('settled.order_no', '=', 'event.order_no').whereRef('settled.id', '>', 'event.id')),
      )
    })
    .orderBy('event.id')
    .limit(1)
    .executeTakeFirst()
  return { oldest, count: await countUpTo(db, orders, WAITING_MAX + 1) }
}
