import { expect, it } from 'vitest'
import { toYears } from './archive-years.ts'

it('groups months by year and counts their articles', () => {
  const makeRow = (id: number, formatTime: string) => ({ id, title: `第 ${id} 篇`, formatTime })
  const years = toYears([
    { time: '2026-11', list: [makeRow(4, '11-12'), makeRow(3, '11-03')] },
    { time: '2026-09', list: [makeRow(2, '09-30')] },
    { time: '2025-12', list: [makeRow(1, '12-26')] },
  ])
  expect(years.map(({ year, count }) => [year, count])).toEqual([
    ['2026', 3],
    ['2025', 1],
  ])
  expect(years[0]?.months.map(({ month }) => month)).toEqual([11, 9])
  expect(years[1]?.months[0]?.rows).toEqual([
    { id: 1, title: '第 1 篇', to: '/article/1', date: '2025-12-26', day: '12-26' },
  ])
})

it('derives the day from the full time when upstream sends no short one', () => {
  const [year] = toYears([{ time: '2026-11', list: [{ id: 1, title: 'a', time: '2026-11-02 09:30:00' }] }])
  expect(year?.months[0]?.rows[0]).toMatchObject({ date: '2026-11-02', day: '11-02' })
})

it('leaves out rows without a month', () => {
  expect(toYears([{ time: '', list: [{ id: 1, title: 'a' }] }])).toEqual([])
})
