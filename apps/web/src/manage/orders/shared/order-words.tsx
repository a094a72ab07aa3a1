import type { ManagedItem, Sample } from '@portal/contract/orders/manage-orders.ts'
import {
  ITEM_OUTCOMES,
  ITEM_PLACES,
  ITEM_WORKS,
  ORDER_STATES,
  type OrderState,
} from '@portal/contract/orders/order-rules.ts'
import type { OrderTable } from '@portal/contract/orders/order-services.ts'
import type { WorkingClock } from '@portal/contract/site/working-time.ts'
import { StatusMark, type StatusShape } from '#manage/controls/values/status-mark.tsx'

const ORDER_SHAPES: Readonly<Record<OrderState, StatusShape>> = {
  announced: 'off',
  received: 'time',
  ready: 'live',
  closed: 'off',
  cancelled: 'stop',
  expired: 'off',
}

/** The state of an order; an open question comes first. */
export function OrderMark({ state, held = 0 }: { state: OrderState; held?: number }) {
  if (state === 'received' && held > 0) return <StatusMark shape="wait">等答复</StatusMark>
  return <StatusMark shape={ORDER_SHAPES[state]}>{ORDER_STATES[state]}</StatusMark>
}

type Standing = Pick<Sample, 'work' | 'place' | 'isHeld' | 'outcome'>

/** The state of a sample. */
export function ItemMark({ item }: { item: Standing }) {
  const { work, place, isHeld, outcome } = item
  if (isHeld) return <StatusMark shape="wait">等答复</StatusMark>
  if (place === 'collected') return <StatusMark shape="off">已领回</StatusMark>
  if (place === 'shipped') return <StatusMark shape="time">已寄出</StatusMark>
  if (outcome === 'refused' || outcome === 'lost') return <StatusMark shape="stop">{ITEM_OUTCOMES[outcome]}</StatusMark>
  if (isReady(item)) return <StatusMark shape="live">可领</StatusMark>
  const shapes = { announced: 'off', accepted: 'wait', testing: 'time', review: 'wait', done: 'live' } as const
  return <StatusMark shape={shapes[work]}>{ITEM_WORKS[work]}</StatusMark>
}

/** Whether a sample can leave. */
export function isReady({ work, place, isHeld }: Standing): boolean {
  return work === 'done' && place === 'reception' && !isHeld
}

/** Where a sample is: 柜 甲 12, a person, 收发. */
export function describePlace({ place, tray, holderName }: Pick<Sample, 'place' | 'tray' | 'holderName'>): string {
  if (place === 'tray') return `柜 ${tray ?? ''}`.trim()
  if (place === 'person' && holderName !== null) return holderName
  return ITEM_PLACES[place]
}

/** Names the services of a sample: 定名、成分. A service that the fee sheet no longer has keeps its code. */
export const nameServices = ({ services }: Pick<OrderTable, 'services'>, codes: readonly string[]): string =>
  codes.map((code) => services.find((service) => service.code === code)?.name ?? code).join('、')

/** Formats the mass with its unit, which stay in one line. */
export const formatMass = (massG: string | null): string => (massG === null ? '' : `${massG}\u00a0g`)

/** Names the working days since a due day; a closed day after it is none. @param today `yyyy-MM-dd`, after the due day */
export function formatLateDays(clock: WorkingClock, dueOn: string, today: string): string {
  const days = clock.countDays(dueOn, today)
  return days === 0 ? '超时' : `超 ${days} 个工作日`
}

/** Reads a sample of an order by its number, e.g. in the address. */
export function findItem(items: readonly ManagedItem[], number: string | null): ManagedItem | undefined {
  return items.find(({ item }) => String(item) === number)
}
