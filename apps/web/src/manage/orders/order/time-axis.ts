import { DAY_MS } from '@portal/contract/constants.ts'
import { createWorkingClock, type OpeningHours } from '@portal/contract/site/working-time.ts'
import { toInstantMs, toWireDate } from '@portal/contract/time.ts'

/** Width of consecutive closed days, px. */
const GAP_PX = 18
/** Minimum distance between the labels of two days, px. */
const NAME_PX = 44

export interface TimeAxis {
  /** Returns the place of an instant, px. */
  toX: (atMs: number) => number
  /** Beginnings of open days. The name is empty where there is no room for it. */
  days: { x: number; name: string }[]
  /** Closed days. */
  gaps: { x: number; width: number }[]
}

/**
 * Makes an axis on which working time has width, and closed days have almost none.
 * @param endMs later than `beginMs`
 * @param left place of the begin, px; `width` is that of the whole axis
 */
export function createTimeAxis(
  hours: OpeningHours,
  { beginMs, endMs, left, width }: { beginMs: number; endMs: number; left: number; width: number },
): TimeAxis {
  const clock = createWorkingClock(hours)
  const dayStarts: number[] = []
  for (let day = toInstantMs(toWireDate(beginMs)) ?? beginMs; day <= endMs; day += DAY_MS) dayStarts.push(day)
  const isOpen = (day: number) => clock.spansOf(day).length > 0
  /** Starts of the first closed day of each closure. */
  const closures = dayStarts.filter((day, at) => !isOpen(day) && (at === 0 || isOpen(dayStarts[at - 1] ?? day)))
  const workMs = Math.max(1, clock.between(beginMs, endMs))
  const scale = Math.max(0, width - closures.length * GAP_PX) / workMs
  const toX = (atMs: number) => {
    const at = Math.min(Math.max(atMs, beginMs), endMs)
    const passed = closures.filter((day) => day < at)
    const openAfter = (day: number) =>
      dayStarts.find((other) => other > day && isOpen(other)) ?? Number.POSITIVE_INFINITY
    // Within a closure, the place moves with the share of it that has passed.
    const gapPx = passed.reduce((sum, day) => sum + GAP_PX * Math.min(1, (at - day) / (openAfter(day) - day || 1)), 0)
    return left + clock.between(beginMs, at) * scale + gapPx
  }
  let nextX = Number.POSITIVE_INFINITY
  const toDay = (day: number) => {
    const x = toX(Math.max(day, beginMs))
    const hasRoom = nextX - x >= NAME_PX
    if (hasRoom) nextX = x
    return { x, name: hasRoom ? toWireDate(day).slice(5) : '' }
  }
  return {
    toX,
    days: dayStarts.filter(isOpen).reverse().map(toDay).reverse(),
    gaps: closures.map((day) => ({ x: toX(day), width: GAP_PX })),
  }
}
