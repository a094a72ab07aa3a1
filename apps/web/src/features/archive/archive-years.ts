import type { ArchiveMonth } from '@portal/contract/articles/articles.ts'
import { formatDate } from '#lib/format.ts'

export type ArchiveYear = ReturnType<typeof toYears>[number]

/** Groups the months by year in their given order, newest first; leaves out months without a date. */
export function toYears(wire: readonly ArchiveMonth[]) {
  const years = new Map<string, { month: number; rows: ReturnType<typeof toRow>[] }[]>()
  for (const { time, list } of wire) {
    const [, year, month] = /^(\d{4})-(\d{2})/.exec(time) ?? []
    if (!year || !month || list.length === 0) continue
    const months = years.get(year) ?? []
    months.push({ month: Number(month), rows: list.map((row) => toRow(row, year)) })
    years.set(year, months)
  }
  return [...years].map(([year, months]) => ({
    year,
    count: months.reduce((sum, { rows }) => sum + rows.length, 0),
    months,
  }))
}

function toRow({ id, title, slug, time, formatTime }: ArchiveMonth['list'][number], year: string) {
  const date = formatDate(time) || (formatTime ? `${year}-${formatTime}` : '')
  // `yyyy-MM-dd`, or empty when unknown, and `MM-dd` as shown.
  return { id, title, to: `/article/${slug ?? id}`, date, day: formatTime || date.slice(5) }
}
