import { formatEnglishDay } from '@portal/contract/certificates/english-days.ts'
import { formatDate, formatDateTime, type WireDate } from '#lib/format.ts'

/** `3 Nov 2026`, the day in China; empty for an invalid date. */
export function formatEnglishDate(wire: WireDate): string {
  return formatEnglishDay(formatDate(wire))
}

/** `20 Nov 2026, 10:42 (UTC+8)`. */
export function formatEnglishDateTime(wire: WireDate): string {
  const [, clock] = formatDateTime(wire).split(' ')
  return clock ? `${formatEnglishDate(wire)}, ${clock} (UTC+8)` : ''
}
