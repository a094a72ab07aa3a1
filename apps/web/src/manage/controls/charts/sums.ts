/** Adds up a series. */
export function addUp(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}

/** Formats a share as `84.5%`; a dash when the whole is 0. */
export function formatShare(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)}%`
}
