import type { CallBody } from '@portal/contract/call.ts'
import { toCanonicalJson } from '@portal/contract/certificates/certificate-receipt.ts'
import type { announcePartnerOrder, PartnerOrder } from '@portal/contract/partners/partner-orders.ts'
import { storeAnnouncement } from '#orders/announce-order.ts'
import { toPartnerOrder } from '#orders/order-webhooks.ts'
import type { Partner } from '#partners/lookups/partner-access.ts'
import type { Db } from '#platform/db/open.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'

/** Orders of one list of changes; each may have 500 items. */
const PAGE = 20

/**
 * Announces an order of a partner. Announcements of the partner wait for each other, so that a repeated one finds the first.
 * @returns the query code, `null` when the same content was announced before
 * @throws AppError when a rule refuses it, and for another order with the same reference
 */
export async function storePartnerOrder(
  trx: Db,
  { reference, ...body }: CallBody<typeof announcePartnerOrder>,
  { id, name }: Pick<Partner, 'id' | 'name'>,
  base: { digest: Digest; now: () => number },
): Promise<{ orderNo: string; code: string | null }> {
  await trx
    .updateTable('partners')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('id', '=', id)
    .execute()
  const ref = toCanonicalJson({ partner: id, reference, body })
  return await storeAnnouncement(trx, { ...body, ref }, null, {
    ...base,
    source: 'partner',
    partner: { id, name, reference },
  })
}

/** Reads an order of the partner; `undefined` alike for an unknown one and for one of others. */
export async function findPartnerOrder(db: Db, partnerId: number, orderNo: string): Promise<PartnerOrder | undefined> {
  const order = await db
    .selectFrom('orders')
    .selectAll()
    .where('order_no', '=', orderNo)
    .where('partner_id', '=', partnerId)
    .executeTakeFirst()
  if (!order) return undefined
  const items = await db.selectFrom('order_items').selectAll().where('order_no', '=', orderNo).orderBy('item').execute()
  return toPartnerOrder({ order, items })
}

/**
 * Lists orders of a partner by their newest event, oldest first.
 * @param after number of the last event that was read
 */
export async function listOrderChanges(db: Db, partnerId: number, after: number) {
  const found = await db
    .selectFrom('orders')
    .selectAll()
    .where('partner_id', '=', partnerId)
    .where('last_event', '>', after)
    .orderBy('last_event')
    .limit(PAGE + 1)
    .execute()
  const orders = found.slice(0, PAGE)
  const numbers = orders.map(({ order_no }) => order_no)
  const items =
    numbers.length === 0
      ? []
      : await db.selectFrom('order_items').selectAll().where('order_no', 'in', numbers).orderBy('sample_no').execute()
  const byOrder = Map.groupBy(items, ({ order_no }) => order_no)
  return {
    records: orders.map((order) => toPartnerOrder({ order, items: byOrder.get(order.order_no) ?? [] })),
    next: Number(orders.at(-1)?.last_event ?? after),
    hasMore: found.length > orders.length,
  }
}
