import { addUp } from '#manage/controls/charts/sums.ts'

export interface Week {
  /** Name of the week: `11-14 – 11-20`. */
  name: string
  sum: number
  /** Change from the previous week, `+6.8%`; a dash without one. */
  change: string
}

/** Splits days into whole weeks up to the last day, the newest first. */
export function listWeeks(days: readonly string[], numbers: readonly number[]): Week[] {
  const count = Math.floor(days.length / 7)
  const sumWeek = (back: number) => {
    const end = days.length - back * 7
    return addUp(numbers.slice(end - 7, end))
  }
  return Array.from({ length: count }, (_none, back) => {
    const end = days.length - back * 7
    const sum = sumWeek(back)
    const before = back + 1 < count ? sumWeek(back + 1) : 0
    return {
      name: `${days[end - 7]?.slice(5)} – ${days[end - 1]?.slice(5)}`,
      sum,
      change: changeText(sum, before),
    }
  })
}

function changeText(now: number, before: number): string {
  if (before === 0) return '–'
  const percent = ((now - before) / before) * 100
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(1)}%`
}

/** Finds a day with at least ten that is three times the mean of the others. */
export function findOutlier(numbers: readonly number[]): number | null {
  const greatest = Math.max(0, ...numbers)
  const mean = (addUp(numbers) - greatest) / Math.max(1, numbers.length - 1)
  return greatest >= 10 && greatest >= 3 * mean ? numbers.indexOf(greatest) : null
}
