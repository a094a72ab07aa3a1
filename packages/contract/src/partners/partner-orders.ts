import { type Static, Type } from 'typebox'
import { defineCall } from '../call.ts'
import { ORDER_MAX } from '../orders/order-rules.ts'
import { OrderNo, OrderProgress, progressItem, statedOrder } from '../orders/order-shapes.ts'
import { queryCode } from '../orders/orders.ts'
import { nullable, nullableString } from '../shapes.ts'
import { byPartner } from './partner-rules.ts'

/** Ours: orders (送检) that programs of partners announce and follow. */

/** An item as its partner sees it: neither text nor mass nor value. */
const PartnerItem = Type.Object({
  ...Type.Omit(Type.Object(progressItem), ['statedName', 'category', 'count']).properties,
  /** The partner's own number of the item. */
  reference: nullableString,
})

/** Progress of an order: neither person nor text, mass or price. */
export const PartnerOrder = Type.Object({
  ...Type.Pick(OrderProgress, ['orderNo', 'state', 'dueOn', 'createTime', 'receiveTime', 'readyTime', 'closeTime'])
    .properties,
  /** The partner's own number of the order. */
  reference: Type.String(),
  items: Type.Array(PartnerItem),
})
export type PartnerOrder = Static<typeof PartnerOrder>

export const announcePartnerOrder = defineCall('POST /v1/partner/orders', {
  ...byPartner,
  summary:
    'Ours: announces samples; the same order again for a repeated body, 409 for another body with the same reference; for partners',
  body: Type.Object({
    ...statedOrder,
    /** Number of the partner for this order, once for each order. */
    reference: Type.String({
      minLength: 1,
      maxLength: ORDER_MAX.reference,
      pattern: '\\S',
      examples: ['PO-20261120-17'],
    }),
    /** Total by the fee sheet of `GET /v1/orders/table`; 409 with the present one when they differ. CNY cents. */
    totalCents: Type.Integer({ minimum: 0 }),
  }),
  data: Type.Object({
    ...PartnerOrder.properties,
    /** Query code of the order's page on the site, shown this once; `null` for a repeated body. */
    code: nullable(queryCode),
  }),
})

export const getPartnerOrder = defineCall('GET /v1/partner/orders/{orderNo}', {
  ...byPartner,
  summary: 'Ours: progress of an order that the partner announced; for partners',
  params: Type.Object({ orderNo: OrderNo }),
  data: PartnerOrder,
})

export const listPartnerOrderChanges = defineCall('GET /v1/partner/orders/changes', {
  ...byPartner,
  summary:
    'Ours: orders that the partner announced and that changed since, oldest change first; 20 at most; costs nothing; for partners',
  query: Type.Object({
    /** `next` of the previous answer; the list starts at the first order when left out. */
    after: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  }),
  data: Type.Object({
    records: Type.Array(PartnerOrder),
    /** `after` of the next call. */
    next: Type.Integer({ minimum: 0 }),
    /** The next call may be made at once. */
    hasMore: Type.Boolean(),
  }),
})

export const partnerOrderCalls = [announcePartnerOrder, getPartnerOrder, listPartnerOrderChanges] as const
