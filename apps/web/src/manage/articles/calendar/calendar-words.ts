import type { CalendarDay, CalendarEntry } from '@portal/contract/articles/article-calendar.ts'
import { DAY_MS } from '@portal/contract/constants.ts'
import { toInstantMs, toWireMinute } from '@portal/contract/time.ts'

export const WEEKDAYS = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'] as const

/** Returns the month before or after, e.g. `2026-12`. */
export function shiftMonth(month: string, by: -1 | 1): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + by)).toISOString().slice(0, 7)
}

/** Moves a time by whole days. @param time `2026-12-01 09:00` */
export const shiftTime = (time: string, days: number) => toWireMinute((toInstantMs(time) ?? 0) + days * DAY_MS)

/** Formats `2026-12` as `2026年12月`. */
export const formatMonth = (month: string) => `${month.slice(0, 4)}年${Number(month.slice(5))}月`

/** Formats a day as `12月5日`. @param day `2026-12-05`, or a time of it */
export const formatDayName = (day: string) => `${Number(day.slice(5, 7))}月${Number(day.slice(8, 10))}日`

/** Formats a time as `12月5日 09:00`. */
export const formatEntryTime = (time: string) => `${formatDayName(time)} ${time.slice(11)}`

export const listDayEntries = (entries: readonly CalendarEntry[], day: string) =>
  entries.filter(({ time }) => time.startsWith(day))

/** Describes a special day or a closed one; empty for a usual working day. */
export function describeOpening({ special, isClosed }: CalendarDay): string {
  if (special === null) return isClosed ? '休息' : ''
  return `${special}${isClosed ? ' 休息' : ' 上班'}`
}

/** Identity of an entry: an article may be published and have a later text that is scheduled. */
export const getEntryKey = ({ id, state }: CalendarEntry) => `${state}-${id}`
