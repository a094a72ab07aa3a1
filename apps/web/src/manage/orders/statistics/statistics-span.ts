import { DAY_MS } from '@portal/contract/constants.ts'
import { STATISTICS_DAYS } from '@portal/contract/orders/order-rules.ts'
import { toInstantMs, toWireDate } from '@portal/contract/time.ts'

export const PERIODS = { week: '本周', month: '本月', last: '上月', own: '自定' } as const
export type Period = keyof typeof PERIODS

/** First and last day, `yyyy-MM-dd`. */
export interface Span {
  from: string
  to: string
}

const addDays = (day: string, days: number): string => toWireDate((toInstantMs(day) ?? 0) + days * DAY_MS)

/** Computes the days of a period that ends at the latest today. */
export function computeSpan(period: Exclude<Period, 'own'>, today: string): Span {
  const monthStart = `${today.slice(0, 7)}-01`
  if (period === 'month') return { from: monthStart, to: today }
  if (period === 'week') return { from: addDays(today, -((new Date(today).getUTCDay() + 6) % 7)), to: today }
  const to = addDays(monthStart, -1)
  return { from: `${to.slice(0, 7)}-01`, to }
}

/** Lists the days of a span, oldest first. */
export function listDays({ from, to }: Span): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

/** Says why own days cannot be counted; `null`: they can. */
export function findSpanFault({ from, to }: Span): string | null {
  if (from === '' || to === '') return '请选择起止日期'
  if (to < from) return '结束日期早于开始日期'
  return addDays(from, STATISTICS_DAYS - 1) < to ? `一次最多统计 ${STATISTICS_DAYS} 天` : null
}
