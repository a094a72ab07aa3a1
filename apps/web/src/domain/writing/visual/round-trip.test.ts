import { DOMParser, DOMSerializer, type Mark, type Node } from 'prosemirror-model'
import { describe, expect, it } from 'vitest'
import { MARKDOWN_CASES, PRESERVED_CASES } from '#testing/markdown-cases.ts'
import { cleanHtml } from './paste/clean-html.ts'
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

describe('a text that is read and written', () => {
  it.each(MARKDOWN_CASES)('keeps every byte without an edit: %s', (_kind, source) => {
    const loaded = readMarkdown(source)
    expect(writeMarkdown(loaded.doc, loaded).markdown).toBe(source)
  })

  it.each(MARKDOWN_CASES)('is written in one way after an edit: %s', (_kind, source, retyped) => {
    expect(readMarkdown(source).doc.firstChild?.type.name).not.toBe('preserved')
    const expected = retyped === '=' ? source : retyped
    expect(retype(source).trimEnd()).toBe(expected.trimEnd())
  })

  it.each(PRESERVED_CASES)('is preserved as source: %s', (_kind, source, reason) => {
    const loaded = readMarkdown(source)
    const reasons: unknown[] = []
    loaded.doc.forEach(({ attrs }) => {
      reasons.push(attrs.reason)
    })
    expect(reasons).toContain(reason)
    expect(writeMarkdown(loaded.doc, loaded).markdown).toBe(source)
  })
})

it('6, reads line ends of Windows as those of the site', () => {
  const loaded = readMarkdown('甲\r\n\r\n乙\r\n')
  expect(writeMarkdown(loaded.doc, loaded).markdown).toBe('甲\n\n乙\n')
})

const strong = schema.marks.strong.create()
const text = (words: string, ...marks: Mark[]) => schema.text(words, marks)
const paragraph = (...content: Node[]) => schema.node('paragraph', null, content)

describe('a typed paragraph', () => {
  it.each([
    ['13, punctuation at the end of bold text before a letter', [text('注意：', strong), text('请')], '**注意**：请'],
    ['14, bold text in quotation marks', [text('依据'), text('“国标”', strong), text('执行')], '依据“**国标**”执行'],
    ['15, a bold bracket alone', [text('甲'), text('（', strong), text('乙')], '甲（乙'],
    ['bold text with a blank at its end', [text('注意 ', strong), text('请')], '**注意** 请'],
    ['58, a number and a stop at the start', [text('2026. 年报')], '2026\\. 年报'],
    ['a hash at the start', [text('# 甲')], '\\# 甲'],
    ['a rule of hyphens', [text('---')], '\\---'],
    ['signs of a link', [text('[甲](乙)')], '\\[甲](乙)'],
    ['a tag', [text('<sub>2</sub>')], '\\<sub>2\\</sub>'],
    ['an entity', [text('&nbsp;')], '\\&nbsp;'],
    ['61, stars between numbers', [text('2*3*4 mm')], '2\\*3\\*4 mm'],
    ['a backslash', [text('a\\*b')], 'a\\\\\\*b'],
  ])('keeps %s', (_what, content, expected) => {
    expect(writeBlock(paragraph(...content))).toEqual({ markdown: expected, isFaithful: true })
  })
})

describe('an edit', () => {
  const source = Array.from({ length: 200 }, (_, at) => `第 ${at + 1} 段，*原文*__不变__。`).join('\n\n\n')

  it('71, changes its own block only', () => {
    const loaded = readMarkdown(source)
    const edited: Node[] = []
    loaded.doc.forEach((node, _offset, at) => {
      edited.push(at === 2 ? paragraph(text('改过')) : node)
    })
    const { markdown } = writeMarkdown(schema.node('doc', null, edited), loaded)
    expect(markdown).toBe(source.replace('第 3 段，*原文*__不变__。', '改过'))
  })

  it('72, that deletes all leaves an empty text', () => {
    const loaded = readMarkdown(source)
    expect(writeMarkdown(schema.node('doc', null, [paragraph()]), loaded).markdown).toBe('')
  })

  it('73, that moves a preserved block through the clipboard keeps its bytes', () => {
    const loaded = readMarkdown('甲\n\n<div class="x">  原样\n  & 不变</div>\n\n乙')
    const cut = document.createElement('div')
    cut.appendChild(DOMSerializer.fromSchema(schema).serializeNode(loaded.doc.child(1)))
    const { body } = cleanHtml(cut.innerHTML) ?? {}
    const moved = DOMParser.fromSchema(schema).parse(body ?? cut)
    const doc = schema.node('doc', null, [loaded.doc.child(0), loaded.doc.child(2), ...moved.children])
    expect(writeMarkdown(doc, loaded).markdown).toBe('甲\n\n乙\n\n<div class="x">  原样\n  & 不变</div>')
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

it('67, keeps the bytes of a text at the limit', () => {
  const long = '宝石的折射率用折射仪测定，读数到 0.001。\n\n'.repeat(8_000).slice(0, 200_000)
  const loaded = readMarkdown(long)
  expect(loaded.blocks.filter(({ node }) => node.type.name === 'preserved')).toEqual([])
  expect(writeMarkdown(loaded.doc, loaded).markdown).toBe(long)
})
