import { DAY_MS, HOUR_MS } from '@portal/contract/constants.ts'
import type { OrderProgress } from '@portal/contract/orders/order-shapes.ts'
import {
  announceOrder,
  answerQuestion,
  cancelOrder,
  checkOrder,
  getOwnOrder,
  listOwnOrders,
  readOrderTable as readTableCall,
} from '@portal/contract/orders/orders.ts'
import type { FastifyPluginAsync } from 'fastify'
import { requireEmail } from '#accounts/login/email-codes.ts'
import { NOTICE, type NoticeRepository } from '#accounts/notices/notice-repository.ts'
import { getAccount } from '#accounts/sessions/auth.ts'
import { unauthenticated } from '#platform/errors.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import { toClientKey } from '#platform/http/client.ts'
import type { CreateLimit } from '#platform/http/shared-limit.ts'
import { CUSTOMER, storeAnnouncement } from './announce-order.ts'
import { storeAnswer } from './answer-question.ts'
import { orderArrived, orderMissing } from './order-errors.ts'
import { addOrderEvent } from './order-events.ts'
import { queueOrderMail } from './order-news.ts'
import type { OrderOptions } from './order-options.ts'
import type { OrderRepository } from './order-repository.ts'
import { readOrderTable } from './order-table.ts'

/** Announcements without a login for one address, which a stranger may have typed: each and its cancellation send a mail. */
const MAILED_A_DAY = 5
/** Announcements of one account, or of one client without a login. */
const ANNOUNCEMENTS_AN_HOUR = 20

interface Options extends OrderOptions {
  createLimit: CreateLimit
  orders: OrderRepository
  notices: NoticeRepository
}

/** Routes of customers. The BFF, which knows the visitor, limits guesses of codes. */
export const orderRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { db, digest, now, createLimit, orders, notices } = options
  const limit = createLimit('order', { max: ANNOUNCEMENTS_AN_HOUR, windowMs: HOUR_MS })
  const mailLimit = createLimit('order-mail', { max: MAILED_A_DAY, windowMs: DAY_MS })

  addRoute(app, readTableCall, async () => ok(await readOrderTable(db)))

  addRoute(app, announceOrder, async ({ body, account, ip }) => {
    const { source = 'site' } = body
    if (source === 'batch' && !account) throw unauthenticated()
    const email: { email?: string } = body.email === undefined ? {} : { email: requireEmail(body.email) }
    await limit.use(account?.id ?? toClientKey(ip))
    if (!account && email.email !== undefined) await mailLimit.use(email.email.toLowerCase())
    const stored = await db
      .transaction()
      .execute((trx) => storeAnnouncement(trx, { ...body, ...email }, account, { digest, now, source }))
    return ok(stored)
  })

  addRoute(app, checkOrder, async ({ body }) => ok(await orders.readByCode(body.orderNo, body.code)))

  addRoute(app, cancelOrder, async ({ body: { orderNo, code }, account }) => {
    if (!(await orders.isCustomer(orderNo, code, account?.id ?? null))) throw orderMissing()
    await db.transaction().execute(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('orders')
        .set((eb) => ({ state: 'cancelled', closed_at: now(), revision: eb('revision', '+', 1) }))
        .where('order_no', '=', orderNo)
        .where('state', '=', 'announced')
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw orderArrived()
      const by = { id: account?.id ?? null, name: CUSTOMER }
      await addOrderEvent(trx, { orderNo, sampleNo: null, kind: 'cancel', at: now(), by, detail: {} })
      await queueOrderMail(trx, orderNo, 'cancelled', now())
    })
    return ok(null)
  })

  addRoute(app, answerQuestion, async ({ body, account }) => {
    if (!(await orders.isCustomer(body.orderNo, body.code, account?.id ?? null))) throw orderMissing()
    const by = { id: account?.id ?? null, name: CUSTOMER }
    const { holderId, text } = await db.transaction().execute((trx) => storeAnswer(trx, body, { by, digest, now }))
    if (holderId !== null) {
      const content = `委托单 ${body.orderNo} 的第 ${body.item} 件：委托方答复“${text}”，可以继续检测。`
      await notices.notify({ to: holderId, type: NOTICE.system, content })
    }
    return ok((await orders.readProgress(body.orderNo)) as OrderProgress)
  })

  addRoute(app, listOwnOrders, async (request) => ok(await orders.listOwn(getAccount(request).id)))

  addRoute(app, getOwnOrder, async (request) => {
    const { orderNo } = request.params
    const progress = (await orders.isOwn(orderNo, getAccount(request).id)) ? await orders.readProgress(orderNo) : null
    if (!progress) throw orderMissing()
    return ok({ ...progress, ...(await orders.readPrivate(orderNo)) })
  })
}
