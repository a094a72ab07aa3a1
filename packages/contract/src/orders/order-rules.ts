import type { Duty } from '#accounts/duties.ts'
import { ORDER_ITEMS_MAX } from '#numbers/typed-numbers.ts'

/** States and limits of orders (送检). The module loads no schemas, because web imports it. */

/** Maximum lengths in characters, and other limits. */
export const ORDER_MAX = {
  items: ORDER_ITEMS_MAX,
  /** Items of one form on the site. */
  formItems: 40,
  name: 40,
  phone: 20,
  email: 100,
  address: 200,
  collectors: 3,
  collector: 20,
  statedName: 60,
  /** Pieces in one bag. */
  count: 999,
  services: 8,
  declaredCents: 10_000_000_000,
  care: 200,
  reference: 40,
  reason: 400,
  conditionNote: 400,
  /** Pictures of an item at reception, and of its return. */
  pictures: 8,
  /** Answers that a question offers. */
  choices: 4,
  choice: 60,
  /** CNY cents that an answer may add to the fees. */
  choiceCents: 10_000_000,
  /** Working days that an answer may add. */
  choiceDays: 60,
  voucher: 40,
} as const

/** How long data of a closed order is kept, unless the laboratory sets longer times: contacts, and everything. */
export const CONTACT_DAYS = 365
export const KEPT_YEARS = 6

/** Highest number that the first order of a day may have, so that 10,000 numbers are left for the day. */
export const FIRST_SERIAL_MAX = 90_000

/** Settings that are integers, with the least and the greatest value. */
export const ORDER_RANGES = {
  orderUrgentPercent: [0, 300],
  orderFirstSerial: [1, FIRST_SERIAL_MAX],
  orderContactDays: [30, 3650],
  orderKeptYears: [KEPT_YEARS, 30],
} as const
export type RangedOrderSetting = keyof typeof ORDER_RANGES

/** Finds the fault of such a setting; `null`: none. */
export function findRangeFault(name: RangedOrderSetting, value: number): string | null {
  const [least, most] = ORDER_RANGES[name]
  return Number.isInteger(value) && value >= least && value <= most ? null : `${least} 到 ${most} 的整数`
}

/** How a customer paid. `account` (月结) is billed and not paid yet. */
export const PAYMENT_WAYS = { cash: '现金', code: '扫码', transfer: '转账', company: '对公', account: '月结' } as const
export type PaymentWay = keyof typeof PAYMENT_WAYS

export const PAYMENT_STATES = { unpaid: '未付', partly: '部分已付', paid: '已付', invoiced: '月结' } as const
export type PaymentState = keyof typeof PAYMENT_STATES

/** Sums of an order, CNY cents. */
export interface PaidSums {
  totalCents: number
  paidCents: number
  /** Billed on account. */
  billedCents: number
}

/** Derives whether an order is paid. Refunds have lowered `paidCents` already. */
export function derivePaymentState({ totalCents, paidCents, billedCents }: PaidSums): PaymentState {
  if (paidCents >= totalCents) return 'paid'
  if (paidCents + billedCents >= totalCents) return 'invoiced'
  return paidCents + billedCents > 0 ? 'partly' : 'unpaid'
}

/** State of an order, derived from its items by `deriveOrderState`, but for `cancelled` and `expired`. */
export const ORDER_STATES = {
  announced: '已预约',
  received: '在检',
  ready: '可领',
  closed: '已完成',
  cancelled: '已取消',
  expired: '已过期',
} as const
export type OrderState = keyof typeof ORDER_STATES

/** Longest period of the statistics, in days. */
export const STATISTICS_DAYS = 92

/**
 * Filters of order lists besides the state: received today, a sample is late, a question is open, a weighing beyond the tolerance
 * waits for its release, a dispute is not settled, the samples have not been collected for `UNCOLLECTED_DAYS`.
 */
export const ORDER_MARKS = {
  today: '今天收样',
  late: '超时',
  held: '等答复',
  excess: '复称超出',
  disputed: '异议',
  uncollected: '久存未领',
} as const
/** Days after which a ready order counts as not collected. */
export const UNCOLLECTED_DAYS = 30
/** Days for which a pick-up code is valid. */
export const PICKUP_DAYS = 30
export type OrderMark = keyof typeof ORDER_MARKS

/** What has been done with an item. */
export const ITEM_WORKS = {
  announced: '待送达',
  accepted: '已收样',
  testing: '检测中',
  review: '复核签发',
  done: '检毕',
} as const
export type ItemWork = keyof typeof ITEM_WORKS

/** How the work on an item ended. */
export const ITEM_OUTCOMES = {
  certificate: '已签发证书',
  noCertificate: '不出证书',
  refused: '未收',
  returned: '按现状退回',
  lost: '遗失',
} as const
export type ItemOutcome = keyof typeof ITEM_OUTCOMES

/** Where an item is. */
export const ITEM_PLACES = {
  customer: '委托方',
  reception: '收发',
  tray: '样品柜',
  person: '检测人员',
  collected: '已领回',
  shipped: '已寄出',
} as const
export type ItemPlace = keyof typeof ITEM_PLACES

/** Makes the name of a tray comparable: spaces, capitals and full-width characters do not count. */
export const toTrayCode = (name: string): string => name.normalize('NFKC').replace(/\s/g, '').toUpperCase()

export const WAYS_IN = { counter: '到店送交', courier: '快递寄来' } as const
export const WAYS_BACK = { counter: '到店领取', courier: '快递寄回' } as const
export const ORDER_PRIORITIES = { normal: '普通', urgent: '加急' } as const
export type WayIn = keyof typeof WAYS_IN
export type WayBack = keyof typeof WAYS_BACK
export type OrderPriority = keyof typeof ORDER_PRIORITIES

/** Where an order was announced. */
export const ORDER_SOURCES = { site: '网站', counter: '柜台', batch: '批量', partner: '合作方' } as const
export type OrderSource = keyof typeof ORDER_SOURCES

export const MASS_ALARMS = { open: '复称超出', released: '负责人已放行' } as const
export type MassAlarm = keyof typeof MASS_ALARMS

/** Marks for the condition of an item at reception. */
export const CONDITION_MARKS = [
  '完好',
  '划痕',
  '缺损',
  '裂纹',
  '镶口松动',
  '胶粘痕',
  '变形',
  '附吊牌',
  '附原证书',
] as const
export type ConditionMark = (typeof CONDITION_MARKS)[number]

/** An item as far as its next steps depend on it. */
export interface ItemStanding {
  work: ItemWork
  place: ItemPlace
  /** A question to the customer is open. */
  isHeld: boolean
  outcome: ItemOutcome | null
}

interface ItemStep {
  /** Works from which the step is possible. */
  from: readonly ItemWork[]
  /** Places at which the step is possible; `HERE` when left out. */
  places?: readonly ItemPlace[]
  /** Duties that may take the step, besides `owner`. */
  duties: readonly Duty[]
  /** Whether a question must be open (`true`), must not be (`false`), or does not matter (left out). */
  isHeld?: boolean
  /** Changes of the item. */
  to: Partial<ItemStanding>
}

const HERE: readonly ItemPlace[] = ['reception', 'tray', 'person']
const BENCH: readonly Duty[] = ['certify']
const BOTH: readonly Duty[] = ['reception', 'certify']
const RECEPTION: readonly Duty[] = ['reception']

/** Steps of an item. Each is one event of the custody chain. */
export const ITEM_STEPS = {
  receive: {
    from: ['announced'],
    places: ['customer'],
    duties: RECEPTION,
    to: { work: 'accepted', place: 'reception' },
  },
  refuse: { from: ['announced'], places: ['customer'], duties: RECEPTION, to: { work: 'done', outcome: 'refused' } },
  /** Corrects the mass at reception, until the tests begin. */
  correct: { from: ['accepted'], duties: RECEPTION, to: {} },
  /** Puts an item into a tray of the cabinet. */
  store: { from: ['accepted', 'testing', 'review', 'done'], duties: BOTH, to: { place: 'tray' } },
  /** Takes an item to one's own bench, which begins the tests. */
  take: { from: ['accepted', 'testing', 'review'], duties: BENCH, isHeld: false, to: { place: 'person' } },
  /** Brings an item back to reception. */
  bring: { from: ['accepted', 'testing', 'review', 'done'], duties: BOTH, to: { place: 'reception' } },
  ask: { from: ['accepted', 'testing', 'review'], duties: BOTH, isHeld: false, to: { isHeld: true } },
  answer: {
    from: ['accepted', 'testing', 'review'],
    duties: ['reception', 'support', 'certify'],
    isHeld: true,
    to: { isHeld: false },
  },
  /** Begins the draft of its certificate. */
  draft: { from: ['testing'], duties: BENCH, isHeld: false, to: {} },
  /** The draft was submitted at the certificate desk, sent back, or discarded: these steps follow it. */
  submit: { from: ['testing'], duties: BENCH, to: { work: 'review' } },
  sendBack: { from: ['review'], duties: BENCH, to: { work: 'testing' } },
  discard: { from: ['testing', 'review'], duties: BENCH, to: { work: 'testing' } },
  /** Ends the work with a published certificate. */
  finish: { from: ['testing', 'review'], duties: BENCH, isHeld: false, to: { work: 'done', outcome: 'certificate' } },
  /** Ends the tests without a certificate. */
  end: { from: ['testing'], duties: BENCH, isHeld: false, to: { work: 'done', outcome: 'noCertificate' } },
  /** Ends the work because the customer withdraws the item. */
  withdraw: {
    from: ['accepted', 'testing'],
    duties: RECEPTION,
    to: { work: 'done', outcome: 'returned', isHeld: false },
  },
  handOut: { from: ['done'], places: ['reception'], duties: RECEPTION, isHeld: false, to: { place: 'collected' } },
  ship: { from: ['done'], places: ['reception'], duties: RECEPTION, isHeld: false, to: { place: 'shipped' } },
} as const satisfies Record<string, ItemStep>
export type ItemStepName = keyof typeof ITEM_STEPS

/** Steps that need nothing besides a tray, a question or a reason. */
export const PLAIN_STEPS = ['refuse', 'store', 'take', 'bring', 'ask', 'answer', 'end', 'withdraw'] as const

export const ITEM_STEP_NAMES: Readonly<Record<ItemStepName, string>> = {
  receive: '收样',
  refuse: '不收',
  correct: '更正质量',
  store: '入柜',
  take: '取样',
  bring: '交回收发',
  ask: '询问委托方',
  answer: '委托方答复',
  draft: '建证书草稿',
  submit: '提交复核',
  sendBack: '退回修改',
  discard: '草稿作废',
  finish: '出证书',
  end: '不出证书',
  withdraw: '撤回',
  handOut: '领回',
  ship: '寄出',
}

/** Returns the item after a step, or `null` when its state does not allow the step. */
export function applyStep(item: ItemStanding, name: ItemStepName): ItemStanding | null {
  const step: ItemStep = ITEM_STEPS[name]
  const isPossible =
    step.from.includes(item.work) &&
    (step.places ?? HERE).includes(item.place) &&
    (step.isHeld === undefined || step.isHeld === item.isHeld)
  if (!isPossible) return null
  const begins = name === 'take' && item.work === 'accepted'
  return { ...item, ...(begins && { work: 'testing' }), ...step.to }
}

/** Returns whether duties allow a step. */
export function mayTakeStep(duties: readonly Duty[], name: ItemStepName): boolean {
  const allowed: readonly Duty[] = ITEM_STEPS[name].duties
  return duties.some((duty) => duty === 'owner' || allowed.includes(duty))
}

/** Derives the state of an order that is neither cancelled nor expired. Refused items count only when nothing was received. */
export function deriveOrderState(items: readonly ItemStanding[]): OrderState {
  const received = items.filter(({ work, outcome }) => work !== 'announced' && outcome !== 'refused')
  if (received.length === 0) return items.every(({ outcome }) => outcome === 'refused') ? 'closed' : 'announced'
  const here = received.filter(({ place }) => place !== 'collected' && place !== 'shipped')
  if (here.length === 0) return items.some(({ work }) => work === 'announced') ? 'received' : 'closed'
  return here.every(({ work, place }) => work === 'done' && place === 'reception') ? 'ready' : 'received'
}
