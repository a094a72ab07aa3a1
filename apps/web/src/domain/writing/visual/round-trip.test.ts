import type { Mark, Node } from 'prosemirror-model'
import { describe, expect, it } from 'vitest'
import { readMarkdown } from './read-markdown.ts'
import { schema } from './schema.ts'
import { writeBlock } from './write-block.ts'
import { writeMarkdown } from './write-markdown.ts'

/** Writes every block anew, as after an edit of each. */
function retype(text: string): string {
  const { doc } = readMarkdown(text)
  const parts: string[] = []
  doc.forEach((node) => {
    parts.push(writeBlock(node).markdown)
  })
  return parts.join('\n\n')
}

/** Source, and what is written for the block after an edit; `=`: the same. */
const CASES: readonly [source: string, retyped: string][] = [
  ['甲\n\n乙', '='],
  ['甲\n乙', '='],
  ['甲  \n乙', '甲\\\n乙'],
  ['甲\\\n乙', '='],
  ['　　甲', '甲'],
  ['## 标题', '='],
  ['标题\n---', '## 标题'],
  ['## 标题 ##', '## 标题'],
  ['在**不取样**的', '='],
  ['__粗__ _斜_', '**粗** *斜*'],
  ['~~旧~~新', '='],
  ['***重***', '='],
  ['`GB/T 16553`', '='],
  ['`` a`b ``', '='],
  ['[国标](/article/86 "题")', '='],
  ['[a](/x_(y))', '='],
  ['<https://a.cn/>', '='],
  ['见 https://a.cn/ 的说明', '='],
  ['- 甲\n- 乙', '='],
  ['* 甲\n* 乙', '- 甲\n- 乙'],
  ['3. 丙\n4. 丁', '='],
  ['- 甲\n  - 乙\n    - 丙', '='],
  ['- 甲\n\n- 乙', '='],
  ['1) 甲', '1. 甲'],
  ['- [ ] 称重', '='],
  ['> 甲\n> 乙', '='],
  ['> - 甲', '='],
  ['````\n```\n甲\n```\n````', '='],
  ['```js\na | b\n```', '='],
  ['| 甲 | 乙 |\n| --- | ---: |\n| 1 | 2 |', '='],
  ['| 甲 |\n| --- |\n| x \\| y |', '='],
  ['| 甲 |\n| --- |\n| `x \\| y` |', '='],
  ['| 甲 | 乙 |\n| --- | --- |\n|  | 2 |', '='],
  ['| 甲 |\n| --- |\n| 一<br>二 |', '='],
  ['| 甲 |\n| --- |\n| ![谱](/file/img/a.png) |', '='],
  ['| 甲 | 乙 |\n| --- | --- |\n| 1 |', '| 甲 | 乙 |\n| --- | --- |\n| 1 |  |'],
  ['| 甲 |\n| --- |\n| - 无 |\n| 1. 甲 |', '='],
  ['![谱](/file/img/a.png "图 1")', '='],
  ['见 ![谱](/file/img/a.png) 图', '='],
  ['![](/file/img/a.png)', '='],
  ['H<sub>2</sub>O 和 cm<sup>-1</sup>', '='],
  ['参考\n: 值', '='],
  ['$n=1.61$', '='],
  ['\\*甲\\*', '='],
  ['\\# 甲', '='],
  ['1\\. 甲', '='],
  ['\\- 甲', '='],
  ['3~5 天', '='],
  ['SH_W_12_A', '='],
  ['< 1.62', '='],
  ['a < b && c > d', '='],
  ['AT&amp;T 与 &lt;b&gt;', 'AT&T 与 \\<b>'],
  ['12.36\u00a0g', '='],
  ['💎 与 👩‍🔬', '='],
  ['【电话】', '='],
  ['---', '='],
  ['1. 甲\n\n   乙\n2. 丙', '1. 甲\n\n   乙\n\n2. 丙'],
  ['`<div>` 与 \\<div>', '`<div>` 与 \\<div>'],
  ['-', '- '],
]

describe('a text that is read and written', () => {
  it.each(CASES)('%j keeps every byte without an edit', (source) => {
    const loaded = readMarkdown(source)
    expect(writeMarkdown(loaded.doc, loaded).markdown).toBe(source)
  })

  it.each(CASES)('%j is written as %j after an edit', (source, retyped) => {
    expect(readMarkdown(source).doc.firstChild?.type.name).not.toBe('preserved')
    const expected = retyped === '=' ? source : retyped
    expect(retype(source).trimEnd()).toBe(expected.trimEnd())
  })

  it.each([
    ['甲\n# 乙', 'h1'],
    ['# 乙', 'h1'],
    ['<div>甲</div>', 'html'],
    ['<!-- x -->', 'html'],
    ['含蜡[^2]', 'footnote'],
    ['[g][1]\n\n[1]: /x', 'reference'],
    ['含蜡[^1]\n\n[^1]: 见说明', 'footnote'],
    [`| 甲 |\n| --- |\n${'| 1 |\n'.repeat(70)}`, 'size'],
  ])('%j is preserved as source: %s', (source, reason) => {
    const loaded = readMarkdown(source)
    const reasons: unknown[] = []
    loaded.doc.forEach(({ attrs }) => {
      reasons.push(attrs.reason)
    })
    expect(reasons).toContain(reason)
    expect(writeMarkdown(loaded.doc, loaded).markdown).toBe(source)
  })
})

it('reads line ends of Windows as those of the site', () => {
  const loaded = readMarkdown('甲\r\n\r\n乙\r\n')
  expect(writeMarkdown(loaded.doc, loaded).markdown).toBe('甲\n\n乙\n')
})

const strong = schema.marks.strong.create()
const text = (words: string, ...marks: Mark[]) => schema.text(words, marks)
const paragraph = (...content: Node[]) => schema.node('paragraph', null, content)

describe('a typed paragraph', () => {
  it.each([
    ['punctuation at the end of bold text before a letter', [text('注意：', strong), text('请')], '**注意**：请'],
    ['bold text in quotation marks', [text('依据'), text('“国标”', strong), text('执行')], '依据“**国标**”执行'],
    ['a bold bracket alone', [text('甲'), text('（', strong), text('乙')], '甲（乙'],
    ['bold text with a blank at its end', [text('注意 ', strong), text('请')], '**注意** 请'],
    ['a number and a stop at the start', [text('2026. 年报')], '2026\\. 年报'],
    ['a hash at the start', [text('# 甲')], '\\# 甲'],
    ['a rule of hyphens', [text('---')], '\\---'],
    ['signs of a link', [text('[甲](乙)')], '\\[甲](乙)'],
    ['a tag', [text('<sub>2</sub>')], '\\<sub>2\\</sub>'],
    ['an entity', [text('&nbsp;')], '\\&nbsp;'],
    ['stars between numbers', [text('2*3*4 mm')], '2\\*3\\*4 mm'],
    ['a backslash', [text('a\\*b')], 'a\\\\\\*b'],
  ])('keeps %s', (_what, content, expected) => {
    expect(writeBlock(paragraph(...content))).toEqual({ markdown: expected, isFaithful: true })
  })
})

describe('an edit', () => {
  const source = Array.from({ length: 200 }, (_, at) => `第 ${at + 1} 段，*原文*__不变__。`).join('\n\n\n')

  it('changes its own block only', () => {
    const loaded = readMarkdown(source)
    const edited: Node[] = []
    loaded.doc.forEach((node, _offset, at) => {
      edited.push(at === 2 ? paragraph(text('改过')) : node)
    })
    const { markdown } = writeMarkdown(schema.node('doc', null, edited), loaded)
    expect(markdown).toBe(source.replace('第 3 段，*原文*__不变__。', '改过'))
  })

  it('that deletes all leaves an empty text', () => {
    const loaded = readMarkdown(source)
    expect(writeMarkdown(schema.node('doc', null, [paragraph()]), loaded).markdown).toBe('')
  })

  it('between a paragraph and a list does not join them', () => {
    const loaded = readMarkdown('甲\n- 乙')
    const [first, last] = [loaded.doc.child(0), loaded.doc.child(1)]
    const doc = schema.node('doc', null, [first, paragraph(text('新')), last])
    expect(writeMarkdown(doc, loaded).markdown).toBe('甲\n\n新\n\n- 乙')
  })

  it('that puts two lists of a kind beside each other keeps two lists', () => {
    const loaded = readMarkdown('- 甲\n\n乙\n\n- 丙')
    const doc = schema.node('doc', null, [loaded.doc.child(0), readMarkdown('- 丁').doc.child(0)])
    expect(writeMarkdown(doc, loaded).markdown).toBe('- 甲\n\n* 丁')
  })
})

it('keeps the bytes of a text at the limit', () => {
  const long = '宝石的折射率用折射仪测定，读数到 0.001。\n\n'.repeat(8_000).slice(0, 200_000)
  const loaded = readMarkdown(long)
  expect(loaded.blocks.filter(({ node }) => node.type.name === 'preserved')).toEqual([])
  expect(writeMarkdown(loaded.doc, loaded).markdown).toBe(long)
})
