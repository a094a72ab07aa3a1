import { formatDate, formatDateTime, type WireDate } from '#lib/format.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** `3 Nov 2026`, the day in China; empty for an invalid date. */
export function englishDate(wire: WireDate): string {
  const [year, month, day] = formatDate(wire).split('-')
  return day ? `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}` : ''
}

/** `20 Nov 2026, 10:42 (UTC+8)`. */
export function englishDateTime(wire: WireDate): string {
  const [, clock] = formatDateTime(wire).split(' ')
  return clock ? `${englishDate(wire)}, ${clock} (UTC+8)` : ''
}
