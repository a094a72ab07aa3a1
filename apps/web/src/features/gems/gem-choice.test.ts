import { expect, it } from 'vitest'
import { readGemFacts } from '#domain/gems/gem-facts.ts'
import { NO_FILTERS } from './gem-address.ts'
import { chooseGems, type GemEntry, listChoices } from './gem-choice.ts'

const makeEntry = (id: number, name: string, summary: string): GemEntry => ({
  id,
  name,
  to: `/article/${id}`,
  summary,
  facts: readGemFacts(summary),
})
const GEMS = [
  makeEntry(1, '红宝石', '刚玉，三方晶系。折射率 1.762–1.770，密度 4.00，摩氏硬度 9。常见颜色：红、紫红。'),
  makeEntry(2, '尖晶石', '尖晶石，等轴晶系。折射率 1.718，密度 3.60，摩氏硬度 8。常见颜色：红、粉红、蓝。'),
  makeEntry(
    3,
    '绿松石',
    '绿松石，隐晶质集合体（三斜）。折射率 1.61（点测），密度 2.76，摩氏硬度 5–6。常见颜色：绿蓝。',
  ),
  makeEntry(4, '陨石', '来自天外。'),
]
const listNames = (filters: Partial<typeof NO_FILTERS>) =>
  chooseGems(GEMS, { ...NO_FILTERS, ...filters }).map(({ name }) => name)

it('returns all entries in their order when no filter is set', () => {
  expect(listNames({})).toEqual(['红宝石', '尖晶石', '绿松石', '陨石'])
})

it('finds entries that fit a measured value with its uncertainty', () => {
  expect(listNames({ refractiveIndex: { min: 1.76, max: 1.765 } })).toEqual(['红宝石'])
  expect(listNames({ refractiveIndex: { min: 1.7, max: null } })).toEqual(['红宝石', '尖晶石'])
  expect(listNames({ hardness: { min: 5.5, max: 8 } })).toEqual(['尖晶石', '绿松石'])
  expect(listNames({ density: { min: null, max: 3 } })).toEqual(['绿松石'])
  expect(listNames({ refractiveIndex: { min: 1.9, max: 2 } })).toEqual([])
})

it('filters by crystal system, colour and name together', () => {
  expect(listNames({ colour: '红' })).toEqual(['红宝石', '尖晶石'])
  expect(listNames({ colour: '红', system: '等轴晶系' })).toEqual(['尖晶石'])
  expect(listNames({ system: '集合体' })).toEqual(['绿松石'])
  expect(listNames({ colour: '蓝' })).toEqual(['尖晶石', '绿松石'])
  expect(listNames({ name: '石' })).toHaveLength(4)
  expect(listNames({ name: '红' })).toEqual(['红宝石'])
})

it('sorts by a property, entries without facts last', () => {
  expect(listNames({ order: 'refractiveIndex' })).toEqual(['绿松石', '尖晶石', '红宝石', '陨石'])
  expect(listNames({ order: 'hardness' })[0]).toBe('绿松石')
})

it('offers only choices that have results', () => {
  expect(listChoices(GEMS)).toEqual({
    systems: ['等轴晶系', '三方晶系', '集合体'],
    colours: ['红', '粉红', '蓝'],
  })
})
