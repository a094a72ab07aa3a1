import { DAY_MS, HOUR_MS, MINUTE_MS } from '#constants.ts'
import { createWorkingClock, type OpeningHours } from '#site/working-time.ts'
import { toInstantMs, toWireDate } from '#time.ts'

/**
 * Days on which orders are due. Instants are epoch ms, days `yyyy-MM-dd` in UTC+8. The module loads no schemas, because pages
 * compute the expected day.
 */

/** Working time by which a late answer to a question does not move the due day. */
const GRACE_MS = 2 * HOUR_MS
/** Number of days searched for an opening; after that every day counts as open. */
const LONGEST_CLOSURE_DAYS = 60

export type OrderCalendar = ReturnType<typeof createOrderCalendar>

/** @param cutOffMinutes minutes since midnight; samples received later are counted from the next working day */
export function createOrderCalendar(hours: OpeningHours, cutOffMinutes: number) {
  const clock = createWorkingClock(hours)
  const findDayStart = (at: number) => toInstantMs(toWireDate(at)) ?? at

  /** Returns the start of the n-th open day after a day. */
  function findOpenDay(dayStart: number, workingDays: number): number {
    let day = dayStart
    for (let left = workingDays, idle = 0; left > 0 && idle < LONGEST_CLOSURE_DAYS; ) {
      day += DAY_MS
      const isOpen = clock.spansOf(day).length > 0
      idle = isOpen ? 0 : idle + 1
      if (isOpen) left -= 1
    }
    return day
  }

  const findClosing = (dayStart: number) => clock.spansOf(dayStart).at(-1)?.[1] ?? dayStart + DAY_MS

  /** Returns the start of the day from which working days are counted. */
  function findBegin(receivedAt: number): number {
    const day = findDayStart(receivedAt)
    const isInTime = receivedAt <= day + cutOffMinutes * MINUTE_MS
    return isInTime && clock.spansOf(day).length > 0 ? day : findOpenDay(day, 1)
  }

  return {
    beginOn: (receivedAt: number): string => toWireDate(findBegin(receivedAt)),

    /** Computes the due day of samples. @param workingDays 0: the day on which counting begins */
    dueOn: (receivedAt: number, workingDays: number): string =>
      toWireDate(findOpenDay(findBegin(receivedAt), workingDays)),

    /** Working time between the question and the end of the due day, ms; negative when the samples were late already. */
    leftAt: (dueOn: string, askedAt: number): number => clock.left(findClosing(toInstantMs(dueOn) ?? askedAt), askedAt),

    /**
     * Computes the due day after a question was answered. It is never earlier than before; samples that were late stay late.
     * @param extraDays working days that the chosen answer adds
     */
    dueAfterAnswer(dueOn: string, askedAt: number, answeredAt: number, extraDays = 0): string {
      const due = toInstantMs(dueOn) ?? askedAt
      const leftMs = this.leftAt(dueOn, askedAt)
      const moved = leftMs < 0 ? due : findDayStart(clock.after(answeredAt, Math.max(0, leftMs - GRACE_MS)))
      return toWireDate(findOpenDay(Math.max(due, moved), extraDays))
    },

    /** Returns whether the holidays of a day's year are in the settings. */
    knowsYearOf: (day: string): boolean => hours.specialDays.some(({ from }) => from.slice(0, 4) === day.slice(0, 4)),
  }
}
