import { expect, it } from 'vitest'
import { chooseLabelledDays, computeGridValues } from '#manage/controls/charts/scale.ts'
import { findOutlier, listWeeks } from './periods.ts'

it.each([
  [0, [0, 1, 2, 3]],
  [3, [0, 1, 2, 3]],
  [372, [0, 150, 300, 450]],
  [1039, [0, 400, 800, 1200]],
])('draws three grid lines at round numbers for %i', (greatest, lines) => {
  expect(computeGridValues(greatest)).toEqual(lines)
})

it('labels days backwards from the last, with space for each text', () => {
  expect([...chooseLabelledDays(30, 640)]).toEqual([1, 8, 15, 22, 29])
  expect([...chooseLabelledDays(14, 310)]).toEqual([6, 13])
})

it('adds up whole weeks until today and compares each with the previous one', () => {
  const days = Array.from({ length: 15 }, (_none, at) => `2026-11-${String(at + 1).padStart(2, '0')}`)
  const numbers = days.map((_day, at) => (at < 8 ? 10 : 11))
  expect(listWeeks(days, numbers)).toEqual([
    { name: '11-09 – 11-15', sum: 77, change: '+10.0%' },
    { name: '11-02 – 11-08', sum: 70, change: '–' },
  ])
})

it('finds the day that stands out, and none among few or even numbers', () => {
  expect(findOutlier([3, 4, 40, 5])).toBe(2)
  expect(findOutlier([0, 0, 9, 0])).toBeNull()
  expect(findOutlier([20, 25, 22, 21])).toBeNull()
})
