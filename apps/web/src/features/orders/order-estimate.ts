import { DAY_MS } from '@portal/contract/constants.ts'
import { createOrderCalendar } from '@portal/contract/orders/order-days.ts'
import type { OrderPriority } from '@portal/contract/orders/order-rules.ts'
import {
  countWorkingDays,
  type FeeLine,
  listFees,
  type OrderTable,
  type PricedItem,
  sumFees,
} from '@portal/contract/orders/order-services.ts'
import { parseMinutes } from '@portal/contract/site/opening-hours.ts'
import { createWorkingClock, type OpeningHours } from '@portal/contract/site/working-time.ts'
import { toInstantMs, toWireDate } from '@portal/contract/time.ts'

export interface Estimate {
  fees: FeeLine[]
  totalCents: number
  /** `null` while no service is chosen. */
  due: DueDay | null
}

interface DueDay {
  workingDays: number
  /** Day on which the samples count as received. */
  beginOn: string
  dueOn: string
  /** Index of the item that takes longest. */
  longest: number
  /** The holidays of the year of the due day are not known. */
  isProvisional: boolean
}

/** Estimates fee and due day of samples that are received now. */
export function estimateOrder(
  table: OrderTable,
  items: readonly PricedItem[],
  priority: OrderPriority,
  nowMs: number,
): Estimate {
  const fees = listFees(table, items, priority)
  const days = items.map(({ serviceCodes }) => countWorkingDays(table.services, serviceCodes, priority))
  const workingDays = Math.max(...days)
  const calendar = createOrderCalendar(table, parseMinutes(table.cutOff))
  const dueOn = calendar.dueOn(nowMs, workingDays)
  const due = {
    workingDays,
    beginOn: calendar.beginOn(nowMs),
    dueOn,
    longest: days.indexOf(workingDays),
    isProvisional: !calendar.knowsYearOf(dueOn),
  }
  return { fees, totalCents: sumFees(fees), due: fees.length > 0 ? due : null }
}

export interface RulerDay {
  /** `yyyy-MM-dd`. */
  day: string
  isOpen: boolean
}

/** Days of a ruler: from the first to the open day after the last, at most two months. */
export function listRulerDays(hours: OpeningHours, from: string, until: string): RulerDay[] {
  const clock = createWorkingClock(hours)
  const start = toInstantMs(from) ?? 0
  const days: RulerDay[] = []
  for (let at = start; days.length < RULER_DAYS_MAX; at += DAY_MS) {
    const day = toWireDate(at)
    const isOpen = clock.spansOf(at).length > 0
    days.push({ day, isOpen })
    if (day > until && isOpen) break
  }
  return days
}

const RULER_DAYS_MAX = 62
