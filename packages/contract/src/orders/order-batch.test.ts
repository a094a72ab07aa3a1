import { describe, expect, it } from 'vitest'
import { findOrderColumn, findRepetitions, ORDER_COLUMNS, readCategory, readServices } from './order-batch.ts'
import type { OrderService } from './order-services.ts'

const SERVICES: OrderService[] = [
  { code: 'ID', name: '玉石定名', categories: ['jade'], cents: 12_000, per: 'item', workingDays: 3 },
  { code: 'PH', name: '照片', categories: ['jade', 'metal'], cents: 1_000, per: 'item', workingDays: 0 },
  { code: 'TQ', name: '绿松石鉴定', categories: ['turquoise'], cents: 18_000, per: 'item', workingDays: 4 },
]

describe('a title of a column', () => {
  it.each(Object.entries(ORDER_COLUMNS))('is found for %s as the template writes it', (column, title) => {
    expect(findOrderColumn(title)).toBe(column)
    expect(findOrderColumn(` ${title.normalize('NFKC')}\u200b`)).toBe(column)
  })

  it.each([
    ['检测项目', 'services'],
    ['数量（件）', 'count'],
    ['重量(克)', 'mass'],
    ['声明价值', 'value'],
    ['备注', 'care'],
    ['Reference', 'reference'],
  ])('may be %s', (title, column) => {
    expect(findOrderColumn(title)).toBe(column)
  })

  it.each(['约重（ct）', '价值（万元）', '证书编号', '', '名称（英文）', 'constructor'])('is unknown: %s', (title) => {
    expect(findOrderColumn(title)).toBeUndefined()
  })
})

it('reads categories by name and by code', () => {
  expect(['玉石', ' 贵金属饰品 ', 'Diamond', '翡翠', '', 'toString'].map(readCategory)).toEqual([
    'jade',
    'metal',
    'diamond',
    '',
    '',
    '',
  ])
})

it.each([
  ['玉石定名、照片', 'jade', ['ID', 'PH'], null],
  ['id，ID; 玉石定名', 'jade', ['ID'], null],
  ['绿松石鉴定', 'jade', [], '绿松石鉴定'],
  ['ID、加急', 'jade', ['ID'], '加急'],
  ['', 'jade', [], null],
  ['ID', '', [], 'ID'],
] as const)('reads the services “%s” of %s', (typed, category, codes, unknown) => {
  expect(readServices(typed, category, SERVICES)).toEqual({ codes, unknown })
})

it('finds repeated references, and none among empty ones', () => {
  expect(findRepetitions(['A1', '', 'B2', ' A1', '', 'A1'])).toEqual([5, undefined, undefined, 0, undefined, 0])
})
