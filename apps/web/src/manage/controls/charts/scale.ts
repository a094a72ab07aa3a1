/** Number of grid lines above the axis. */
const LINES = 3

/** Computes the values of the grid lines from 0 upwards: round numbers that reach beyond the greatest value. */
export function computeGridValues(greatest: number): number[] {
  const step = roundUp(Math.max(1, greatest) / LINES)
  return Array.from({ length: LINES + 1 }, (_none, at) => at * step)
}

/** Rounds up to 1, 1.5, 2, 2.5, 3, 4 or 5 times a power of ten. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  const digit = [1, 1.5, 2, 2.5, 3, 4, 5, 10].find((one) => one * power >= value) ?? 10
  return Math.max(1, Math.ceil(digit * power))
}

/** Chooses the days with a date below: at equal distances from the last, so that the texts do not overlap. */
export function chooseLabelledDays(count: number, widthPx: number): Set<number> {
  const room = Math.max(1, Math.floor(widthPx / 64))
  const step = [1, 2, 7, 14, 30].find((one) => count / one <= room) ?? count
  return new Set(Array.from({ length: count }, (_none, at) => at).filter((at) => (count - 1 - at) % step === 0))
}

/** Formats `2026-11-20` as `11-20`. */
export function formatShortDay(day: string): string {
  return day.slice(5)
}
