import type { ArchiveMonth } from '@portal/contract/articles.ts'
import { formatDate } from '#lib/format.ts'

interface ArchiveRow {
  id: number
  title: string
  /** `yyyy-MM-dd`; empty when unknown. */
  date: string
  /** `MM-dd`, as shown. */
  day: string
}

export interface ArchiveYear {
  /** Four digits. */
  year: string
  count: number
  months: readonly { month: number; rows: readonly ArchiveRow[] }[]
}

/** Groups the months by year in their given order, newest first; leaves out months without a date. */
export function toYears(wire: readonly ArchiveMonth[]): ArchiveYear[] {
  const years = new Map<string, { month: number; rows: ArchiveRow[] }[]>()
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

function toRow({ id, title, time, formatTime }: ArchiveMonth['list'][number], year: string): ArchiveRow {
  const date = formatDate(time) || (formatTime ? `${year}-${formatTime}` : '')
  return { id, title, date, day: formatTime || date.slice(5) }
}
