import { isCoarser, parseTenthMg, type WeighedMass } from '@portal/contract/orders/mass-tolerance.ts'
import { correctMass, openDispute, releaseItem, settleDispute } from '@portal/contract/orders/order-desk.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addManagedRoute } from '#accounts/duties/managed-route.ts'
import type { NoticeRepository } from '#accounts/notices/notice-repository.ts'
import type { OwnerAlarm } from '#accounts/people/owner-alarm.ts'
import type { Db } from '#platform/db/open.ts'
import { ok } from '#platform/http/add-route.ts'
import { readMassAlarms } from './hand-out.ts'
import { lockOrder, lockSample, settleOrder } from './item-steps.ts'
import { noteOnOrder } from './note-on-order.ts'
import {
  balanceTooCoarse,
  itemChanged,
  massFixed,
  massSame,
  noAlarm,
  notDisputed,
  ownMass,
  ownWeighing,
} from './order-errors.ts'
import { addOrderEvent } from './order-events.ts'
import { notifyCustomer, queueOrderMail } from './order-news.ts'
import type { OrderOptions } from './order-options.ts'
import { readManagedOrder, readSample, seesContact } from './order-view.ts'
import { takeStaffStep } from './staff-step.ts'

interface Options extends OrderOptions {
  alarm: OwnerAlarm
  notices: NoticeRepository
}

/** Routes of disputes, and of masses that were wrong at reception or differ at the return. */
export const disputeRoutes: FastifyPluginAsync<Options> = async (app, base) => {
  const { digest, now, alarm, notices } = base

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
    return ok(await readManagedOrder(trx, orderNo, seesContact(account)))
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

  addManagedRoute(app, base, correctMass, async (managed) => {
    const { trx, account, request, record, runAfterwards } = managed
    const { sampleNo } = request.params
    const { revision, massG, divisionG, text } = request.body
    record({ kind: 'sample', id: sampleNo })
    await lockSample(trx, sampleNo)
    const weighings = await readWeighings(trx, sampleNo)
    const before = weighings.at(-1)
    if (!before) throw massFixed()
    // One person alone could otherwise take something out of the sample and correct its mass, even after a colleague's correction.
    if (weighings.some(({ byId }) => byId === account.id)) throw ownMass()
    if (parseTenthMg(massG) === parseTenthMg(before.massG)) throw massSame()
    if (isCoarser(before, { divisionG })) throw balanceTooCoarse(sampleNo, before.divisionG)
    const { order } = await takeStaffStep(
      managed,
      sampleNo,
      {
        name: 'correct',
        revision,
        change: { mass_in_g: massG, division_in_g: divisionG },
        detail: {
          massG,
          divisionG,
          wasMassG: before.massG,
          wasDivisionG: before.divisionG,
          corrects: before.sha256,
          text,
        },
        changes: [{ member: 'mass', before: `${before.massG} g`, after: `${massG} g` }],
      },
      base,
    )
    // The correction replaces the mass that the return is compared with.
    const words = `样品 ${sampleNo} 的收样质量由 ${before.massG} g 更正为 ${massG} g。更正人：${account.nickname}。原因：${text}。`
    runAfterwards(() => alarm({ subject: `收样质量已更正（${sampleNo}）`, text: words }))
    await queueOrderMail(trx, order.order_no, 'corrected', now())
    managed.runAfterwards(() => notifyCustomer(notices, order, '收样质量已更正，请换取重打的回执'))
    return ok(await readSample(trx, sampleNo))
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

/** Reads the weighings since the intake of a locked sample, none once its tests have begun. */
async function readWeighings(db: Db, sampleNo: string) {
  const events = await db
    .selectFrom('order_events as event')
    .innerJoin('order_items as item', 'item.sample_no', 'event.sample_no')
    .select(['event.kind', 'event.by_id', 'event.sha256', 'event.detail'])
    .where('event.order_no', '=', (eb) => eb.ref('item.order_no'))
    .where('item.sample_no', '=', sampleNo)
    .where('item.work', '=', 'accepted')
    .where('event.kind', 'in', ['receive', 'correct'])
    .orderBy('event.id')
    .execute()
  const intake = events.findLastIndex(({ kind }) => kind === 'receive')
  return events.slice(intake).map(({ by_id: byId, sha256, detail }) => {
    const { massG, divisionG } = JSON.parse(detail) as WeighedMass
    return { byId, sha256, massG, divisionG }
  })
}
