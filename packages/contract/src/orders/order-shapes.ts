import { type Static, Type } from 'typebox'
import { CERTIFICATE_CATEGORIES, type CertificateCategory } from '#certificates/certificate-states.ts'
import { nullable, nullableString, wireDay } from '#shapes.ts'
import { MASS_PATTERN } from './mass-tolerance.ts'
import {
  ITEM_OUTCOMES,
  ITEM_PLACES,
  ITEM_WORKS,
  type ItemOutcome,
  type ItemPlace,
  type ItemWork,
  ORDER_MAX,
  ORDER_PRIORITIES,
  ORDER_STATES,
  type OrderPriority,
  type OrderState,
  PAYMENT_STATES,
  type PaymentState,
  WAYS_BACK,
  WAYS_IN,
  type WayBack,
  type WayIn,
} from './order-rules.ts'

export const createEnum = <T extends string>(names: Record<T, unknown>) =>
  Type.Unsafe<T>({ type: 'string', enum: Object.keys(names) })
export const nullableEnum = <T extends string>(names: Record<T, unknown>) =>
  Type.Unsafe<T | null>({ type: ['string', 'null'], enum: [...Object.keys(names), null] })

export const OrderNo = Type.String({ pattern: '^WT\\d{14}$', examples: ['WT20261120000425'] })
export const SampleNo = Type.String({ pattern: '^YP\\d{17}$', examples: ['YP20261120000420013'] })
export const orderState = createEnum<OrderState>(ORDER_STATES)
export const category = createEnum<CertificateCategory>(CERTIFICATE_CATEGORIES)
/** A union of two schemas would turn `null` into 0, because upstream coerces types. */
const declaredCents = Type.Unsafe<number | null>({
  type: ['integer', 'null'],
  minimum: 0,
  maximum: ORDER_MAX.declaredCents,
})
const mass = Type.String({ pattern: MASS_PATTERN, examples: ['4.820'] })

/** An item as the customer announces it. */
export const StatedItem = Type.Object({
  statedName: Type.String({ minLength: 1, maxLength: ORDER_MAX.statedName }),
  category,
  count: Type.Integer({ minimum: 1, maximum: ORDER_MAX.count }),
  serviceCodes: Type.Array(Type.String({ minLength: 1, maxLength: 20 }), {
    minItems: 1,
    maxItems: ORDER_MAX.services,
    uniqueItems: true,
    examples: [['ID']],
  }),
  /** g; left out: not stated. */
  statedMassG: Type.Optional(mass),
  /** CNY cents; `null`: the customer declares no value (未声明). */
  declaredCents,
  /** What the laboratory must take care of, e.g. glued parts. */
  care: Type.Optional(Type.String({ maxLength: ORDER_MAX.care })),
  /** The customer's own number of the item. */
  reference: Type.Optional(Type.String({ minLength: 1, maxLength: ORDER_MAX.reference })),
})
export type StatedItem = Static<typeof StatedItem>

/** An order as the customer announces it. */
export const statedOrder = {
  customerName: Type.String({ minLength: 1, maxLength: ORDER_MAX.name }),
  phone: Type.String({ pattern: '^[0-9 +-]{5,20}$', examples: ['138 0000 0000'] }),
  /** Receives notices; left out: none. */
  email: Type.Optional(Type.String({ minLength: 3, maxLength: ORDER_MAX.email, examples: ['li@example.test'] })),
  wayIn: createEnum<WayIn>(WAYS_IN),
  wayBack: createEnum<WayBack>(WAYS_BACK),
  /** Required when the items come back by courier. */
  address: Type.Optional(Type.String({ maxLength: ORDER_MAX.address })),
  /** People who may collect the items besides the customer. */
  collectors: Type.Array(Type.String({ minLength: 1, maxLength: ORDER_MAX.collector }), {
    maxItems: ORDER_MAX.collectors,
    examples: [['王代领']],
  }),
  priority: createEnum<OrderPriority>(ORDER_PRIORITIES),
  items: Type.Array(StatedItem, {
    minItems: 1,
    maxItems: ORDER_MAX.items,
    examples: [[{ statedName: '翡翠手镯', category: 'jade', count: 1, serviceCodes: ['ID'], declaredCents: null }]],
  }),
}

export const Fee = Type.Object({
  /** Number of the item from 1; `null`: the whole order. */
  item: nullable(Type.Integer()),
  code: Type.String(),
  name: Type.String(),
  units: Type.Integer(),
  /** CNY cents. */
  cents: Type.Integer(),
})
export type Fee = Static<typeof Fee>

export const progressItem = {
  /** Number within the order, from 1. */
  item: Type.Integer(),
  sampleNo: SampleNo,
  statedName: Type.String(),
  category,
  count: Type.Integer(),
  work: createEnum<ItemWork>(ITEM_WORKS),
  place: createEnum<ItemPlace>(ITEM_PLACES),
  isHeld: Type.Boolean(),
  outcome: nullableEnum<ItemOutcome>(ITEM_OUTCOMES),
  /** `null` until the item was received. */
  dueOn: nullable(wireDay),
  /** Number of the published certificate. */
  certificateNo: nullableString,
}

/** Answer that a question offers, with what it adds to fees and days. */
export const Choice = Type.Object({
  text: Type.String({ minLength: 1, maxLength: ORDER_MAX.choice }),
  cents: Type.Integer({ minimum: 0, maximum: ORDER_MAX.choiceCents }),
  days: Type.Integer({ minimum: 0, maximum: ORDER_MAX.choiceDays }),
})
export type Choice = Static<typeof Choice>

/** Question to the customer; the clock of the item stands still until it is answered. */
export const Question = Type.Object({
  text: Type.String(),
  askTime: Type.String(),
  /** Empty: the customer calls the laboratory. */
  choices: Type.Array(Choice),
})
export type Question = Static<typeof Question>

/** What the holder of order number and query code may read: neither person nor address, picture, value or mass. */
export const OrderProgress = Type.Object({
  orderNo: OrderNo,
  state: orderState,
  /** Latest due day of its items; an estimate until everything was received. */
  dueOn: nullable(wireDay),
  priority: createEnum<OrderPriority>(ORDER_PRIORITIES),
  wayIn: createEnum<WayIn>(WAYS_IN),
  wayBack: createEnum<WayBack>(WAYS_BACK),
  /** `yyyy-MM-dd HH:mm:ss` in UTC+8, as all times here. */
  createTime: Type.String(),
  receiveTime: nullableString,
  /** Time when everything was ready; a return to the bench does not change it. */
  readyTime: nullableString,
  closeTime: nullableString,
  items: Type.Array(
    Type.Object({
      ...progressItem,
      question: nullable(Question),
      /** Reason of the laboratory for an item that was refused, or gets no certificate. */
      reason: nullableString,
    }),
  ),
  fees: Type.Array(Fee),
  totalCents: Type.Integer(),
  payment: createEnum<PaymentState>(PAYMENT_STATES),
  carrier: nullableString,
  trackingNo: nullableString,
})
export type OrderProgress = Static<typeof OrderProgress>

/** A member's own order in a list. */
export const OwnOrder = Type.Object({
  orderNo: OrderNo,
  state: orderState,
  dueOn: nullable(wireDay),
  createTime: Type.String(),
  readyTime: nullableString,
  wayBack: createEnum<WayBack>(WAYS_BACK),
  items: Type.Integer(),
  /** Name of the first item. */
  firstName: Type.String(),
  totalCents: Type.Integer(),
  /** Questions that wait for the customer's answer. */
  questions: Type.Integer(),
})
export type OwnOrder = Static<typeof OwnOrder>
