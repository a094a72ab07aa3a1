import { describe, expect, it } from 'vitest'
import {
  DEFAULT_STANDARDS,
  findWrongStandards,
  listValidStandards,
  readStandardCode,
  type Standard,
} from './standards.ts'

const TODAY = '2026-11-30'
const findTexts = (standards: string, testedOn = '2026-11-20', table: readonly Standard[] = DEFAULT_STANDARDS) =>
  findWrongStandards(table, { standards, testedOn }, TODAY).map(({ text }) => text)

it.each([
  ['GB/T 16552—2017', 'GB/T 16552', '2017'],
  ['gb/t16552-2017', 'GB/T 16552', '2017'],
  ['ＧＢ　11887', 'GB 11887', ''],
  ['GB/T 18043 – 2099', 'GB/T 18043', '2099'],
])('reads the code %s', (text, name, year) => {
  expect(readStandardCode(text)).toMatchObject({ name, year })
})

it.each([
  ['GB/T 32862', '蓝宝石分级'],
  ['GB/T 32863', '红宝石分级'],
])('has the title of %s', (code, title) => {
  expect(DEFAULT_STANDARDS.find((one) => one.code === code)?.title).toBe(title)
})

describe('a standard of a certificate', () => {
  it.each([
    'GB/T 16552、GB/T 16553',
    'GB/T 16552—2017；GB/T 16553-2017',
    // The table has no edition of it.
    'GB/T 18781—2099',
  ])('is accepted when the table has it: %s', (standards) => {
    expect(findTexts(standards)).toEqual([])
  })

  it.each([
    ['GB/T 16522', '标准表中没有“GB/T 16522”，是否为 GB/T 16552—2017'],
    ['GB 16552', '标准表中没有“GB 16552”，是否为 GB/T 16552—2017'],
    ['GB/T 16525', '标准表中没有“GB/T 16525”，是否为 GB/T 16552—2017'],
    ['Q/SH 001', '标准表中没有“Q/SH 001”'],
    ['国标', '标准表中没有“国标”'],
    ['GB/T 16552—2010', '标准表中没有“GB/T 16552—2010”这一版，2026-11-20 有效的是 GB/T 16552—2017'],
  ])('is doubted when the table lacks it: %s', (standards, text) => {
    expect(findTexts(standards)).toEqual([text])
  })

  it('is judged by the day of the test, else of the issue, else of the check', () => {
    expect(findTexts('GB/T 16552—2017', '2018-04-30')).toEqual([
      'GB/T 16552—2017 自 2018-05-01 起实施，晚于检验日期 2018-04-30',
    ])
    expect(findTexts('GB/T 16552—2010', '2018/4/30')).toEqual([])
    const values = { standards: ['GB/T 16552—2010'], issuedOn: '2018-04-30' }
    expect(findWrongStandards(DEFAULT_STANDARDS, values, TODAY)).toEqual([])
    expect(findWrongStandards(DEFAULT_STANDARDS, { standards: ['GB/T 16552—2010'] }, TODAY)).toHaveLength(1)
  })

  it('may have several editions, of which one is valid on a day', () => {
    const base = { title: '名称', categories: ['jade' as const] }
    const table = [
      { ...base, code: 'GB/T 1—2010', from: '2011-01-01', until: '2019-12-31' },
      { ...base, code: 'GB/T 1—2019', from: '2020-01-01', until: '' },
    ]
    expect(findTexts('GB/T 1', '2015-06-01', table)).toEqual([])
    expect(findTexts('GB/T 1—2010', '2015-06-01', table)).toEqual([])
    expect(findTexts('GB/T 1—2010', '2020-01-01', table)).toEqual([
      'GB/T 1—2010 有效至 2019-12-31，早于检验日期 2020-01-01，2020-01-01 有效的是 GB/T 1—2019',
    ])
    expect(listValidStandards(table, 'jade', '2019-12-31').map(({ code }) => code)).toEqual(['GB/T 1—2010'])
    expect(listValidStandards(table, 'diamond', '2019-12-31')).toEqual([])
    const ended = [{ ...base, code: 'GB/T 2', from: '', until: '2019-12-31' }]
    expect(findTexts('GB/T 2', '2020-01-01', ended)).toEqual(['GB/T 2 有效至 2019-12-31，早于检验日期 2020-01-01'])
  })
})
