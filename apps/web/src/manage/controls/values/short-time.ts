import { formatDate, formatDateTime, type WireDate } from '#lib/format.ts'

/** Formats a time as `11-20 10:31`, with the year when it is another one. */
export function formatShortTime(wire: WireDate): string {
  const whole = formatDateTime(wire)
  return whole.startsWith(formatDate(Date.now()).slice(0, 5)) ? whole.slice(5) : whole
}
