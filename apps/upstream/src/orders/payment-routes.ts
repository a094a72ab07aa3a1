import { notePayment, strikePayment } from '@portal/contract/orders/order-desk.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addManagedRoute } from '#accounts/duties/managed-route.ts'
import type { Db } from '#platform/db/open.ts'
import { ok } from '#platform/http/add-route.ts'
import { lockOrder } from './item-steps.ts'
import { noteOnOrder } from './note-on-order.ts'
import { paymentMissing } from './order-errors.ts'
import type { OrderOptions } from './order-options.ts'
import { readManagedOrder } from './order-view.ts'
import { type PaidDetail, storePaidSums } from './payments.ts'

/** Routes of money that customers paid elsewhere: the site notes it and takes none. */
export const paymentRoutes: FastifyPluginAsync<OrderOptions> = async (app, base) => {
  const { now } = base

  addManagedRoute(app, base, notePayment, async (managed) => {
    const { trx, request, record } = managed
    const { orderNo } = request.params
    const { voucher = null, ...paid } = request.body
    record({ kind: 'order', id: orderNo })
    await lockOrder(trx, orderNo)
    if (!(await hasPayment(trx, orderNo, paid.ref))) {
      const detail: PaidDetail = { ...paid, voucher }
      await noteOnOrder(managed, now(), {
        orderNo,
        kind: 'pay',
        detail: { ...detail },
        changes: [{ member: 'cents', before: null, after: String(paid.cents) }],
      })
      await storePaidSums(trx, orderNo)
    }
    return ok(await readManagedOrder(trx, orderNo, true))
  })

  addManagedRoute(app, base, strikePayment, async (managed) => {
    const { trx, request, record } = managed
    const { orderNo, id } = request.params
    const { reason } = request.body
    record({ kind: 'order', id: orderNo })
    await lockOrder(trx, orderNo)
    const { payments } = await readManagedOrder(trx, orderNo, true)
    const payment = payments.find((one) => one.id === id && one.struck === null)
    if (!payment) throw paymentMissing()
    await noteOnOrder(managed, now(), {
      orderNo,
      kind: 'strike',
      detail: { payment: id, reason },
      changes: [{ member: 'cents', before: String(payment.cents), after: null }],
    })
    await storePaidSums(trx, orderNo)
    return ok(await readManagedOrder(trx, orderNo, true))
  })
}

async function hasPayment(trx: Db, orderNo: string, ref: string): Promise<boolean> {
  const events = await trx
    .selectFrom('order_events')
    .select('detail')
    .where('order_no', '=', orderNo)
    .where('kind', '=', 'pay')
    .execute()
  return events.some(({ detail }) => (JSON.parse(detail) as PaidDetail).ref === ref)
}
