import { expect, it } from 'vitest'
import { chained, joined, polyline, simplified } from './path-data.ts'

it('writes numbers with no more separators than needed', () => {
  expect(joined([1.5, -0.24, 0.3, 0.4, 12, 0.5, -0.04])).toBe('1.5-.2.3.4 12 .5 0')
})

it('does not drift: steps are between rounded points', () => {
  const points = Array.from({ length: 4 }, (_, index) => [index * 0.14, 0] as const)
  expect(polyline(points)).toBe('M0 0l.1 0 .2 0 .1 0')
})

it('drops points on a straight line and keeps corners', () => {
  const corner = [
    [0, 0],
    [5, 0.05],
    [10, 0],
    [10, 10],
  ] as const
  expect(simplified(corner)).toEqual([
    [0, 0],
    [10, 0],
    [10, 10],
  ])
})

it('draws every edge once', () => {
  const square = [
    ['a', 'b'],
    ['c', 'b'],
    ['c', 'd'],
    ['d', 'a'],
  ] as const
  expect(chained(square)).toEqual([['a', 'b', 'c', 'd', 'a']])
})
