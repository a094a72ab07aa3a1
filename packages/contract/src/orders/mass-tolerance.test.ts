import { expect, it } from 'vitest'
import {
  compareMasses,
  DEFAULT_TOLERANCES,
  findTolerance,
  findTolerancesFault,
  formatTenthMg,
  parseTenthMg,
} from './mass-tolerance.ts'

it.each([
  ['4.820', '4.810', '0.010', true],
  ['4.820', '4.809', '0.010', false],
  ['12.360', '12.380', '0.020', true],
  ['12.360', '12.381', '0.020', false],
  ['0.2046', '0.2051', '0.0005', true],
  ['0.2046', '0.2052', '0.0005', false],
])('a mass of %s g in and %s g out with a tolerance of %s g is accepted: %s', (massIn, massOut, allowed, isWithin) => {
  const weigh = (massG: string) => ({ massG, divisionG: '0.0001' })
  expect(compareMasses(weigh(massIn), weigh(massOut), allowed).isWithin).toBe(isWithin)
})

it('the tolerance is at least twice the coarser division of both balances', () => {
  const before = { massG: '4.82', divisionG: '0.01' }
  const { tolerance, difference } = compareMasses(before, { massG: '4.805', divisionG: '0.001' }, '0.010')
  expect([formatTenthMg(tolerance), formatTenthMg(difference)]).toEqual(['0.020', '-0.015'])
})

it.each([
  ['metal', '500', '0.010'],
  ['metal', '500.1', '0.1'],
  ['diamond', '0.2046', '0.0005'],
  ['jade', '58.31', '0.010'],
  ['gemstone', '4.820', '0.002'],
  ['organic', '1', '0.020'],
] as const)('a %s of %s g may differ by %s g', (category, massG, allowedG) => {
  expect(findTolerance(category, massG)).toBe(allowedG)
})

it.each(['4,82', '-1', '约 5', '4.82g', '1.23456', '1234567', ''])('%j is not a mass', (text) => {
  expect(parseTenthMg(text)).toBeNaN()
})

it('a table of tolerances names its first faulty line', () => {
  expect(findTolerancesFault(DEFAULT_TOLERANCES)).toBeNull()
  const line = { categories: ['metal' as const], upToG: '', toleranceG: '0.010' }
  expect(findTolerancesFault([{ ...line, toleranceG: '0' }])).toMatch('第 1 行：允许差')
  expect(findTolerancesFault([{ ...line, upToG: '约 5' }])).toMatch('第 1 行：质量上限')
  expect(findTolerancesFault([line, { ...line, upToG: '5' }])).toMatch('第 2 行用不到')
})

it('a category without a line has the strictest tolerance', () => {
  expect(findTolerance('metal', '5', [])).toBe('0.0005')
})
