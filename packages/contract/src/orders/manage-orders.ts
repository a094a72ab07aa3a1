import { type Static, Type } from 'typebox'
import { defineCall } from '#call.ts'
import { NUMBER_PATTERN } from '#certificates/certificate-number.ts'
import { nullable, nullableString, wireDay } from '#shapes.ts'
import { MASS_PATTERN } from './mass-tolerance.ts'
import { samplePictures } from './order-pictures.ts'
import {
  CONDITION_MARKS,
  type ConditionMark,
  MASS_ALARMS,
  type MassAlarm,
  ORDER_MARKS,
  ORDER_MAX,
  ORDER_PRIORITIES,
  ORDER_SOURCES,
  type OrderMark,
  type OrderPriority,
  type OrderSource,
  PAYMENT_STATES,
  PAYMENT_WAYS,
  type PaymentState,
  type PaymentWay,
  PLAIN_STEPS,
} from './order-rules.ts'
import {
  Choice,
  category,
  createEnum,
  Fee,
  nullableEnum,
  OrderNo,
  orderState,
  progressItem,
  Question,
  SampleNo,
  statedOrder,
} from './order-shapes.ts'

/** Ours: orders (送检) as staff take them in, test them and give them back. */

export const readers = { access: 'staff', duties: ['reception', 'support'] } as const
export const reception = { access: 'staff', duties: ['reception'] } as const
const bench = { access: 'staff', duties: ['reception', 'certify', 'approve'] } as const

export const revision = Type.Integer({ minimum: 1 })
/** A weighed mass, g; never 0. */
export const massG = Type.String({ pattern: `(?=.*[1-9])${MASS_PATTERN}`, examples: ['4.820'] })
/** Division of the balance, g. */
export const divisionG = Type.Unsafe<'0.1' | '0.01' | '0.001' | '0.0001'>({
  type: 'string',
  enum: ['0.1', '0.01', '0.001', '0.0001'],
})
const mark = Type.Unsafe<ConditionMark>({ type: 'string', enum: [...CONDITION_MARKS] })
export const reason = Type.String({ minLength: 4, maxLength: ORDER_MAX.reason })

/** A sample as the bench sees it: neither customer nor stated name nor value, so that nothing influences the tests. */
export const Sample = Type.Object({
  ...Type.Omit(Type.Object(progressItem), ['statedName']).properties,
  orderNo: OrderNo,
  priority: createEnum<OrderPriority>(ORDER_PRIORITIES),
  /** `null` until it was received. */
  receiveTime: nullableString,
  serviceCodes: Type.Array(Type.String()),
  massInG: nullableString,
  divisionInG: nullableString,
  massOutG: nullableString,
  marks: Type.Array(mark),
  note: nullableString,
  /** What the customer asked to take care of. */
  care: nullableString,
  /** Open question to the customer. */
  question: nullable(Question),
  /** Last question that was answered; `null` while another one is open. */
  answer: nullable(Type.Object({ question: Type.String(), text: Type.String() })),
  /** Names of its pictures, see `getSamplePicture`. */
  pictures: Type.Array(Type.String()),
  /** `open`: weighed out beyond the tolerance. `released`: an owner lets it go nevertheless. */
  alarm: nullableEnum<MassAlarm>(MASS_ALARMS),
  holderId: nullableString,
  holderName: nullableString,
  tray: nullableString,
  revision,
})
export type Sample = Static<typeof Sample>

/** An item as reception sees it. */
const ManagedItem = Type.Object({
  ...Sample.properties,
  statedName: Type.String(),
  statedMassG: nullableString,
  /** CNY cents; `null`: the customer declared no value. */
  declaredCents: nullable(Type.Integer()),
  /** Difference of masses that the return may show, g; `null` until the item was weighed. */
  toleranceG: nullableString,
  reference: nullableString,
})
export type ManagedItem = Static<typeof ManagedItem>

/** Money that staff noted. Nobody changes an entry; an owner strikes it out. */
const Payment = Type.Object({
  id: Type.Integer(),
  /** CNY cents; negative: paid back. */
  cents: Type.Integer(),
  way: createEnum<PaymentWay>(PAYMENT_WAYS),
  day: wireDay,
  voucher: nullableString,
  name: Type.String(),
  time: Type.String(),
  /** Reason; `null`: the entry counts. */
  struck: nullableString,
})
export type Payment = Static<typeof Payment>

/** Row of the list of orders. */
export const OrderRow = Type.Object({
  orderNo: OrderNo,
  state: orderState,
  customerName: Type.String(),
  /** Name of the first item. */
  firstName: Type.String(),
  wayIn: statedOrder.wayIn,
  wayBack: statedOrder.wayBack,
  priority: statedOrder.priority,
  dueOn: nullable(wireDay),
  createTime: Type.String(),
  /** `null` until all samples are ready. */
  readyTime: nullableString,
  items: Type.Integer(),
  /** Number of items that were taken in. */
  received: Type.Integer(),
  held: Type.Integer(),
  payment: createEnum<PaymentState>(PAYMENT_STATES),
  isDisputed: Type.Boolean(),
})
export type OrderRow = Static<typeof OrderRow>

/** Step of the custody chain. */
const OrderEvent = Type.Object({
  sampleNo: nullableString,
  kind: Type.String(),
  time: Type.String(),
  /** Account that took the step; `null`: a customer without one, or the system. */
  byId: nullableString,
  name: Type.String(),
  detail: Type.Record(Type.String(), Type.Unknown()),
  /** Digest of the event, hex; its entry in the audit log has it, too. */
  sha256: Type.String(),
})

export const ManagedOrder = Type.Object({
  ...Type.Omit(Type.Object(statedOrder), ['items', 'phone', 'email', 'address']).properties,
  /**
   * Support sees `*** ` and the last 4 digits, and so do all staff after the contacts were erased. Empty when the samples never
   * came, or the account of the customer was closed.
   */
  phone: Type.String(),
  email: nullableString,
  address: nullableString,
  orderNo: OrderNo,
  state: OrderRow.properties.state,
  dueOn: nullable(wireDay),
  createTime: Type.String(),
  receiveTime: nullableString,
  readyTime: nullableString,
  closeTime: nullableString,
  totalCents: Type.Integer(),
  fees: Type.Array(Fee),
  payment: OrderRow.properties.payment,
  payments: Type.Array(Payment),
  isDisputed: Type.Boolean(),
  source: createEnum<OrderSource>(ORDER_SOURCES),
  /** Partner whose program announced the order, with its own number of the order. */
  partner: nullable(Type.Object({ id: Type.Integer(), name: Type.String(), reference: Type.String() })),
  /** Conditions that the customer accepted; empty: none were set. */
  terms: Type.String(),
  revision,
  items: Type.Array(ManagedItem),
  /** Oldest first. */
  events: Type.Array(OrderEvent),
})
export type ManagedOrder = Static<typeof ManagedOrder>

export const listOrders = defineCall('GET /v1/manage/orders', {
  ...readers,
  summary: 'Ours: orders, 50 a page, newest first',
  query: Type.Object({
    state: Type.Optional(OrderRow.properties.state),
    mark: Type.Optional(createEnum<OrderMark>(ORDER_MARKS)),
    /** Number of an order, or words of the customer's name. */
    q: Type.Optional(Type.String({ maxLength: 60 })),
    /** `next` of the previous page. */
    after: Type.Optional(OrderNo),
  }),
  data: Type.Object({ records: Type.Array(OrderRow), next: nullableString }),
})

export const getOrder = defineCall('GET /v1/manage/orders/{orderNo}', {
  ...readers,
  summary: 'Ours: an order with its items and custody chain',
  params: Type.Object({ orderNo: OrderNo }),
  data: ManagedOrder,
})

export const listBench = defineCall('GET /v1/manage/bench', {
  ...bench,
  summary: 'Ours: samples that are done and not back at reception, then those that are tested, what is due first',
  query: Type.Object({ category: Type.Optional(category), isMine: Type.Optional(Type.Boolean()) }),
  data: Type.Array(Sample),
})

export const listTrays = defineCall('GET /v1/manage/trays', {
  ...bench,
  summary: 'Ours: trays of the cabinet with the samples in them',
  data: Type.Array(
    Type.Object({
      name: Type.String(),
      samples: Type.Array(
        Type.Object({
          sampleNo: SampleNo,
          category,
          massInG: nullableString,
          work: Sample.properties.work,
          /** Ready for collection since more than 30 days. */
          isOverdue: Type.Boolean(),
        }),
      ),
    }),
  ),
})

const params = Type.Object({ sampleNo: SampleNo })

export const receiveItem = defineCall('POST /v1/manage/samples/{sampleNo}/receive', {
  ...reception,
  summary: 'Ours: takes an announced item in',
  params,
  body: Type.Object({
    revision,
    massG,
    divisionG,
    count: Type.Integer({ minimum: 1, maximum: ORDER_MAX.count }),
    marks: Type.Array(mark, { minItems: 1, maxItems: CONDITION_MARKS.length, uniqueItems: true, examples: [['完好']] }),
    note: Type.Optional(Type.String({ maxLength: ORDER_MAX.conditionNote })),
    pictures: Type.Optional(samplePictures),
  }),
  data: Sample,
  audit: 'order.receive',
})

const stepName = Type.Unsafe<(typeof PLAIN_STEPS)[number]>({ type: 'string', enum: [...PLAIN_STEPS] })

export const stepItem = defineCall('POST /v1/manage/samples/{sampleNo}/steps', {
  access: 'staff',
  duties: ['reception', 'support', 'certify'],
  summary: 'Ours: moves a sample, asks the customer, notes the answer, or ends the work on it',
  params,
  body: Type.Object({
    revision,
    step: stepName,
    /** Tray for `store`. */
    tray: Type.Optional(Type.String({ minLength: 1, maxLength: 20 })),
    /** Question, answer or reason; required for all steps but moves. */
    text: Type.Optional(reason),
    /** Answers that a question offers. */
    choices: Type.Optional(
      Type.Array(Choice, { maxItems: ORDER_MAX.choices, examples: [[{ text: '加做红外', cents: 8000, days: 1 }]] }),
    ),
  }),
  data: Sample,
  audit: 'order.step',
})

export const finishItem = defineCall('POST /v1/manage/samples/{sampleNo}/certificate', {
  access: 'staff',
  duties: ['certify'],
  summary: 'Ours: ends the work on a sample with its published certificate',
  params,
  body: Type.Object({
    revision,
    certificateNo: Type.String({ pattern: NUMBER_PATTERN, examples: ['SH20261103001285'] }),
  }),
  data: Sample,
  audit: 'order.finish',
})

/** Name on a document, and its last 4 characters. */
export const Identity = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: ORDER_MAX.name }),
    last4: Type.String({ pattern: '^[0-9A-Za-z]{4}$', examples: ['123X'] }),
  },
  { examples: [{ name: '王代领', last4: '123X' }] },
)

export const handOutItems = defineCall('POST /v1/manage/orders/{orderNo}/hand-out', {
  ...reception,
  summary: 'Ours: weighs items out and gives them to the customer, or to a courier',
  params: Type.Object({ orderNo: OrderNo }),
  body: Type.Object({
    items: Type.Array(Type.Object({ sampleNo: SampleNo, revision, massG, divisionG }), {
      minItems: 1,
      maxItems: ORDER_MAX.items,
      examples: [[{ sampleNo: 'YP20261120000420013', revision: 3, massG: '4.820', divisionG: '0.001' }]],
    }),
    /** Pick-up code; left out: the identity was checked, or a courier collects. */
    pickupCode: Type.Optional(Type.String({ pattern: '^\\d{6}$', examples: ['042713'] })),
    /** Customer or named collector whose document was checked. */
    identity: Type.Optional(Identity),
    /** Required when the fees are not paid. */
    unpaidReason: Type.Optional(reason),
    /** Present when a courier collects. */
    shipment: Type.Optional(
      Type.Object(
        {
          carrier: Type.String({ minLength: 1, maxLength: 40 }),
          trackingNo: Type.String({ minLength: 4, maxLength: 40 }),
        },
        { examples: [{ carrier: '顺丰', trackingNo: 'SF1234567890' }] },
      ),
    ),
  }),
  data: ManagedOrder,
  audit: 'order.handOut',
})

export const manageOrderCalls = [
  listOrders,
  getOrder,
  listBench,
  listTrays,
  receiveItem,
  stepItem,
  finishItem,
  handOutItems,
] as const
