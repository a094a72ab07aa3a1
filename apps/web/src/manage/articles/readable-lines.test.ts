import { expect, it } from 'vitest'
import { describeFormChange, listExchangedPictures, nameLink, toReadableLines } from './readable-lines.ts'

const [OLD, NEW] = ['c0de'.repeat(8), 'beef'.repeat(8)]
const toPicture = (id: string, alt = '') => `![${alt}](/file/img/m/${id}/picture.webp)`

it.each([
  ['## 资质\n\n正文', '资质\n正文'],
  ['| 项目 | 费用 |\n| --- | ---: |\n| 钻石分级 | 300 |', '项目　费用\n钻石分级　300'],
  ['- 宝石\n  - 玉石\n1. 送样', '• 宝石\n• 玉石\n1. 送样'],
  ['**当日**取件，见[联系我们](/contact-us "电话")', '当日取件，见联系我们（/contact-us）'],
  ['![铁线](/file/img/a1b2c3d4.png) ![](/file/img/e5f6a7b8.png)', '［图片：铁线］ ［图片］'],
  [`${toPicture(OLD)} ${toPicture(NEW, '谱图')}`, '［图片：红外.png］ ［图片：谱图］'],
  ['| 甲<br>乙 | 1 |', '甲 乙　1'],
  ['2\\*3 毫米，1\\. 不是列表', '2*3 毫米，1. 不是列表'],
  ['> 引文\n\n---', '引文'],
  ['', ''],
])('%j reads %j', (markdown, expected) => {
  const lines = toReadableLines(markdown, { [OLD]: '红外.png' })
  expect(lines.map(({ text }) => text).join('\n')).toBe(expected)
})

it.each([
  ['结尾。', '**结尾。**', '格式有变化'],
  ['资质', '## 资质', '格式有变化'],
  ['| 重量 |\n| --- |', '| 重量 |\n| ---: |', '格式有变化'],
  [toPicture(OLD), toPicture(NEW), '换了图片'],
  [`**见** ${toPicture(OLD, '谱')}`, `见 ${toPicture(NEW, '谱')}`, '换了图片'],
  ['结尾。', '\n\n结尾。  ', null],
])('%j became %j: %s', (before, after, expected) => {
  const [old] = toReadableLines(before)
  const [now] = toReadableLines(after)
  expect(old && now && describeFormChange(old, now)).toBe(expected)
})

it('lists the library pictures that only one text has', () => {
  const kept = toPicture('a'.repeat(32))
  expect(listExchangedPictures(`${kept}${toPicture(OLD)}`, `${toPicture(NEW)}${kept}`)).toEqual([OLD, NEW])
  expect(listExchangedPictures('![](/file/img/a.png)', kept)).toEqual(['a'.repeat(32)])
})

it('names a link by its words, and by its address where the text has none', () => {
  const text = '![图](/a) 见[**流程**与范围](/rangeDetail "题")，[再看](/rangeDetail)'
  expect(['/rangeDetail', '/a', '/p/none'].map((address) => nameLink(text, address))).toEqual([
    '“流程与范围”（/rangeDetail）',
    '/a',
    '/p/none',
  ])
})
