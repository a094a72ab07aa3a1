import { expect, it } from 'vitest'
import { findPeaks } from './find-peaks.ts'
import type { Spectrum } from './spectrum.ts'

const find = (ys: ArrayLike<number>, { hasValleys = false, isPeakTable = false } = {}) => {
  const spectrum = { ys: Float64Array.from(ys), isPeakTable } as Spectrum
  return findPeaks(spectrum, hasValleys).map(({ index, prominence }) => [index, prominence])
}

it.each<[name: string, ys: number[], peaks: [index: number, prominence: number][]]>([
  ['one peak', [0, 1, 5, 1, 0], [[2, 5]]],
  [
    'a shoulder with a small dip',
    [0, 4, 3, 10, 0],
    [
      [1, 1],
      [3, 10],
    ],
  ],
  [
    'two equal peaks',
    [0, 8, 2, 8, 1],
    [
      [1, 7],
      [3, 7],
    ],
  ],
  ['a flat top', [0, 6, 6, 6, 1], [[2, 5]]],
  ['a step without a peak', [0, 6, 6, 9], []],
  ['noise below 3 %', [0, 0.02, 0, 10, 0], [[3, 10]]],
  ['a flat line', [3, 3, 3], []],
  ['ends that are no peaks', [9, 1, 5, 1, 9], [[2, 4]]],
  [
    'a gap',
    [0, 5, Number.NaN, 0, 4, 0],
    [
      [1, 5],
      [4, 4],
    ],
  ],
])('finds %s', (_name, ys, peaks) => {
  expect(find(ys).map(([index]) => index)).toEqual(peaks.map(([index]) => index))
  if (!ys.some(Number.isNaN)) expect(find(ys)).toEqual(peaks)
})

it('finds valleys', () => {
  expect(find([9, 8, 2, 8, 9], { hasValleys: true })).toEqual([[2, 7]])
})

it('lists the twelve most prominent, in order of position', () => {
  const ys = Array.from({ length: 61 }, (_none, index) => (index % 3 === 1 ? 20 + ((index * 7) % 20) : 0))
  const peaks = find(ys)
  const heights = ys.filter((y) => y > 0).sort((a, b) => b - a)
  expect(peaks).toHaveLength(12)
  expect(Math.min(...peaks.map(([, prominence]) => prominence as number))).toBeGreaterThanOrEqual(heights[12] as number)
  expect(peaks.map(([index]) => index)).toEqual(peaks.map(([index]) => index).sort((a, b) => (a ?? 0) - (b ?? 0)))
})

it('lists every entry of a table of peaks', () => {
  expect(find([3, 2, 1], { isPeakTable: true }).map(([index]) => index)).toEqual([0, 1, 2])
})

it('takes time in proportion to the number of points', () => {
  const startMs = performance.now()
  for (const ys of [(index: number) => index, (index: number) => -index, (index: number) => index % 2])
    find(Float64Array.from({ length: 200_000 }, (_none, index) => ys(index)))
  expect(performance.now() - startMs).toBeLessThan(5000)
})
