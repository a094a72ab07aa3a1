import { expect, it } from 'vitest'
import { findMarkRefusal, formatAccreditation, type LicensedMark, readAccreditation } from './marks.ts'

const CMA: LicensedMark = {
  kind: 'cma',
  number: '240000000001',
  categories: ['jade', 'gemstone'],
  standards: ['GB/T 16552', 'GB/T 16553—2017'],
  validTo: '2026-12-31',
  isPrinted: true,
}
const find = (standards: string, changes: Partial<LicensedMark> = {}, day = '2026-11-30') =>
  findMarkRefusal({ ...CMA, ...changes }, 'jade', { standards }, day)

it('is carried when the category and every standard are in scope on the day', () => {
  expect(find('GB/T 16552—2017、GB/T 16553')).toBeUndefined()
  expect(find('gb/t16553-2017')).toBeUndefined()
  expect(find('GB/T 16552', {}, '2026-12-31')).toBeUndefined()
})

it.each([
  ['GB/T 16552、GB/T 18781', {}, '2026-11-30', 'GB/T 18781 不在资质范围内'],
  ['GB/T 16553—2010', {}, '2026-11-30', 'GB/T 16553—2010 不在资质范围内'],
  ['国标', {}, '2026-11-30', '国标 不在资质范围内'],
  ['', {}, '2026-11-30', '没有检验依据'],
  ['GB/T 16552', { categories: ['gemstone'] as const }, '2026-11-30', '玉石不在资质范围内'],
  ['GB/T 16552', {}, '2027-01-01', '资质有效至 2026-12-31'],
  ['GB/T 16552', { isPrinted: false }, '2026-11-30', '已设为不印'],
  ['GB/T 16552', { standards: [] }, '2026-11-30', 'GB/T 16552 不在资质范围内'],
])('is not carried: %s, %o, %s', (standards, changes, day, reason) => {
  expect(find(standards, changes, day)).toBe(reason)
})

it('is stored with the certificate as a text, and read back', () => {
  const marks = [
    { kind: 'cma' as const, number: '240000000001' },
    { kind: 'cnas' as const, number: 'L 0001' },
  ]
  expect(formatAccreditation(marks)).toBe('CMA 240000000001；CNAS L 0001')
  expect(readAccreditation(formatAccreditation(marks))).toEqual(marks)
  expect(readAccreditation('XYZ 1')).toEqual([])
  expect(readAccreditation(undefined)).toEqual([])
})
