import { DAY_MS, HOUR_MS } from '@portal/contract/constants.ts'
import { toInstantMs } from '@portal/contract/time.ts'

/* The form of numbers and the time zone are fixed, so that server and browser render the same text. */

/** Made for the first old date only: the first formatter of a page costs a phone 60 ms. */
let partsFormat: Intl.DateTimeFormat | undefined

/** A wire date in any of its forms. */
export type WireDate = string | number | null | undefined

/** Formats a whole number as `1,286`; empty without a number. */
export function formatNumber(value: number | null | undefined): string {
  return value === null || value === undefined ? '' : String(value).replace(/\B(?=(?:\d{3})+$)/g, ',')
}

/** Formats bytes as `12.8 GB`, in powers of 1024. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** power
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${units[power]}`
}

/** Rounds to two decimals, so that server and browser render the same text. */
export function toHundredths(value: number): number {
  return Math.round(value * 100) / 100
}

/** China has had one offset and no summer time since 15 September 1991 (tz database, `Asia/Shanghai`). */
const ONE_OFFSET_SINCE_MS = Date.UTC(1992, 0)
const OFFSET_MS = 8 * HOUR_MS
/** Instant from which ISO strings start with a sign before the year. */
const FOUR_DIGITS_UNTIL_MS = Date.UTC(9999, 0)

/** Year, month, day, hour and minute in Shanghai, each with its leading zero; empty for an invalid date. */
function toShanghaiParts(wire: WireDate): string[] {
  const instantMs = toInstantMs(wire)
  if (instantMs === null) return []
  // `Intl` takes ten times as long, and lists contain many dates.
  if (instantMs >= ONE_OFFSET_SINCE_MS && instantMs < FOUR_DIGITS_UNTIL_MS)
    return new Date(instantMs + OFFSET_MS).toISOString().split(/[-T:]/, 5)
  partsFormat ??= new Intl.DateTimeFormat('en-CA', {
    timeZone: 'Asia/Shanghai',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  const found = Object.fromEntries(partsFormat.formatToParts(instantMs).map(({ type, value }) => [type, value]))
  return ['year', 'month', 'day', 'hour', 'minute'].map((part) => found[part] ?? '')
}

/** Formats `2026-11-12`; empty for an invalid date. */
export function formatDate(wire: WireDate): string {
  return toShanghaiParts(wire).slice(0, 3).join('-')
}

/** Formats `2026-11-12 09:30`. */
export function formatDateTime(wire: WireDate): string {
  const [year, month, day, hour, minute] = toShanghaiParts(wire)
  return year ? `${year}-${month}-${day} ${hour}:${minute}` : ''
}

/** Formats `2026年11月12日`, without leading zeros. */
export function formatLongDate(wire: WireDate): string {
  const [year, month, day] = toShanghaiParts(wire)
  return year ? `${year}年${Number(month)}月${Number(day)}日` : ''
}

/** Formats `{ day: '03', month: '2026-11' }`; `null` for an invalid date. */
export function formatDayAndMonth(wire: WireDate): { day: string; month: string } | null {
  const [year, month, day] = toShanghaiParts(wire)
  return day ? { day, month: `${year}-${month}` } : null
}

const DAY_WORDS: Readonly<Record<number, string>> = { 0: '今天', 1: '昨天' }
const WEEKDAYS = ['周日', '周一', '周二', '周三', '周四', '周五', '周六'] as const

/** Formats a day as `周四`; empty for an invalid date. */
export function formatWeekday(wire: WireDate): string {
  const instantMs = toInstantMs(wire)
  return instantMs === null ? '' : getWeekday(toShanghaiDay(instantMs))
}

/** @param day days since the epoch, whose first day was a Thursday */
function getWeekday(day: number): string {
  return WEEKDAYS[(day + 4) % 7] ?? ''
}

/** Formats `11 月 26 日`; empty for an invalid date. */
export function formatMonthDay(wire: WireDate): string {
  const [, month, day] = toShanghaiParts(wire)
  return day ? `${Number(month)} 月 ${Number(day)} 日` : ''
}

/** Counts the days from the epoch to the date in Shanghai. */
export function toShanghaiDay(instantMs: number): number {
  const [year, month, day] = toShanghaiParts(instantMs)
  return Date.UTC(Number(year), Number(month) - 1, Number(day)) / DAY_MS
}

/** Formats `09:30`. */
export function formatClock(wire: WireDate): string {
  return formatDateTime(wire).slice(11)
}

/** Formats an instant since 1992 as `09:30:05`. */
export function formatClockWithSeconds(instantMs: number): string {
  return new Date(instantMs + OFFSET_MS).toISOString().slice(11, 19)
}

/** Formats `今天 09:36`, `昨天 16:20`, else `2026-11-19 16:20`. */
export function formatDayAndClock(wire: WireDate, nowMs: number): string {
  const instantMs = toInstantMs(wire)
  if (instantMs === null) return ''
  const day = DAY_WORDS[toShanghaiDay(nowMs) - toShanghaiDay(instantMs)] ?? formatDate(instantMs)
  return `${day} ${formatClock(instantMs)}`
}

/**
 * Formats a time in a list of conversations: `09:38` today, 昨天, 周四 in the last week, `11-12` this year, else
 * `2025-11-12`.
 */
export function formatRecent(wire: WireDate, nowMs: number): string {
  const instantMs = toInstantMs(wire)
  if (instantMs === null) return ''
  const day = toShanghaiDay(instantMs)
  const ago = toShanghaiDay(nowMs) - day
  if (ago <= 0) return formatClock(instantMs)
  if (ago === 1) return '昨天'
  if (ago < 7) return getWeekday(day)
  const date = formatDate(instantMs)
  return date.slice(0, 4) === formatDate(nowMs).slice(0, 4) ? date.slice(5) : date
}

/** Formats the instant in ISO 8601; `undefined` for an invalid date. */
export function toMachineDate(wire: WireDate): string | undefined {
  const instantMs = toInstantMs(wire)
  return instantMs === null ? undefined : new Date(instantMs).toISOString()
}
