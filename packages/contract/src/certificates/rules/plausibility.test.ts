import { describe, expect, it } from 'vitest'
import { DEFAULT_RULES } from './certificate-rules.ts'
import { compareWithSpecies, findOtherSpecies } from './comparison.ts'
import { readDeskForm } from './desk-fields.ts'
import { findImplausible } from './plausibility.ts'
import { readPublished } from './published-range.ts'
import { computeBirefringence } from './readings.ts'
import { findSpecies, SPECIES } from './species.ts'

const PICTURES = [{ file: 'front.jpg', caption: '', widthMm: '' }]

it.each([
  ['1.762–1.770（+0.009/−0.005）', [1.762, 1.77, 1.757, 1.779]],
  ['1.577–1.583 ±0.017', [1.577, 1.583, 1.56, 1.6]],
  ['1.535–1.539（点测 1.53 或 1.54）', [1.535, 1.539, 1.535, 1.539]],
  ['点测 1.50（含方解石可达 1.67）', [1.5, 1.5, 1.5, 1.67]],
  ['0.018–0.040（常见 0.020）', [0.018, 0.04, 0.018, 0.04]],
  ['9', [9, 9, 9, 9]],
  ['—', [0, 0, 0, 0]],
])('reads the published constant %s with its tolerance', (text, [from, to, least, most]) => {
  expect(readPublished(text)).toMatchObject({ from, to, least, most })
})

describe('a value that does not fit the conclusion', () => {
  it.each([
    ['绿松石', 'specificGravity', 2.31, '绿松石密度应为 2.76（+0.14/−0.36） g/cm³，现为 2.31'],
    ['红宝石', 'refractiveIndex', '1.718', '红宝石折射率应为 1.762–1.770（+0.009/−0.005），现为 1.718'],
    ['红宝石', '双折射率', '0.020', '红宝石双折射率应为 0.008–0.010，现为 0.020'],
    ['尖晶石', '双折射率', '0.008', '尖晶石双折射率应为 0（均质体），现为 0.008'],
    ['绿松石', '摩氏硬度', '7', '绿松石摩氏硬度应为 5–6，现为 7'],
    ['钻石', '摩氏硬度', '9–9.5', '钻石摩氏硬度应为 10，现为 9–9.5'],
  ])('is reported: %s: %s %s', (conclusion, member, value, text) => {
    expect(findImplausible({ conclusion, [member]: value })).toEqual([{ member, text }])
  })

  it.each([
    ['红宝石', '双折射率', '0.008'],
    ['红宝石', '双折射率', 0.012],
    ['碧玺', '双折射率', '0.020'],
    ['尖晶石', '双折射率', '不可测'],
    ['翡翠', '双折射率', '0.020'],
    ['翡翠', '摩氏硬度', '6–7'],
    ['翡翠', '摩氏硬度', '较硬'],
    ['拼合红宝石', '双折射率', '0.5'],
    ['某种石头', '摩氏硬度', '1'],
  ])('is not reported when it is plausible: %s, %s %s', (conclusion, member, value) => {
    expect(findImplausible({ conclusion, [member]: value })).toEqual([])
  })

  it('is a warning of the form, whose answer becomes void when the value or the conclusion changes', () => {
    const warn = (fields: Record<string, string>) =>
      readDeskForm(
        'SH20261103001285',
        { category: 'gemstone', fields: { standards: 'GB/T 16552', ...fields }, pictures: PICTURES },
        '2026-11-30',
        DEFAULT_RULES,
      ).warnings
    expect(warn({ conclusion: '红宝石', 双折射率: '0.020' })).toMatchObject([
      { member: '双折射率', key: '双折射率|0.020|红宝石' },
    ])
    expect(warn({ conclusion: '碧玺', 双折射率: '0.020' })).toEqual([])
  })
})

it.each([
  ['1.762–1.770', '0.008'],
  ['1.654~1.690', '0.036'],
  ['1.718', null],
  ['1.762–', null],
  ['1.61（点测）', null],
])('computes the birefringence of %s as %s', (refractiveIndex, difference) => {
  expect(computeBirefringence(refractiveIndex)).toBe(difference)
})

describe('the comparison with species', () => {
  const ruby = findSpecies('红宝石')
  const readings = { refractiveIndex: '1.762–1.770', 双折射率: '0.008', specificGravity: '3.61' }

  it('lists each property with its constant, its reading and whether they fit', () => {
    const [species] = ruby
    if (!species) throw new Error('no species')
    expect(compareWithSpecies(species, readings).map(({ word, isFitting }) => [word, isFitting])).toEqual([
      ['折射率', true],
      ['双折射率', true],
      ['密度', false],
      ['摩氏硬度', null],
    ])
  })

  const findNames = (values: Record<string, string>, conclusion: string) =>
    findOtherSpecies(values, findSpecies(conclusion)).map(({ species, members, isWhole }) => [
      species.names[0],
      isWhole ? 'all' : 'some',
      ...members,
    ])

  it('lists other species by how well the readings fit, then by the number of readings, then by narrow ranges', () => {
    expect(findNames(readings, '红宝石').slice(0, 3)).toEqual([
      ['蓝宝石', 'some', 'refractiveIndex', '双折射率'],
      ['尖晶石', 'some', 'specificGravity'],
      ['钙铝榴石', 'some', 'specificGravity'],
    ])
    const spot = { refractiveIndex: '1.61（点测）', specificGravity: '2.31' }
    expect(findNames(spot, '绿松石')[0]).toEqual(['玻璃', 'all', 'refractiveIndex', 'specificGravity'])
  })

  it('offers no singly refractive species and no aggregate for a sample with two indices', () => {
    const names = findNames({ refractiveIndex: '1.762–1.770' }, '').map(([name]) => name)
    expect(names).toContain('红宝石')
    for (const name of ['铁铝榴石', '孔雀石', '玻璃']) expect(names).not.toContain(name)
  })

  it('does not offer saltwater pearls for freshwater pearls, nor the reverse', () => {
    const names = findNames({ specificGravity: '2.70' }, '海水珍珠').map(([name]) => name)
    expect(names.filter((name) => name?.includes('珍珠'))).toEqual([])
  })
})

it('has ordered constants for every species', () => {
  for (const { names, refractiveIndex, birefringence, specificGravity, mohs } of SPECIES) {
    for (const constant of [refractiveIndex, birefringence, specificGravity, mohs]) {
      if (!constant) continue
      const { least, from, to, most } = constant
      expect([least, from, to, most], names[0]).toEqual([least, from, to, most].toSorted((one, other) => one - other))
    }
  }
})
