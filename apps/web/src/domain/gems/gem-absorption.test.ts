import { expect, it } from 'vitest'
import { readAbsorption } from './gem-absorption.ts'

const readWavelengths = (text: string) => readAbsorption(text).map(([centreNm]) => centreNm)
const readStrengths = (text: string) => readAbsorption(text).map(([, , strength]) => strength)

it('reads lines and the bands between two wavelengths, in either direction', () => {
  expect(readWavelengths('683、680、637；630–580 部分吸收')).toEqual([683, 680, 637, 605])
  const [, , , band] = readAbsorption('683、680、637；630–580 部分吸收')
  expect(band?.[1]).toBeGreaterThan(10)
  expect(readWavelengths('683 680 637')).toEqual([683, 680, 637])
})

it('distinguishes weak from strong lines', () => {
  expect(readStrengths('537、456（弱）、427（强）')).toEqual([0.85, 0.5, 1])
  expect(readStrengths('偶见 420 不清晰、432 可见')).toEqual([0.5, 0.85])
})

it('applies a remark without brackets to all preceding lines', () => {
  expect(readAbsorption('504、520、573 强带').map(([, widthNm, strength]) => [widthNm > 5, strength])).toEqual([
    [true, 1],
    [true, 1],
    [true, 1],
  ])
})

it('reads a decimal wavelength, and one within text', () => {
  expect(readWavelengths('653.5 特征线，多线')).toEqual([653.5])
  expect(readWavelengths('红色：685、684 及 656 附近线')).toEqual([685, 684, 656])
  expect(readWavelengths('415.5（Ia 型 Cape 系列）')).toEqual([415.5])
})

it('returns no lines when none is visible', () => {
  expect(readAbsorption('不特征')).toEqual([])
  expect(readAbsorption('370 以下截止')).toEqual([])
  expect(readAbsorption(undefined)).toEqual([])
})
