import { DAY_MS, MINUTE_MS } from '#constants.ts'
import { toInstantMs, toWireDate } from '#time.ts'
import { parseMinutes } from './opening-hours.ts'
import type { OpenSpan, SpecialDays } from './site-settings.ts'

/** Opening hours of the laboratory, from the settings of the site. */
export interface OpeningHours {
  /** Hours of Monday to Sunday; an empty list: closed. */
  weekHours: readonly (readonly OpenSpan[])[]
  /** Holidays, and days on which the laboratory is open although the week says otherwise (调休). */
  specialDays: readonly Pick<SpecialDays, 'from' | 'until' | 'spans'>[]
}

const OFFICE: readonly OpenSpan[] = [['9:00', '17:00']]

/** Hours used until the laboratory sets its own: Monday to Friday, 9:00 to 17:00. */
export const DEFAULT_HOURS: OpeningHours = {
  weekHours: [OFFICE, OFFICE, OFFICE, OFFICE, OFFICE, [], []],
  specialDays: [],
}

/** Number of days searched for an opening; when there is none, the clock runs all day. */
const LONGEST_CLOSURE_DAYS = 60

export type WorkingClock = ReturnType<typeof createWorkingClock>

/** Minutes of a day, from and to. */
type MinuteSpan = readonly [from: number, to: number]

/** Open times of one day: instants, from and to. */
type DaySpans = readonly (readonly [from: number, to: number])[]

function toMinuteSpans(spans: readonly OpenSpan[]): MinuteSpan[] {
  return spans.map(([from, to]) => [parseMinutes(from), parseMinutes(to)] as const)
}

/** Measures time within the opening hours. Instants are epoch ms. */
export function createWorkingClock({ weekHours, specialDays }: OpeningHours) {
  const week = weekHours.map(toMinuteSpans)
  const special = specialDays.map(({ from, until, spans }) => ({ from, until, spans: toMinuteSpans(spans) }))
  const sumLengths = (spans: readonly MinuteSpan[]) => spans.reduce((sum, [from, to]) => sum + to - from, 0)
  const openDays = week.filter((spans) => sumLengths(spans) > 0)
  const isNeverOpen = openDays.length === 0
  const weekMinutes = openDays.reduce((sum, spans) => sum + sumLengths(spans), 0)

  const spansByDay = new Map<number, DaySpans>()

  /** Reads the spans of the day that begins at this instant. The cache serves lists of tickets, which need the same days many times. */
  function getSpans(dayStart: number): DaySpans {
    const spans = spansByDay.get(dayStart) ?? readSpans(dayStart)
    spansByDay.set(dayStart, spans)
    return spans
  }

  function readSpans(dayStart: number): DaySpans {
    if (isNeverOpen) return [[dayStart, dayStart + DAY_MS]]
    const name = toWireDate(dayStart)
    // 1 January 1970 was a Thursday.
    const weekday = (Math.round(Date.parse(name) / DAY_MS) + 3) % 7
    const spans = special.find(({ from, until }) => from <= name && name <= until)?.spans ?? week[weekday] ?? []
    return spans.map(([from, to]) => [dayStart + from * MINUTE_MS, dayStart + to * MINUTE_MS] as const)
  }

  const findDayStart = (at: number) => toInstantMs(toWireDate(at)) ?? at

  /** Computes the working time from one instant to a later one, ms; 0 when the second is earlier. */
  function computeWorkingMs(from: number, to: number): number {
    let sum = 0
    for (let day = findDayStart(from); day < to; day += DAY_MS) {
      for (const [start, end] of getSpans(day)) sum += Math.max(0, Math.min(end, to) - Math.max(start, from))
    }
    return sum
  }

  return {
    /** Length of a usual working day, ms. */
    dayMs: isNeverOpen ? DAY_MS : Math.round((weekMinutes / openDays.length) * MINUTE_MS),

    /** Returns the open times of the day that begins at this instant; empty when the laboratory is closed. */
    spansOf: getSpans,

    between: computeWorkingMs,

    /** Counts the open days after one day, up to another, `yyyy-MM-dd`; 0 when the second is not later. */
    countDays(after: string, until: string): number {
      const [first, last] = [toInstantMs(after) ?? 0, toInstantMs(until) ?? 0]
      let days = 0
      for (let day = first + DAY_MS; day <= last; day += DAY_MS) if (getSpans(day).length > 0) days += 1
      return days
    },

    /** Computes the instant after this much working time. @param ms at least 0 */
    after(from: number, ms: number): number {
      let left = ms
      let idle = 0
      for (let day = findDayStart(from); idle < LONGEST_CLOSURE_DAYS; day += DAY_MS) {
        const spans = getSpans(day)
        idle = spans.length === 0 ? idle + 1 : 0
        for (const [start, end] of spans) {
          const begin = Math.max(start, from)
          if (end <= begin) continue
          if (left <= end - begin) return begin + left
          left -= end - begin
        }
      }
      return from + LONGEST_CLOSURE_DAYS * DAY_MS
    },

    /** Computes the working time from now until the instant, ms; negative once it has passed. */
    left: (at: number, now: number) => (at >= now ? computeWorkingMs(now, at) : -computeWorkingMs(at, now)),
  }
}
