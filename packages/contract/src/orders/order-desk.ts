import { Type } from 'typebox'
import { defineCall } from '#call.ts'
import { CODE_PATTERN } from '#certificates/certificate-number.ts'
import { nothing, wireDay } from '#shapes.ts'
import {
  divisionG,
  Identity,
  ManagedOrder,
  massG,
  readers,
  reason,
  reception,
  revision,
  Sample,
} from './manage-orders.ts'
import { ORDER_MAX, PAYMENT_WAYS, type PaymentWay } from './order-rules.ts'
import { createEnum, OrderNo, SampleNo, StatedItem } from './order-shapes.ts'
import { announceOrder } from './orders.ts'

/** Ours: what reception and owners do with a whole order. */

const params = Type.Object({ orderNo: OrderNo })
const owner = { access: 'staff', duties: ['owner'] } as const
const code = Type.String({ pattern: CODE_PATTERN, examples: ['7KQ4RM'] })

const ITEM = { statedName: '银链', category: 'metal', count: 1, serviceCodes: ['ID'], declaredCents: null }

export const announceAtCounter = defineCall('POST /v1/manage/orders', {
  ...reception,
  summary: 'Ours: announces an order for a customer who stands at the counter',
  body: announceOrder.body,
  data: announceOrder.data,
  audit: 'order.announce',
})

export const addItem = defineCall('POST /v1/manage/orders/{orderNo}/items', {
  ...reception,
  summary: 'Ours: adds an item that was brought and not announced, with its fees',
  params,
  body: Type.Object({ revision, item: Type.Object(StatedItem.properties, { examples: [ITEM] }) }),
  data: ManagedOrder,
  audit: 'order.addItem',
})

export const renewCode = defineCall('POST /v1/manage/orders/{orderNo}/code', {
  ...reception,
  summary: 'Ours: makes a new query code for a receipt; the earlier one is invalid then',
  params,
  data: Type.Object({ code }),
  audit: 'order.code',
})

export const identifyRecipient = defineCall('POST /v1/manage/orders/{orderNo}/identity', {
  access: 'staff',
  duties: ['reception', 'support', 'certify', 'approve'],
  summary: 'Ours: notes that the document of a recipient was checked. Another person hands the items out',
  params,
  body: Identity,
  data: nothing,
  audit: 'order.identify',
})

export const notePayment = defineCall('POST /v1/manage/orders/{orderNo}/payments', {
  ...reception,
  summary: 'Ours: notes money that was paid, paid back, or billed on account; nothing is charged here',
  params,
  body: Type.Object({
    cents: Type.Integer({ minimum: -ORDER_MAX.declaredCents, maximum: ORDER_MAX.declaredCents }),
    way: createEnum<PaymentWay>(PAYMENT_WAYS),
    day: wireDay,
    voucher: Type.Optional(Type.String({ maxLength: ORDER_MAX.voucher })),
    /** Idempotency key: a second form with the same key changes nothing. */
    ref: Type.String({ pattern: '^[\\w-]{16,64}$', examples: ['0123456789abcdef'] }),
  }),
  data: ManagedOrder,
  audit: 'order.pay',
})

export const strikePayment = defineCall('POST /v1/manage/orders/{orderNo}/payments/{id}/strike', {
  ...owner,
  fresh: true,
  summary: 'Ours: strikes out an entry of a payment; it stays readable',
  params: Type.Object({ orderNo: OrderNo, id: Type.Integer({ minimum: 1 }) }),
  body: Type.Object({ reason }),
  data: ManagedOrder,
  audit: 'order.strike',
})

export const openDispute = defineCall('POST /v1/manage/orders/{orderNo}/dispute', {
  ...readers,
  summary: 'Ours: opens a dispute about an order, and tells the owners',
  params,
  body: Type.Object({ text: reason }),
  data: ManagedOrder,
  audit: 'order.dispute',
})

export const settleDispute = defineCall('POST /v1/manage/orders/{orderNo}/dispute/settle', {
  ...owner,
  summary: 'Ours: ends a dispute with its result; the custody chain stays as it is',
  params,
  body: Type.Object({ text: reason }),
  data: ManagedOrder,
  audit: 'order.settle',
})

export const correctMass = defineCall('POST /v1/manage/samples/{sampleNo}/mass', {
  ...reception,
  summary:
    'Ours: corrects the mass of a sample before its tests begin; another person than the one who weighed it before',
  params: Type.Object({ sampleNo: SampleNo }),
  body: Type.Object({ revision, massG, divisionG, text: reason }),
  data: Sample,
  audit: 'order.correct',
})

export const releaseItem = defineCall('POST /v1/manage/samples/{sampleNo}/release', {
  ...owner,
  fresh: true,
  summary: 'Ours: lets an item go whose mass differs beyond the tolerance',
  params: Type.Object({ sampleNo: SampleNo }),
  body: Type.Object({ revision, text: reason }),
  data: Sample,
  audit: 'order.release',
})

export const makeDraft = defineCall('POST /v1/manage/samples/{sampleNo}/draft', {
  access: 'staff',
  duties: ['certify'],
  summary: 'Ours: makes the draft of the certificate of a sample, with mass, pictures and day of receipt',
  params: Type.Object({ sampleNo: SampleNo }),
  body: Type.Object({ revision }),
  data: Type.Object({ certificateNo: Type.String() }),
  audit: 'order.draft',
})

export const orderDeskCalls = [
  announceAtCounter,
  addItem,
  renewCode,
  identifyRecipient,
  notePayment,
  strikePayment,
  openDispute,
  settleDispute,
  correctMass,
  releaseItem,
  makeDraft,
] as const
