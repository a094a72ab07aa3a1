import type { PartnerOrder } from '@portal/contract/partners/partner-orders.ts'
import type { WebhookEvent } from '@portal/contract/partners/webhook-rules.ts'
import { toNullableTime, toWireDateTime } from '@portal/contract/time.ts'
import type { Selectable } from 'kysely'
import { isNotRemoved, makeEvent, takeSequences } from '#certificates/changes/queue-events.ts'
import type { Db } from '#platform/db/open.ts'
import type { Tables } from '#platform/db/tables.ts'

export type OrderWebhook = Extract<WebhookEvent, `order.${string}`>

interface ReadOrder {
  order: Selectable<Tables['orders']>
  items: readonly Selectable<Tables['order_items']>[]
}

/** What the partner that announced an order sees of it. */
export const toPartnerOrder = ({ order, items }: ReadOrder): PartnerOrder => ({
  orderNo: order.order_no,
  reference: order.reference ?? '',
  state: order.state,
  dueOn: order.due_on,
  createTime: toWireDateTime(order.created_at),
  receiveTime: toNullableTime(order.received_at),
  readyTime: toNullableTime(order.ready_at),
  closeTime: toNullableTime(order.closed_at),
  items: items.map((row) => ({
    item: row.item,
    sampleNo: row.sample_no,
    reference: row.reference,
    work: row.work,
    place: row.place,
    isHeld: row.is_held === 1,
    outcome: row.outcome,
    dueOn: row.due_on,
    certificateNo: row.outcome === 'certificate' ? row.certificate_no : null,
  })),
})

/** Writes the body of a notification: the whole present state of the order. */
export function writeOrderBody(
  type: OrderWebhook,
  order: PartnerOrder,
  { sequence, at }: { sequence: number; at: number },
) {
  const { orderNo, reference, state, dueOn } = order
  const items = order.items.map(({ sampleNo, reference, work, place, outcome, certificateNo }) => ({
    sampleNo,
    reference,
    work,
    place,
    outcome,
    certificateNo,
  }))
  const data = { orderNo, reference, state, sequence, dueOn, items }
  return JSON.stringify({ type, timestamp: new Date(at).toISOString(), data })
}

/**
 * Queues the event of a partner's order for the endpoints of the partner.
 * @param trx the transaction of the change, which holds the lock of the order
 */
export async function queueOrderWebhooks(trx: Db, read: ReadOrder, event: OrderWebhook, at: number): Promise<void> {
  const { partner_id, order_no: certificate_no } = read.order
  if (partner_id === null) return
  const endpoints = await trx
    .selectFrom('webhook_endpoints')
    .select('id')
    .where('partner_id', '=', partner_id)
    .where(isNotRemoved)
    .execute()
  if (endpoints.length === 0) return
  const order = toPartnerOrder(read)
  const targets = endpoints.map(({ id }) => ({ endpoint_id: id, certificate_no }))
  const events = (await takeSequences(trx, targets)).map(({ endpoint_id, sequence }) => ({
    ...makeEvent(endpoint_id, at),
    certificate_no,
    event,
    sequence,
    body: writeOrderBody(event, order, { sequence, at }),
  }))
  await trx.insertInto('webhook_events').values(events).execute()
}
