import { expect, it } from 'vitest'
import type { GemRow, GemSheet } from '#domain/gems/gem-sheet.ts'
import { findDifference } from './gem-difference.ts'

const makeGems = (row: GemRow, ...texts: (string | undefined)[]) =>
  texts.map((text) => ({ sheet: { rows: { [row]: text } } as unknown as GemSheet }))
const findTextDifference = (row: GemRow, ...texts: (string | undefined)[]) =>
  findDifference(row, makeGems(row, ...texts))

it('marks whether a measured value distinguishes the gems', () => {
  expect(findTextDifference('折射率', '1.762–1.770（+0.009/−0.005）', '1.718（+0.017/−0.008）')).toBe('apart')
  expect(findTextDifference('密度', '4.00 ±0.05', '4.05（+0.25/−0.12）')).toBe('overlapping')
  expect(findTextDifference('摩氏硬度', '9', '8', '8–8.5')).toBe('overlapping')
})

it('compares texts for equality', () => {
  expect(findTextDifference('晶系', '三方晶系', '三方晶系')).toBe('same')
  expect(findTextDifference('晶系', '三方晶系', '等轴晶系')).toBe('different')
  expect(findTextDifference('双折射率', '0.008–0.010', '—')).toBe('different')
})

it('returns no difference for a row with a missing value', () => {
  expect(findTextDifference('光性', '均质体', undefined)).toBe('unknown')
  expect(findDifference('光性', [{ sheet: null }, { sheet: null }])).toBe('unknown')
})
