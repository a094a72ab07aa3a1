import { DAY_MS } from '@portal/contract/constants.ts'
import { toInstantMs, toWireDate } from '@portal/contract/time.ts'

/** Maximum streak that is counted, days. */
const STREAK_DAYS = 60

/** Days to load: those of this month and of the longest streak. */
export function getSignInRange(nowMs: number): { startTime: string; endTime: string } {
  return { startTime: toWireDate(nowMs - STREAK_DAYS * DAY_MS), endTime: toWireDate(nowMs) }
}

export type SignInMonth = ReturnType<typeof toSignInMonth>

/**
 * The month of daily sign-ins, by the calendar of Shanghai.
 * @param days days from upstream: `yyyy-MM-dd`, perhaps followed by a time, in any order
 */
export function toSignInMonth(days: readonly string[], nowMs: number) {
  const today = toWireDate(nowMs)
  const known = new Set(days.map((day) => day.slice(0, 10)))
  const month = today.slice(0, 7)
  const signed = [...known].filter((day) => day.startsWith(month)).map((day) => Number(day.slice(8)))
  const isSignedToday = known.has(today)
  let streak = 0
  for (let at = isSignedToday ? nowMs : nowMs - DAY_MS; known.has(toWireDate(at)); at -= DAY_MS) streak += 1
  return {
    /** Today, as `yyyy-MM-dd` */
    today,
    isSignedToday,
    dayCount: countDays(month),
    /** Signed days of the month, 1 to 31, ascending. */
    signed: signed.sort((one, other) => one - other),
    dayOfToday: Number(today.slice(8)),
    /** Number of consecutive signed days up to today, or up to yesterday while today is not signed. */
    streak,
  }
}

/**
 * Counts the days of a month.
 * @param month `yyyy-MM`
 */
function countDays(month: string): number {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const first = toInstantMs(`${month}-01`) ?? 0
  const next = number === 12 ? `${year + 1}-01-01` : `${year}-${String(number + 1).padStart(2, '0')}-01`
  return Math.round(((toInstantMs(next) ?? first) - first) / DAY_MS)
}
