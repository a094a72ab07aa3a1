import { expect, it } from 'vitest'
import { applyMarkup, blankCode, type Markup } from './markup.ts'

/** `[` and `]` mark the selection. */
function use(markup: Markup, marked: string): string {
  const from = marked.indexOf('⟦')
  const to = marked.indexOf('⟧') - 1
  const text = marked.replace(/[⟦⟧]/g, '')
  const edit = applyMarkup(markup, text, from, to)
  const next = text.slice(0, edit.from) + edit.insert + text.slice(edit.to)
  const { selectFrom, selectTo } = edit
  return `${next.slice(0, selectFrom)}⟦${next.slice(selectFrom, selectTo)}⟧${next.slice(selectTo)}`
}

it.each<[Markup, string, string]>([
  ['bold', '含⟦褐铁矿⟧脉', '含**⟦褐铁矿⟧**脉'],
  ['bold', '含**⟦褐铁矿⟧**脉', '含⟦褐铁矿⟧脉'],
  ['bold', '含⟦⟧脉', '含**⟦加粗的字⟧**脉'],
  ['italic', '**⟦褐铁矿⟧**', '***⟦褐铁矿⟧***'],
  ['code', '值 ⟦n⟧', '值 `⟦n⟧`'],
  ['code', '⟦a\nb⟧', '```\na\nb\n```⟦⟧\n'],
  ['heading', '什么⟦⟧是铁线', '## 什么是铁线⟦⟧'],
  ['heading', '### 什么⟦⟧是铁线', '什么是铁线⟦⟧'],
  ['list', '⟦网状\n片状⟧', '⟦- 网状\n- 片状⟧'],
  ['list', '⟦- 网状\n- 片状⟧', '⟦网状\n片状⟧'],
  ['numbers', '⟦网状\n片状⟧', '⟦1. 网状\n2. 片状⟧'],
  ['quote', '前\n引⟦⟧文\n后', '前\n> 引文⟦⟧\n后'],
  ['link', '见⟦标准⟧', '见[标准](⟦https://⟧)'],
  ['link', '⟦https://a.test/x⟧', '[⟦链接文字⟧](https://a.test/x)'],
  ['link', '⟦⟧', '[⟦链接文字⟧](https://)'],
])('applies %s to %j', (markup, before, after) => {
  expect(use(markup, before)).toBe(after)
})

it('separates a table from the text around it', () => {
  expect(use('table', '前文⟦⟧后文')).toMatch(/^前文\n\n\| 项目 \| 数值 \|\n[\s\S]*⟦⟧\n\n后文$/)
})

it.each([
  ['a\n```\n# b\n```\nc', 'a\n   \n   \n   \nc'],
  ['````\n```\n# b\n````\nc', '    \n   \n   \n    \nc'],
  // Only a bare fence closes a code block.
  ['```\n```js\n# b\n```\nc', '   \n     \n   \n   \nc'],
  ['~~~\n# b', '   \n   '],
])('blanks the fenced code of %j and keeps offsets', (markdown, blanked) => {
  expect(blankCode(markdown)).toBe(blanked)
})
