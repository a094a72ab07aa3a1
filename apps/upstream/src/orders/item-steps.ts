import { createOrderCalendar } from '@portal/contract/orders/order-days.ts'
import {
  applyStep,
  deriveOrderState,
  type ItemStanding,
  type ItemStepName,
  type OrderState,
} from '@portal/contract/orders/order-rules.ts'
import { parseMinutes } from '@portal/contract/site/opening-hours.ts'
import type { Selectable, Updateable } from 'kysely'
import { queueFollowing } from '#certificates/changes/queue-following.ts'
import type { Db } from '#platform/db/open.ts'
import type { Tables } from '#platform/db/tables.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { itemChanged, orderMissing, stepRefused } from './order-errors.ts'
import { addOrderEvent } from './order-events.ts'
import { type OrderNews, queueOrderMail } from './order-news.ts'
import { readOrderTable } from './order-table.ts'
import { type OrderWebhook, queueOrderWebhooks } from './order-webhooks.ts'
import { makePickup } from './pickup-code.ts'

export type OrderRow = Selectable<Tables['orders']>
export type ItemRow = Selectable<Tables['order_items']>

/** An order whose row is locked until the end of the transaction, with its items. */
export interface LockedOrder {
  order: OrderRow
  items: ItemRow[]
  /** Steps that the transaction has taken. */
  taken: ItemStepName[]
}

export interface Step {
  name: ItemStepName
  /** `null`: the customer. */
  by: { id: string | null; name: string }
  at: number
  /** Working days that the answer to a question adds. */
  extraDays?: number
  /** Members of the row that the step sets besides its state. */
  change?: Updateable<Tables['order_items']>
  /** What the event tells besides the places. */
  detail?: Record<string, unknown>
}

/** Locks the order of a number. @throws AppError when there is none */
export async function lockOrder(trx: Db, orderNo: string): Promise<LockedOrder> {
  const order = await trx
    .updateTable('orders')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('order_no', '=', orderNo)
    .returningAll()
    .executeTakeFirst()
  if (!order) throw orderMissing()
  const items = await trx
    .selectFrom('order_items')
    .selectAll()
    .where('order_no', '=', orderNo)
    .orderBy('item')
    .execute()
  return { order, items, taken: [] }
}

/** Locks the order of a sample. @throws AppError when there is none */
export async function lockSample(trx: Db, sampleNo: string): Promise<LockedOrder & { item: ItemRow }> {
  const found = await trx
    .selectFrom('order_items')
    .select('order_no')
    .where('sample_no', '=', sampleNo)
    .executeTakeFirst()
  if (!found) throw orderMissing()
  const locked = await lockOrder(trx, found.order_no)
  const item = locked.items.find(({ sample_no }) => sample_no === sampleNo)
  if (!item) throw orderMissing()
  return { ...locked, item }
}

const toStanding = ({ work, place, is_held, outcome }: ItemRow): ItemStanding => ({
  work,
  place,
  isHeld: is_held === 1,
  outcome,
})

/** Returns the item after a step. @throws AppError when its state does not allow the step */
export function requireStep(row: ItemRow, name: ItemStepName): ItemStanding {
  const after = applyStep(toStanding(row), name)
  if (!after) throw stepRefused(row.sample_no)
  return after
}

/**
 * Takes a step with an item of a locked order, and adds its event. Callers call `settleOrder` after the last step.
 * @param revision revision of the item that the caller has seen
 * @returns the digest of the event
 * @throws AppError 409 when another person took a step meanwhile, or when the state does not allow it
 */
export async function takeStep(
  trx: Db,
  { order, items, taken }: LockedOrder,
  row: ItemRow,
  revision: number,
  step: Step,
): Promise<string> {
  if (row.revision !== revision) throw itemChanged({ revision: row.revision, work: row.work, place: row.place })
  const before = toStanding(row)
  const after = requireStep(row, step.name)
  const change = {
    work: after.work,
    place: after.place,
    is_held: after.isHeld ? 1 : 0,
    outcome: after.outcome,
    holder_id: after.place !== 'person' ? null : step.name === 'take' ? step.by.id : row.holder_id,
    tray: after.place === 'tray' ? row.tray : null,
    ...(await computeDue(trx, row, step)),
    ...step.change,
    revision: row.revision + 1,
  }
  await trx.updateTable('order_items').set(change).where('sample_no', '=', row.sample_no).execute()
  taken.push(step.name)
  items[items.indexOf(row)] = { ...row, ...change } as ItemRow
  if (step.name === 'answer' && row.certificate_no !== null) await queueFollowing(trx, row.certificate_no, step.at)
  return await addOrderEvent(trx, {
    orderNo: order.order_no,
    sampleNo: row.sample_no,
    kind: step.name,
    at: step.at,
    by: step.by,
    detail: { from: before.place, to: after.place, ...step.detail },
  })
}

/** Sets the due day at reception, stops the clock at a question and moves the day by its answer. */
async function computeDue(trx: Db, row: ItemRow, { name, at, extraDays = 0 }: Step): Promise<Partial<ItemRow>> {
  if (name === 'ask') return { asked_at: at }
  if (name !== 'receive' && name !== 'answer') return {}
  const table = await readOrderTable(trx)
  const calendar = createOrderCalendar(table, parseMinutes(table.cutOff))
  if (name === 'receive') return { received_at: at, due_on: calendar.dueOn(at, row.working_days) }
  const { due_on: dueOn, asked_at: askedAt } = row
  if (dueOn === null || askedAt === null) return { asked_at: null }
  return { asked_at: null, due_on: calendar.dueAfterAnswer(dueOn, Number(askedAt), at, extraDays) }
}

/** A locked order after its last step, with its states before and after. */
export interface Settled extends LockedOrder {
  before: OrderState
  after: OrderState
}

/** Stores the state that follows from the items, and queues the mail to the customer and the notifications to the partner. */
export async function settleOrder(trx: Db, locked: LockedOrder, at: number, digest: Digest): Promise<Settled> {
  const { order, items, taken } = locked
  const [before, after] = [order.state, deriveOrderState(items.map(toStanding))]
  const dueDays = items.flatMap(({ due_on }) => due_on ?? [])
  const settled = await trx
    .updateTable('orders')
    .set({
      state: after,
      ...(dueDays.length > 0 && { due_on: dueDays.sort().at(-1) ?? null }),
      ...(after !== 'announced' && order.received_at === null && { received_at: at }),
      closed_at: after === 'closed' ? at : null,
      ...(after === 'ready' && before !== 'ready' && { ready_at: at, ...makePickup(order.order_no, at, digest) }),
      // A step back makes the earlier pick-up code invalid.
      ...(after !== 'ready' && { pickup_hash: null, pickup_sealed: null, pickup_until: null }),
    })
    .where('order_no', '=', order.order_no)
    .returningAll()
    .executeTakeFirstOrThrow()
  const news = findNews(order, before, after)
  if (news) await queueOrderMail(trx, order.order_no, news, at)
  const event = findWebhookEvent(taken, before, after)
  if (event) await queueOrderWebhooks(trx, { order: settled, items }, event, at)
  return { ...locked, before, after }
}

/** Returns the event that notifies the partner, if any. A part of an order may come back before the rest is ready. */
function findWebhookEvent(taken: readonly ItemStepName[], before: OrderState, after: OrderState): OrderWebhook | null {
  if (taken.includes('handOut') || taken.includes('ship')) return 'order.returned'
  if (before === after) return null
  if (after === 'closed') return 'order.returned'
  return after === 'received' || after === 'ready' ? `order.${after}` : null
}

/** Returns what a change of state means for the customer, if anything. */
function findNews(order: OrderRow, before: OrderState, after: OrderState): OrderNews | null {
  // Nothing goes back when everything was refused.
  if (before === after || (after === 'closed' && order.received_at === null)) return null
  if (after === 'ready' || after === 'closed') return after
  if (after !== 'received') return null
  return order.received_at === null ? 'received' : 'reopened'
}
