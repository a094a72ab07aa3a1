import { openDispute, releaseItem, settleDispute } from '@portal/contract/orders/order-desk.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addManagedRoute } from '#accounts/duties/managed-route.ts'
import type { OwnerAlarm } from '#accounts/people/owner-alarm.ts'
import { ok } from '#platform/http/add-route.ts'
import { readMassAlarms } from './hand-out.ts'
import { lockOrder, lockSample, settleOrder } from './item-steps.ts'
import { noteOnOrder } from './note-on-order.ts'
import { itemChanged, noAlarm, notDisputed, ownWeighing } from './order-errors.ts'
import { addOrderEvent } from './order-events.ts'
import type { OrderOptions } from './order-options.ts'
import { readManagedOrder, readSample } from './order-view.ts'

interface Options extends OrderOptions {
  alarm: OwnerAlarm
}

/** Routes of disputes, and of items that an owner lets go although their mass differs. */
export const disputeRoutes: FastifyPluginAsync<Options> = async (app, base) => {
  const { digest, now, alarm } = base

  addManagedRoute(app, base, openDispute, async (managed) => {
    const { trx, request, account, record, runAfterwards } = managed
    const { orderNo } = request.params
    const { text } = request.body
    record({ kind: 'order', id: orderNo })
    const { order } = await lockOrder(trx, orderNo)
    await noteOnOrder(managed, now(), { orderNo, kind: 'dispute', detail: { text } })
    await trx.updateTable('orders').set({ is_disputed: 1 }).where('order_no', '=', orderNo).execute()
    if (order.is_disputed === 0) {
      const words = `委托单 ${orderNo} 有异议：${text}。登记人：${account.nickname}。`
      runAfterwards(() => alarm({ subject: `委托单有异议（${orderNo}）`, text: words }))
    }
    return ok(await readManagedOrder(trx, orderNo, true))
  })

  addManagedRoute(app, base, settleDispute, async (managed) => {
    const { trx, request, record } = managed
    const { orderNo } = request.params
    record({ kind: 'order', id: orderNo })
    const { order } = await lockOrder(trx, orderNo)
    if (order.is_disputed === 0) throw notDisputed()
    await noteOnOrder(managed, now(), { orderNo, kind: 'settle', detail: { text: request.body.text } })
    await trx.updateTable('orders').set({ is_disputed: 0 }).where('order_no', '=', orderNo).execute()
    return ok(await readManagedOrder(trx, orderNo, true))
  })

  addManagedRoute(app, base, releaseItem, async ({ trx, account, request, record }) => {
    const { sampleNo } = request.params
    const { revision, text } = request.body
    record({ kind: 'sample', id: sampleNo })
    const locked = await lockSample(trx, sampleNo)
    const { item, order } = locked
    if (item.revision !== revision) throw itemChanged({ revision: item.revision, work: item.work, place: item.place })
    if (item.alarm !== 'open') throw noAlarm()
    if ((await readMassAlarms(trx, item)).every(({ byId }) => byId === account.id)) throw ownWeighing()
    await trx
      .updateTable('order_items')
      .set({ alarm: 'released', revision: item.revision + 1 })
      .where('sample_no', '=', sampleNo)
      .execute()
    const sha256 = await addOrderEvent(trx, {
      orderNo: order.order_no,
      sampleNo,
      kind: 'release',
      at: now(),
      by: { id: account.id, name: account.nickname },
      detail: { text },
    })
    record({ kind: 'sample', id: sampleNo, changes: [{ member: 'event', before: null, after: sha256 }] })
    await settleOrder(trx, locked, now(), digest)
    return ok(await readSample(trx, sampleNo))
  })
}
