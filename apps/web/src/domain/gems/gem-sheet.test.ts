import { expect, it } from 'vitest'
import { asSafeHtml } from '#lib/html/safe-html.ts'
import { readGemMeasure, readGemSheet } from './gem-sheet.ts'

const makeTable = (rows: Record<string, string>) =>
  asSafeHtml(
    `<p>…</p><table><thead><tr><th>项目</th><th>数值</th></tr></thead><tbody>${Object.entries(rows)
      .map(([name, value]) => `<tr>\n<td>${name}</td>\n<td align="left">${value}</td>\n</tr>`)
      .join('')}</tbody></table><table><tr><td>密度</td><td>9</td></tr></table>`,
  )
const RUBY = {
  英文名: 'Ruby',
  化学式: 'Al₂O₃（含 Cr）',
  折射率: '1.762–1.770（+0.009/−0.005）',
  '密度 (g/cm³)': '4.00 ±0.05',
  摩氏硬度: '9',
  其他: '不读',
}

it('reads known rows, with any unit beside their name', () => {
  const sheet = readGemSheet(makeTable(RUBY))
  expect(sheet?.rows).toEqual({
    英文名: 'Ruby',
    化学式: 'Al₂O₃（含 Cr）',
    折射率: '1.762–1.770（+0.009/−0.005）',
    密度: '4.00 ±0.05',
    摩氏硬度: '9',
  })
  expect(sheet?.refractiveIndex).toMatchObject({
    range: { min: 1.762, max: 1.77, text: '1.762–1.770' },
    spread: { min: 1.757, max: 1.779 },
  })
  expect(sheet?.density).toMatchObject({ range: { text: '4.00' }, spread: { min: 3.95, max: 4.05 } })
})

it('returns null for an article without such a table', () => {
  const { 摩氏硬度: _left, ...others } = RUBY
  expect(readGemSheet(makeTable(others))).toBeNull()
  expect(readGemSheet(asSafeHtml('<p>无表。</p>'))).toBeNull()
  expect(readGemSheet(makeTable({ ...RUBY, 摩氏硬度: '未测' }))).toBeNull()
})

it.each([
  ['点测 1.50（含方解石可达 1.67）', '1.50', true],
  ['1.666–1.680 ±0.008（点测 1.66）', '1.666–1.680', false],
  ['海水 2.61–2.85；淡水 2.66–2.78', '2.61–2.85', false],
  ['2.417', '2.417', false],
  ['6.5-7', '6.5–7', false],
])('reads %s as %s', (text, range, isSpotReading) => {
  expect(readGemMeasure(text)).toMatchObject({ text, range: { text: range }, isSpotReading })
})

it.each([undefined, '', '集合体不可测', '—'])('reads no value from “%s”', (text) => {
  expect(readGemMeasure(text)).toBeNull()
})
