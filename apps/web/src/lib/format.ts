import { toInstantMs } from '@portal/contract/time.ts'

/*
 * Numbers and dates as they are read in China, whoever reads and wherever it is rendered: locale and time zone are
 * fixed, so that server and browser write the same text.
 */
const LOCALE = 'zh-CN'
const TIME_ZONE = 'Asia/Shanghai'

const numberFormat = new Intl.NumberFormat(LOCALE)
const partsFormat = new Intl.DateTimeFormat('en-CA', {
  timeZone: TIME_ZONE,
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})

/** A date as it comes over the wire, in any of its forms. */
export type WireDate = string | number | null | undefined

/** `1,286`; nothing for no number. */
export function formatNumber(value: number | null | undefined): string {
  return value === null || value === undefined ? '' : numberFormat.format(value)
}

/** Year, month, day, hour and minute in Shanghai, each with its leading zero. */
function shanghaiParts(instantMs: number): Record<'year' | 'month' | 'day' | 'hour' | 'minute', string> {
  const found = { year: '', month: '', day: '', hour: '', minute: '' }
  for (const { type, value } of partsFormat.formatToParts(instantMs)) {
    if (type in found) found[type as keyof typeof found] = value
  }
  return found
}

/** `2026-11-12`; nothing for what is no date. */
export function formatDate(wire: WireDate): string {
  const instantMs = toInstantMs(wire)
  if (instantMs === null) return ''
  const { year, month, day } = shanghaiParts(instantMs)
  return `${year}-${month}-${day}`
}

/** `2026-11-12 09:30`. */
export function formatDateTime(wire: WireDate): string {
  const instantMs = toInstantMs(wire)
  if (instantMs === null) return ''
  const { year, month, day, hour, minute } = shanghaiParts(instantMs)
  return `${year}-${month}-${day} ${hour}:${minute}`
}

/** `2026年11月12日`, without leading zeros. */
export function formatLongDate(wire: WireDate): string {
  const instantMs = toInstantMs(wire)
  if (instantMs === null) return ''
  const { year, month, day } = shanghaiParts(instantMs)
  return `${year}年${Number(month)}月${Number(day)}日`
}

/** `{ day: '03', month: '2026-11' }`, for lists that set the day large; `null` for what is no date. */
export function formatDayAndMonth(wire: WireDate): { day: string; month: string } | null {
  const instantMs = toInstantMs(wire)
  if (instantMs === null) return null
  const { year, month, day } = shanghaiParts(instantMs)
  return { day, month: `${year}-${month}` }
}

/** For `<time dateTime>`: the instant in ISO 8601, `undefined` for what is no date. */
export function toMachineDate(wire: WireDate): string | undefined {
  const instantMs = toInstantMs(wire)
  return instantMs === null ? undefined : new Date(instantMs).toISOString()
}
