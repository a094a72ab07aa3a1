import { DAY_MS } from '@portal/contract/constants.ts'
import { CODE } from '@portal/contract/errors.ts'
import {
  announcePartnerOrder,
  getPartnerOrder,
  listPartnerOrderChanges,
} from '@portal/contract/partners/partner-orders.ts'
import { ITEMS_A_DAY, ORDERS_A_DAY } from '@portal/contract/partners/partner-rules.ts'
import type { FastifyPluginAsync } from 'fastify'
import { requireEmail } from '#accounts/login/email-codes.ts'
import { findPartner } from '#partners/lookups/partner-access.ts'
import { orderRefusal, ordersUsedUp, orderUnknown } from '#partners/lookups/partner-errors.ts'
import type { Db } from '#platform/db/open.ts'
import { AppError } from '#platform/errors.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import type { CreateLimit } from '#platform/http/shared-limit.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { findPartnerOrder, listOrderChanges, storePartnerOrder } from './partner-orders.ts'
import { answerSampleOrder, findSampleOrder, listSampleOrders } from './sample-orders.ts'

interface Options {
  db: Db
  digest: Digest
  now: () => number
  createLimit: CreateLimit
}

/** Orders of partners' programs. A test key gets samples, and nothing is stored. */
export const partnerOrderRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { db, digest, now, createLimit } = options
  const day = { windowMs: DAY_MS, refusal: ordersUsedUp }
  const orders = createLimit('partner-order', { max: ORDERS_A_DAY, ...day })
  const items = createLimit('partner-order-item', { max: ITEMS_A_DAY, ...day })

  addRoute(app, announcePartnerOrder, async (request) => {
    const { body } = request
    const partner = await findPartner(options, request, 'orders')
    if (partner.isTest) return ok(answerSampleOrder(body))
    const key = String(partner.id)
    const stored = await db
      .transaction()
      .execute(async (trx) => {
        const email = body.email === undefined ? {} : { email: requireEmail(body.email) }
        const announced = await storePartnerOrder(trx, { ...body, ...email }, partner, { digest, now })
        // A repeated announcement costs nothing. A refusal takes the order back.
        if (announced.code === null) return announced
        await orders.use(key, 1, trx)
        await items.use(key, body.items.length, trx)
        return announced
      })
      .catch(nameReason)
    const order = await findPartnerOrder(db, partner.id, stored.orderNo)
    if (!order) throw orderUnknown()
    return ok({ ...order, code: stored.code })
  })

  addRoute(app, getPartnerOrder, async (request) => {
    const partner = await findPartner(options, request, 'orders')
    const { orderNo } = request.params
    const order = partner.isTest ? findSampleOrder(orderNo) : await findPartnerOrder(db, partner.id, orderNo)
    if (!order) throw orderUnknown()
    return ok(order)
  })

  addRoute(app, listPartnerOrderChanges, async (request) => {
    const partner = await findPartner(options, request, 'orders')
    const { after = 0 } = request.query
    return ok(partner.isTest ? listSampleOrders(after) : await listOrderChanges(db, partner.id, after))
  })
}

/** Names the reason of a refusal by a rule of orders. @throws AppError always */
function nameReason(error: unknown): never {
  if (!(error instanceof AppError) || error.extra.reason !== undefined) throw error
  if (error.code === CODE.conflict) throw orderRefusal(error, CODE.conflict, 'totalChanged')
  if (error.code === CODE.rule) throw orderRefusal(error, CODE.refused, 'ordersClosed')
  throw orderRefusal(error, CODE.malformed, 'orderWrong')
}
