import { describe, expect, it } from 'vitest'
import { CERTIFICATE_FIELDS, CERTIFICATE_MEMBERS } from '../certificate-fields.ts'
import { translateValue } from '../english-values.ts'
import { findDefiningStandard, listChoices } from './grades.ts'
import { findWrongFineness } from './plausibility.ts'
import { DEFAULT_STANDARDS } from './standards.ts'
import { findTreatmentDemand, listTerms, listTreatedNames, TERMS } from './terms.ts'

const listNames = (...input: Parameters<typeof listTerms>) => listTerms(...input).map(({ name }) => name)

describe('the terms for the conclusion', () => {
  it('are at first the untreated stones of the category, cultured pearls among them', () => {
    expect(listNames('turquoise', '')).toEqual(['绿松石'])
    expect(listTerms('organic', '').map(({ name, kind }) => [name, kind])).toEqual([
      ['珍珠', 'cultured'],
      ['海水珍珠', 'cultured'],
      ['淡水珍珠', 'cultured'],
      ['天然珍珠', 'natural'],
      ['琥珀', 'natural'],
      ['珊瑚', 'natural'],
    ])
  })

  it('are the whole family of a stone, with its treatments in the name', () => {
    expect(listTerms('turquoise', '绿松石').map(({ name, kind }) => [name, kind])).toEqual([
      ['绿松石', 'natural'],
      ['绿松石（充填）', 'treated'],
      ['绿松石（染色）', 'treated'],
      ['绿松石（染色、充填）', 'treated'],
      ['绿松石（处理）', 'treated'],
      ['再造绿松石', 'artificial'],
    ])
    expect(listTreatedNames('翡翠')).toEqual(['翡翠（漂白、充填）', '翡翠（染色）', '翡翠（覆膜）', '翡翠（处理）'])
  })

  it('begin with those of the category and those that start with the typed text', () => {
    expect(listNames('organic', '珊')[0]).toBe('珊瑚')
    expect(listNames('gemstone', '宝石')).toContain('合成蓝宝石')
    expect(listNames('jade', '玻')).toEqual(['玻璃'])
  })
})

it.each([
  ['红宝石', '热处理', '属优化：名称不注，可在备注中说明'],
  ['红宝石', '充填处理', '属处理：名称须注明，如“红宝石（充填）”'],
  ['红宝石（充填）', '充填处理', '属处理：名称已注明'],
  ['绿松石', '未见充填、染色迹象', null],
  ['某种石头', '充填', null],
])('require for %s with the treatment “%s”: %s', (conclusion, treatment, demand) => {
  expect(findTreatmentDemand(conclusion, treatment)).toBe(demand)
})

it('offer the fineness that the metal may have, and nothing that the rules refuse', () => {
  expect(listChoices('fineness', { metal: '18K 金' }, []).map(({ value }) => value)).toEqual(['Au750'])
  for (const { value: metal } of listChoices('metal', {}, [])) {
    const marks = listChoices('fineness', { metal }, [])
    expect(marks.length, metal).toBeGreaterThan(0)
    for (const { value } of marks) expect(findWrongFineness(metal, value)).toEqual([])
  }
})

it('offer each standard in addition to the typed ones', () => {
  const listOfferedStandards = (standards: string) =>
    listChoices('standards', { standards }, DEFAULT_STANDARDS).map(({ value }) => value)
  expect(listOfferedStandards('')[0]).toBe('GB/T 16552—2017')
  expect(listOfferedStandards('GB/T 16552、GB')[0]).toBe('GB/T 16552、GB/T 16553—2017')
})

const CHOICE_MEMBERS = CERTIFICATE_MEMBERS.filter((member) => CERTIFICATE_FIELDS[member].control === 'choices')

it.each(CHOICE_MEMBERS)('offer values for %s that English pages show without Chinese', (member) => {
  const values = listChoices(member, {}, DEFAULT_STANDARDS).map(({ value }) => value)
  expect(values).not.toEqual([])
  const chinese = values.filter((value) => /\p{Script=Han}/u.test(value))
  expect(chinese.filter((value) => translateValue(member, value) === undefined)).toEqual([])
})

it('offer conclusions that all have English', () => {
  expect(TERMS.filter(({ name }) => translateValue('conclusion', name) === undefined)).toEqual([])
})

it.each(CHOICE_MEMBERS.filter((member) => member !== 'standards'))('name the standard that defines %s', (member) => {
  expect(findDefiningStandard(member)).toMatch(/^GB/)
})

it('name the standard of pearls, and not of diamonds, for grades of pearls', () => {
  expect(findDefiningStandard('matchingGrade')).toBe('GB/T 18781')
  expect(findDefiningStandard('transparencyGrade')).toBeUndefined()
})
