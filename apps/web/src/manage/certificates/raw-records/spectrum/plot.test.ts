import { describe, expect, it } from 'vitest'
import { chooseRows, chooseTicks, drawCurve, findNearest, formatPosition, formatTick, formatValue } from './plot.ts'

describe('the ticks of an axis', () => {
  it.each([
    [400, 4000, 8, [500, 1000, 1500, 2000, 2500, 3000, 3500, 4000]],
    [200, 1000, 4, [200, 400, 600, 800, 1000]],
    [-0.1, 0.35, 5, [-0.1, 0, 0.1, 0.2, 0.3]],
    [0, 100, 5, [0, 20, 40, 60, 80, 100]],
    [1e-12, 4e-12, 3, [1e-12, 2e-12, 3e-12, 4e-12]],
  ])('from %s to %s with %s steps are round numbers', (from, to, count, labelled) => {
    const ticks = chooseTicks(from, to, count)
    expect(ticks.labelled.map((value) => Number(value.toPrecision(6)) || 0)).toEqual(labelled)
    expect(ticks.minor.length).toBeGreaterThan(ticks.labelled.length)
  })

  it.each([
    [0.1 + 0.2, 0.1, '0.3'],
    [-1e-17, 0.1, '0.0'],
    [4000, 500, '4000'],
    [12.5, 2.5, '13'],
    [2_000_000, 500_000, '2e+6'],
    [2e-6, 1e-6, '2e-6'],
  ])('%s in steps of %s reads %s', (value, step, text) => {
    expect(formatTick(value, step)).toBe(text)
  })
})

it('formats positions as precisely as their distance, and values to four digits', () => {
  expect(formatPosition(3617.2841, { xs: Float64Array.of(4000, 3998.0714) })).toBe('3617.3')
  expect(formatPosition(3998, { xs: Float64Array.of(4000, 3998) })).toBe('3998')
  expect(formatPosition(837, { xs: Float64Array.of(4000, 3998.0714) })).toBe('837.0')
  expect(formatPosition(1.23456, { xs: Float64Array.of(1, 1.01) })).toBe('1.23')
  expect(formatPosition(400.25, { xs: Float64Array.of(400.25, 400.75) })).toBe('400.25')
  expect([0.123456, 12.3456, 12_345.6, 0, -0.5].map(formatValue)).toEqual(['0.1235', '12.35', '12346', '0', '-0.5'])
  expect(formatValue(Number.NaN)).toBe('无数据')
})

describe('the curve', () => {
  const scale = { toX: (x: number) => x, toY: (y: number) => y }

  it('has every point where there is space, and gaps where values are missing', () => {
    const spectrum = { xs: Float64Array.of(0, 1, 2, 3, 4), ys: Float64Array.of(5, 6, Number.NaN, 7.26, 8) }
    expect(drawCurve(spectrum, scale)).toBe('M0 5L1 6M3 7.3L4 8')
  })

  it('keeps the first, lowest, highest and last point of each column of pixels', () => {
    const ys = Float64Array.from({ length: 1000 }, (_none, index) => (index === 357 ? 99 : index === 804 ? -99 : 1))
    const xs = Float64Array.from(ys, (_y, index) => index / 1000)
    expect(drawCurve({ xs, ys }, scale)).toBe('M0 1L0.4 99L0.8 -99L1 1')
  })

  it('has at most four points for each pixel column', () => {
    const ys = Float64Array.from({ length: 200_000 }, (_none, index) => Math.sin(index))
    const xs = Float64Array.from(ys, (_y, index) => index / 250)
    expect(drawCurve({ xs, ys }, scale).match(/[ML]/g)?.length).toBeLessThanOrEqual(4 * 801)
  })
})

it('finds the nearest point of ascending and descending positions', () => {
  const ascending = Float64Array.of(1, 2, 4, 8)
  const descending = ascending.slice().reverse()
  for (const [x, index] of [
    [-5, 0],
    [1.4, 0],
    [1.6, 1],
    [5.9, 2],
    [6.1, 3],
    [99, 3],
  ] as const) {
    expect([x, findNearest(ascending, x)]).toEqual([x, index])
    expect([x, findNearest(descending, x)]).toEqual([x, 3 - index])
  }
  expect(findNearest(Float64Array.of(1), 7)).toBe(0)
})

it('chooses rows of a table at equal distances, with both ends', () => {
  expect(chooseRows(3, 5)).toEqual([0, 1, 2])
  expect(chooseRows(1001, 5)).toEqual([0, 250, 500, 750, 1000])
})
