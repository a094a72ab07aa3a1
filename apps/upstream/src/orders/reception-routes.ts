import { HOUR_MS } from '@portal/contract/constants.ts'
import { getOrder, handOutItems, listOrders, receiveItem } from '@portal/contract/orders/manage-orders.ts'
import type { PaymentState } from '@portal/contract/orders/order-rules.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addManagedRoute, addPreparedRoute } from '#accounts/duties/managed-route.ts'
import type { NoticeRepository } from '#accounts/notices/notice-repository.ts'
import type { OwnerAlarm } from '#accounts/people/owner-alarm.ts'
import { getAccount } from '#accounts/sessions/auth.ts'
import type { SessionAccount } from '#accounts/sessions/session-repository.ts'
import type { AuditSubject } from '#platform/audit/audit-log.ts'
import { addRoute, ok, type RequestFor } from '#platform/http/add-route.ts'
import type { CreateLimit } from '#platform/http/shared-limit.ts'
import { requireMass, requireRecipient } from './hand-out.ts'
import { lockOrder, requireStep, settleOrder, takeStep } from './item-steps.ts'
import { listOrderRows } from './lists/order-list.ts'
import { orderMissing, pickupCodesUsedUp, unpaidReasonMissing } from './order-errors.ts'
import { nameHandOut, notifyCustomer, queueOrderMail } from './order-news.ts'
import type { OrderOptions } from './order-options.ts'
import { readManagedOrder, readSample, seesContact, toPaymentState } from './order-view.ts'
import { usePictures } from './pictures/sample-pictures.ts'
import { takeStaffStep } from './staff-step.ts'

const UNPAID: readonly PaymentState[] = ['unpaid', 'partly']
/** Wrong pick-up codes of one order; after that its customer shows a document. */
const WRONG_CODES = 5

interface Options extends OrderOptions {
  createLimit: CreateLimit
  notices: NoticeRepository
  alarm: OwnerAlarm
}

/** Routes of reception: what is expected, taken in and given back. */
export const receptionRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { db, digest, now, createLimit, notices, alarm } = options
  const base = { db, digest, now }
  const wrongCodes = createLimit('pickup', { max: WRONG_CODES, windowMs: 24 * HOUR_MS, refusal: pickupCodesUsedUp })

  addRoute(app, listOrders, async ({ query }) => ok(await listOrderRows(db, query, now())))

  addRoute(app, getOrder, async (request) =>
    ok(await readManagedOrder(db, request.params.orderNo, seesContact(getAccount(request)))),
  )

  addManagedRoute(app, base, receiveItem, async (managed) => {
    const { trx } = managed
    const { sampleNo } = managed.request.params
    const { revision, massG, divisionG, count, marks, note, pictures: names = [] } = managed.request.body
    const pictures = await usePictures(trx, sampleNo, names)
    const { before, after, order } = await takeStaffStep(
      managed,
      sampleNo,
      {
        name: 'receive',
        revision,
        change: {
          mass_in_g: massG,
          division_in_g: divisionG,
          count,
          marks: JSON.stringify(marks),
          note: note ?? null,
        },
        detail: { massG, divisionG, count, marks, pictures, ...(note && { note }) },
        changes: [{ member: 'mass', before: null, after: `${massG} g` }],
      },
      base,
    )
    if (before !== after) managed.runAfterwards(() => notifyCustomer(notices, order, '样品已收到'))
    return ok(await readSample(trx, sampleNo))
  })

  // Before the transaction, whose end would take back the count of wrong codes and the alarm.
  const checkHandOut = async (
    { params, body }: RequestFor<typeof handOutItems>,
    account: SessionAccount,
    record: (subject: AuditSubject) => void,
  ) => {
    const checking = { db, digest, nowMs: now(), wrongCodes, account, alarm, record }
    record({ kind: 'order', id: params.orderNo })
    const order = await db.selectFrom('orders').selectAll().where('order_no', '=', params.orderNo).executeTakeFirst()
    if (!order) throw orderMissing()
    const checked = await requireRecipient(order, body, checking)
    const rows = await db.selectFrom('order_items').selectAll().where('order_no', '=', params.orderNo).execute()
    for (const item of body.items) {
      const row = rows.find(({ sample_no }) => sample_no === item.sampleNo)
      if (!row) throw orderMissing()
      requireStep(row, body.shipment ? 'ship' : 'handOut')
      await requireMass({ order, row }, item, checking)
    }
    const { unpaidReason } = body
    if (UNPAID.includes(toPaymentState(order)) && !unpaidReason) throw unpaidReasonMissing()
    return checked
  }
  addPreparedRoute(app, base, handOutItems, checkHandOut, async (managed) => {
    const { request, account, trx, record, prepared, runAfterwards } = managed
    const { orderNo } = request.params
    record({ kind: 'order', id: orderNo })
    const locked = await lockOrder(trx, orderNo)
    const { items, shipment, unpaidReason } = request.body
    const events: string[] = []
    for (const { sampleNo, revision, massG, divisionG } of items) {
      const row = locked.items.find(({ sample_no }) => sample_no === sampleNo)
      if (!row) throw orderMissing()
      events.push(
        await takeStep(trx, locked, row, revision, {
          name: shipment ? 'ship' : 'handOut',
          by: { id: account.id, name: account.nickname },
          at: now(),
          change: {
            mass_out_g: massG,
            division_out_g: divisionG,
            // The second weighing was right.
            ...(row.alarm === 'open' && { alarm: null }),
          },
          detail: {
            massG,
            divisionG,
            ...prepared,
            ...(shipment && { shipment }),
            ...(unpaidReason && { unpaidReason }),
          },
        }),
      )
    }
    if (shipment) {
      const { carrier, trackingNo } = shipment
      await trx
        .updateTable('orders')
        .set({ carrier, tracking_no: trackingNo })
        .where('order_no', '=', orderNo)
        .execute()
    }
    const { before, after } = await settleOrder(trx, locked, now(), digest)
    record({
      kind: 'order',
      id: orderNo,
      changes: [
        { member: 'items', before: null, after: String(items.length) },
        { member: 'state', before, after },
        ...events.map((sha256) => ({ member: 'event', before: null, after: sha256 })),
      ],
    })
    if (after !== 'closed') await queueOrderMail(trx, orderNo, 'handedOut', now())
    const word = nameHandOut(after === 'closed', shipment !== undefined)
    runAfterwards(() => notifyCustomer(notices, locked.order, word))
    if (unpaidReason) {
      const text = `委托单 ${orderNo} 在费用没有付清时交付了样品。原因：${unpaidReason}。经手人：${account.nickname}。`
      runAfterwards(() => alarm({ subject: `未付清的交付（${orderNo}）`, text }))
    }
    return ok(await readManagedOrder(trx, orderNo, true))
  })
}
