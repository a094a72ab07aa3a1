import type { OpenSpan, SpecialDays } from './site-settings.ts'

/** Formatting and rules of opening hours. The module loads no schemas, because web imports it. */

export const WEEKDAYS = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'] as const

/** Parses a clock time to minutes since midnight; `NaN` for any other text. */
export function parseMinutes(clock: string): number {
  const [, hour, minute] = /^(\d{1,2}):(\d{2})$/.exec(clock) ?? []
  return hour === undefined ? Number.NaN : Number(hour) * 60 + Number(minute)
}

function findSpansFault(spans: readonly OpenSpan[]): string | null {
  let last = -1
  for (const [from, until] of spans) {
    const [begin, end] = [parseMinutes(from), parseMinutes(until)]
    if (!(begin >= 0 && end <= 24 * 60 && begin < end)) return '结束要晚于开始'
    if (begin <= last) return '时段不能重叠'
    last = end
  }
  return null
}

export function findOpeningHoursFault(week: readonly (readonly OpenSpan[])[]): string | null {
  for (const [at, spans] of week.entries()) {
    const fault = findSpansFault(spans)
    if (fault) return `${WEEKDAYS[at]}：${fault}`
  }
  return null
}

export function findSpecialDaysFault(days: readonly SpecialDays[]): string | null {
  for (const { name, from, until, spans } of days) {
    if (name.trim() === '') return '每个日期要有名称，如 春节'
    if (Number.isNaN(Date.parse(from)) || Number.isNaN(Date.parse(until))) return `${name}：日期不对`
    if (until < from) return `${name}：最后一天不能早于第一天`
    const fault = findSpansFault(spans)
    if (fault) return `${name}：${fault}`
  }
  const sorted = [...days].sort((one, other) => one.from.localeCompare(other.from))
  const at = sorted.findIndex(({ from }, nth) => nth > 0 && from <= (sorted[nth - 1]?.until ?? ''))
  return at < 0 ? null : `“${sorted[at - 1]?.name}”与“${sorted[at]?.name}”的日期重叠`
}

/** Formats the hours of a day as `9:00–12:00、13:30–17:00`, or 休息. */
export function formatSpans(spans: readonly OpenSpan[]): string {
  return spans.map(([from, until]) => `${from}–${until}`).join('、') || '休息'
}

/** Formats the hours of a week as `周一至周五 9:00–17:00，周六 9:00–12:00`; closed days are left out. Empty when every day is closed. */
export function formatOpeningHours(week: readonly (readonly OpenSpan[])[]): string {
  const runs: { first: number; last: number; text: string }[] = []
  for (const [at, spans] of week.entries()) {
    const text = spans.length > 0 ? formatSpans(spans) : ''
    const run = runs.at(-1)
    if (run && run.text === text) run.last = at
    else runs.push({ first: at, last: at, text })
  }
  return runs
    .filter(({ text }) => text !== '')
    .map(({ first, last, text }) => `${formatWeekdays(first, last)} ${text}`)
    .join('，')
}

function formatWeekdays(first: number, last: number): string {
  if (first === 0 && last === 6) return '每天'
  if (first === last) return WEEKDAYS[first] ?? ''
  return `${WEEKDAYS[first]}${last === first + 1 ? '、' : '至'}${WEEKDAYS[last]}`
}

/** Formats special days as `春节 2月4日至2月12日 休息`, with the year only when it is not that of `today`. */
export function formatSpecialDay({ name, from, until, spans }: SpecialDays, today: string): string {
  const days = from === until ? formatDay(from, today) : `${formatDay(from, today)}至${formatDay(until, from)}`
  return `${name} ${days} ${formatSpans(spans)}`
}

function formatDay(day: string, beside: string): string {
  const [year, month, date] = day.split('-')
  const text = `${Number(month)}月${Number(date)}日`
  return beside.startsWith(year ?? '') ? text : `${year}年${text}`
}
