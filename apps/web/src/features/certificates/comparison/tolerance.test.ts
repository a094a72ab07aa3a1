import { describe, expect, it } from 'vitest'
import {
  compareReading,
  computeLengthToleranceMm,
  computeMassToleranceG,
  getMassRoundingG,
  readQuantity,
  toGrams,
} from './tolerance.ts'

describe('the tolerance of a mass', () => {
  it.each([
    [0.01, 0.1, 0.2],
    [0.01, 0.01, 0.02],
    [0.01, 0.001, 0.007],
    [0.0001, 0.001, 0.002],
  ] as const)('follows from a certificate to %f g and a scale to %f g: %f g', (rounding, division, tolerance) => {
    expect(computeMassToleranceG(rounding, division)).toBe(tolerance)
  })

  it('uses the last decimal place of the certificate, at least 0.01 g', () => {
    expect([12.36, 12.3, 12, 0.2345].map(getMassRoundingG)).toEqual([0.01, 0.01, 0.01, 0.0001])
  })
})

it('allows a millimetre for a ruler, and less than a fifth for a caliper', () => {
  expect(computeLengthToleranceMm('ruler')).toBeCloseTo(1.01, 9)
  expect(computeLengthToleranceMm('caliper')).toBeCloseTo(0.17, 9)
})

describe('the check of readings', () => {
  it.each([
    [12.38, 12.36, 0.02, 'inside'],
    [12.34, 12.36, 0.02, 'inside'],
    [12.381, 12.36, 0.02, 'outside'],
    [12.339, 12.36, 0.02, 'outside'],
    [0.3, 0.3, 0.3, 'tooCoarse'],
    [9, 0.3, 0.3, 'outside'],
    [1, 1, 0.15, 'inside'],
    [1, 1, 0.151, 'tooCoarse'],
  ] as const)('judges %f against %f ± %f as %s', (reading, expected, tolerance, fit) => {
    expect(compareReading(reading, expected, tolerance)).toBe(fit)
  })

  it.each([
    ['12.36', 12.36],
    ['１２．３６', 12.36],
    [' 12,36 g', 12.36],
    ['12。36克', 12.36],
    ['1.02 ct', 1.02],
    ['0', null],
    ['-3', null],
    ['1.2.3', null],
    ['重', null],
    ['', null],
  ])('parses %j as %j', (typed, value) => {
    expect(readQuantity(typed)).toBe(value)
  })

  it('converts carats to grams', () => {
    expect(toGrams(1.02, 'ct')).toBeCloseTo(0.204, 9)
    expect(toGrams(1.02, 'g')).toBe(1.02)
  })
})
