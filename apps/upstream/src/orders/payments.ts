import type { Payment } from '@portal/contract/orders/manage-orders.ts'
import type { PaymentWay } from '@portal/contract/orders/order-rules.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import type { Selectable } from 'kysely'
import type { Db } from '#platform/db/open.ts'
import type { Tables } from '#platform/db/tables.ts'

type EventRow = Selectable<Tables['order_events']>

/** What the event of a payment tells. */
export interface PaidDetail {
  cents: number
  way: PaymentWay
  day: string
  voucher: string | null
  ref: string
}

/** Reads the payments of an order from its events: `pay` notes one, `strike` names one that does not count. */
export function toPayments(events: readonly EventRow[]): Payment[] {
  const struck = new Map(
    events
      .filter(({ kind }) => kind === 'strike')
      .map(({ detail }) => JSON.parse(detail) as { payment: number; reason: string })
      .map(({ payment, reason }) => [payment, reason]),
  )
  return events
    .filter(({ kind }) => kind === 'pay')
    .map((row) => {
      const { ref: _ref, ...paid } = JSON.parse(row.detail) as PaidDetail
      const id = Number(row.id)
      return { id, ...paid, name: row.by_name, time: toWireDateTime(Number(row.at)), struck: struck.get(id) ?? null }
    })
}

/** Stores the sums of the payments that count. */
export async function storePaidSums(trx: Db, orderNo: string): Promise<void> {
  const events = await trx
    .selectFrom('order_events')
    .selectAll()
    .where('order_no', '=', orderNo)
    .where('kind', 'in', ['pay', 'strike'])
    .orderBy('id')
    .execute()
  const counted = toPayments(events).filter(({ struck }) => struck === null)
  const sum = (isBilled: boolean) =>
    counted.reduce((cents, one) => ((one.way === 'account') === isBilled ? cents + one.cents : cents), 0)
  await trx
    .updateTable('orders')
    .set({ paid_cents: sum(false), billed_cents: sum(true) })
    .where('order_no', '=', orderNo)
    .execute()
}
