import {
  CalendarClock,
  CircleCheck,
  CircleX,
  type LucideIconData,
  MessageCircleQuestionMark,
  Microscope,
  PackageCheck,
  Stamp,
  Truck,
} from '@lucide/icons'
import { DAY_MS } from '@portal/contract/constants.ts'
import { type ItemWork, PICKUP_DAYS } from '@portal/contract/orders/order-rules.ts'
import type { OrderProgress, OwnOrder } from '@portal/contract/orders/order-shapes.ts'
import { toInstantMs } from '@portal/contract/time.ts'

/** Whether the pick-up code of an order, made when it was ready, is no longer valid. */
export const isPickupExpired = ({ readyTime }: Pick<OrderProgress, 'readyTime'>, nowMs: number): boolean =>
  nowMs - (toInstantMs(readyTime) ?? nowMs) > PICKUP_DAYS * DAY_MS

/* Where an order and its samples stand, in the customer's words. */

export type OrderItem = OrderProgress['items'][number]

export const STEP_NAMES = ['预约', '收样', '检测', '复核签发', '可领', '领回'] as const
const LAST_STEP = STEP_NAMES.length - 1

/** `off`: nothing is expected any more. */
type OrderTone = 'plain' | 'good' | 'warn' | 'off'

export interface OrderStanding {
  title: string
  icon: LucideIconData
  tone: OrderTone
  /** Index of the present step. */
  step: number
  /** Part of the present step that has passed, 0 to 1. */
  share: number
  /** The present step waits for an answer of the customer. */
  isStopped: boolean
}

const WORK_STEPS: Readonly<Record<ItemWork, number>> = { announced: 0, accepted: 1, testing: 2, review: 3, done: 3 }
const RECEIVED_TITLES = ['已收样', '已收样', '检测中', '复核签发'] as const
const RECEIVED_ICONS = [PackageCheck, PackageCheck, Microscope, Stamp] as const
/** Part of a step that is shown as passed when nothing is known about it. */
const HALF = 0.5

export function isReceived({ work, outcome }: OrderItem): boolean {
  return work !== 'announced' && outcome !== 'refused'
}

export const isOut = ({ place }: OrderItem): boolean => place === 'collected' || place === 'shipped'

/** Describes an order by its state, and by the item that is furthest behind while it is tested. */
export function describeOrder({
  state,
  items,
  wayBack,
}: Pick<OrderProgress, 'state' | 'items' | 'wayBack'>): OrderStanding {
  const plain = { tone: 'plain', share: HALF, isStopped: false } as const
  switch (state) {
    case 'announced':
      return { ...plain, title: '等待送达', icon: CalendarClock, step: 0 }
    case 'received':
      return describeTests(items)
    case 'ready':
      return wayBack === 'courier'
        ? { ...plain, title: '等待寄回', icon: Truck, tone: 'good', step: 4 }
        : { ...plain, title: '可以领取', icon: PackageCheck, tone: 'good', step: 4 }
    case 'closed':
      return describeEnd(items)
    case 'cancelled':
      return { ...plain, title: '已取消', icon: CircleX, tone: 'off', step: 0 }
    case 'expired':
      return { ...plain, title: '已过期', icon: CircleX, tone: 'off', step: 0 }
  }
}

function describeTests(items: readonly OrderItem[]): OrderStanding {
  const received = items.filter(isReceived)
  const steps = received.map(({ work }) => WORK_STEPS[work])
  const step = Math.min(3, ...steps)
  const isStopped = received.some(({ isHeld }) => isHeld)
  const ahead = steps.filter((other) => other > step).length
  return {
    title: isStopped ? '等您答复' : (RECEIVED_TITLES[step] ?? ''),
    icon: isStopped ? MessageCircleQuestionMark : (RECEIVED_ICONS[step] ?? Microscope),
    tone: isStopped ? 'warn' : 'plain',
    step,
    share: ahead > 0 ? ahead / steps.length : HALF,
    isStopped,
  }
}

function describeEnd(items: readonly OrderItem[]): OrderStanding {
  const end = { tone: 'off', step: LAST_STEP, share: 1, isStopped: false } as const
  if (!items.some(isReceived)) return { ...end, title: '样品未收', icon: CircleX, step: 1 }
  if (items.some(({ place }) => place === 'shipped')) return { ...end, title: '已寄出', icon: Truck }
  return { ...end, title: '已领回', icon: CircleCheck }
}

/** Standing of an order in a list, which has no items. */
export function describeOwnOrder({ state, questions, wayBack }: OwnOrder): OrderStanding {
  const standing = describeOrder({ state, items: [], wayBack })
  if (state === 'closed') return { ...standing, title: '已完成', icon: CircleCheck, step: LAST_STEP }
  if (state !== 'received') return standing
  const isStopped = questions > 0
  return {
    ...standing,
    title: isStopped ? '等您答复' : '在检',
    tone: isStopped ? 'warn' : 'plain',
    step: 2,
    isStopped,
  }
}

/** `full`: done. `half`: waits for people. `dotted`: in work. `crossed`: ended without a certificate. `dash`: not here. */
export type ItemMark = 'full' | 'half' | 'dotted' | 'crossed' | 'dash'

/** Whether samples that have not arrived are expected no more. */
const isOver = (state: OrderProgress['state']) => state === 'closed' || state === 'cancelled' || state === 'expired'

/** Describes where an item stands. */
export function describeItem(
  { work, place, isHeld, outcome }: OrderItem,
  orderState: OrderProgress['state'],
): { word: string; mark: ItemMark } {
  if (work === 'announced' && isOver(orderState)) return { word: '未送来', mark: 'dash' }
  if (outcome === 'refused') return { word: '未收', mark: 'crossed' }
  if (outcome === 'lost') return { word: '遗失', mark: 'crossed' }
  if (place === 'collected') return { word: '已领回', mark: 'dash' }
  if (place === 'shipped') return { word: '已寄出', mark: 'dotted' }
  if (isHeld) return { word: '等您答复', mark: 'half' }
  if (outcome === 'certificate') return { word: '已出证书', mark: 'full' }
  if (outcome === 'noCertificate') return { word: '不出证书', mark: 'crossed' }
  if (outcome === 'returned') return { word: '按现状退回', mark: 'crossed' }
  return WORK_WORDS[work]
}

const WORK_WORDS: Readonly<Record<ItemWork, { word: string; mark: ItemMark }>> = {
  announced: { word: '待送达', mark: 'dash' },
  accepted: { word: '已收样', mark: 'half' },
  testing: { word: '检测中', mark: 'dotted' },
  review: { word: '待复核', mark: 'half' },
  done: { word: '检毕', mark: 'full' },
}
