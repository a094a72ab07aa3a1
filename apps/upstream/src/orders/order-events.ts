import { createHash } from 'node:crypto'
import type { Db } from '#platform/db/open.ts'

/** A step of the custody chain. */
export interface OrderEvent {
  orderNo: string
  /** `null`: the whole order. */
  sampleNo: string | null
  kind: string
  at: number
  /** `null`: the customer, or the site. */
  by: { id: string | null; name: string }
  detail: Record<string, unknown>
}

/** Computes the digest of an event, hex; anybody can compare it with the stored row. */
export function hashOrderEvent({ orderNo, sampleNo, kind, at, by, detail }: OrderEvent): string {
  const members = [orderNo, sampleNo, kind, at, by.id, by.name, JSON.stringify(detail)]
  return createHash('sha256').update(JSON.stringify(members)).digest('hex')
}

/**
 * Adds an event. Partners list their orders by the newest event: the lock on the partner gives the events of its orders their
 * ids in the order of the commits.
 * @returns its digest, which the caller's entry in the audit log names
 */
export async function addOrderEvent(trx: Db, event: OrderEvent): Promise<string> {
  const sha256 = hashOrderEvent(event)
  const { orderNo, sampleNo, kind, at, by, detail } = event
  const partner = await trx
    .updateTable('partners')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('id', '=', (eb) => eb.selectFrom('orders').select('partner_id').where('order_no', '=', orderNo))
    .returning('id')
    .executeTakeFirst()
  const { id } = await trx
    .insertInto('order_events')
    .values({
      order_no: orderNo,
      sample_no: sampleNo,
      kind,
      at,
      by_id: by.id,
      by_name: by.name,
      detail: JSON.stringify(detail),
      sha256,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (partner) await trx.updateTable('orders').set({ last_event: id }).where('order_no', '=', orderNo).execute()
  return sha256
}

/** Adds an event that no person caused. */
export async function addSystemEvent(
  trx: Db,
  { sampleNo = null, ...event }: Pick<OrderEvent, 'orderNo' | 'kind' | 'at'> & { sampleNo?: string | null },
): Promise<void> {
  await addOrderEvent(trx, { ...event, sampleNo, by: { id: null, name: '系统' }, detail: {} })
}
