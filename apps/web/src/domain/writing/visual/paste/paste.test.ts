import { Slice } from 'prosemirror-model'
import { EditorState, TextSelection } from 'prosemirror-state'
import { isInTable } from 'prosemirror-tables'
import { describe, expect, it } from 'vitest'
import { asSheet, asWord, HTML_PASTES, TEXT_PASTES, WORD_PASTES } from '#testing/paste-cases.ts'
import { readMarkdown } from '../read-markdown.ts'
import { schema } from '../schema.ts'
import { fillCells } from '../table-grid.ts'
import { writeMarkdown } from '../write-markdown.ts'
import { findTable, readClipboard } from './read-clipboard.ts'

const toClipboard = (html: string, text = '', files: readonly File[] = []) => ({
  getData: (type: string) => (type === 'text/html' ? html : text),
  files: files as unknown as FileList,
})

/** A picture is taken when it has this address. */
const takeCopied = (address: string) =>
  /^(file:|https?:|data:image\/png)/i.test(address) ? { address: 'uploading:abc123' } : { fault: '不能上传' }

/** The Markdown of an empty text into which this clipboard was pasted. */
function paste(html: string, text = '', files: readonly File[] = []): string {
  const state = EditorState.create({ schema })
  const read = readClipboard(toClipboard(html, text, files), state, takeCopied)
  const { doc } = read ? state.apply(state.tr.replaceSelection(read.slice)) : state
  return writeMarkdown(doc, readMarkdown('')).markdown
}

describe('a paste', () => {
  it.each(WORD_PASTES)('from Word keeps %s', (_what, body, markdown) => {
    expect(paste(asWord(body))).toBe(markdown)
  })

  it.each(HTML_PASTES)('from elsewhere keeps %s', (_what, html, markdown) => {
    expect(paste(html)).toBe(markdown)
  })

  it.each(TEXT_PASTES)('of a text alone keeps %s', (_what, text, markdown) => {
    expect(paste('', text)).toBe(markdown)
  })

  it('falls back to the text of a clipboard that is too large', () => {
    expect(paste(`<p>${'<b>甲</b>'.repeat(25_000)}</p>`, '甲')).toBe('甲')
  })

  it.each([
    ['deeply nested', `${'<div>'.repeat(300)}甲${'</div>'.repeat(300)}`],
    ['of too many elements', '<i></i>'.repeat(20_001)],
    ['of cells that span too many columns', `<table><tr>${'<td colspan=100>甲</td>'.repeat(2000)}</tr></table>`],
    [
      'of tables that span too many columns together',
      `<table>${'<tr><td colspan=100>甲</td></tr>'.repeat(20)}</table>`.repeat(100),
    ],
    ['of cells that span too many rows', `<table>${'<tr><td rowspan=9999>甲</td></tr>'.repeat(4000)}</table>`],
    [
      'of rows that differ too much',
      `<table>${'<tr><td>甲</td></tr>'.repeat(3000)}<tr>${'<td>甲</td>'.repeat(3000)}</tr></table>`,
    ],
    ['of too many characters', `<p title="${'x'.repeat(2_000_000)}">甲</p>`],
  ])('falls back to text for a clipboard that is %s', (_what, html) => {
    expect(paste(html, '乙')).toBe('乙')
  })

  it('16, takes a picture of 3 MB that is written into the HTML', () => {
    expect(paste(`<p>甲<img src="data:image/png;base64,${'A'.repeat(4_000_000)}"></p>`)).toBe('甲![](uploading:abc123)')
  })

  it('7 and 15, reads text before the picture that comes with it, and leaves a picture alone to its file', () => {
    const file = new File(['x'], 'a.png', { type: 'image/png' })
    expect(paste('<p>甲</p>', '甲', [file])).toBe('甲')
    expect(paste('<img src="https://a.cn/x.png">', '', [file])).toBe('')
    expect(paste('<img src="file:///C:/a.png">', '', [file])).toBe('')
    expect(paste('<img src="/file/img/a.webp" alt="谱">', '', [file])).toBe('![谱](/file/img/a.webp)')
  })

  it('inserts nothing for an empty clipboard', () => {
    expect(paste('', '')).toBe('')
  })
})

describe('18, a paste into a cell', () => {
  /** Pastes at the end of the last cell. */
  function pasteIntoCell(markdown: string, html: string): string {
    const { doc } = readMarkdown(markdown)
    let end = 0
    doc.descendants((node, position) => {
      if (node.type.name === 'paragraph') end = position + node.nodeSize - 1
    })
    const state = EditorState.create({ doc, selection: TextSelection.create(doc, end) })
    const slice = readClipboard(toClipboard(html), state, takeCopied)?.slice ?? Slice.empty
    const table = findTable(slice)
    const pasted = table ? fillCells(state.tr, table) : state.tr.replaceSelection(slice)
    pasted.doc.check()
    expect(isInTable(state.apply(pasted))).toBe(true)
    return writeMarkdown(pasted.doc, readMarkdown('')).markdown
  }

  it('keeps blocks as lines', () => {
    const html = '<p>一</p><ul><li>二</li><li><b>三</b></li></ul>'
    expect(pasteIntoCell('| 甲 |\n| --- |\n| 乙 |', html)).toBe('| 甲 |\n| --- |\n| 乙一<br>二<br>**三** |')
  })

  it('fills cells from a table, and adds the rows and columns that are missing', () => {
    const html = '<table><tr><td>一</td><td align=right>1</td></tr><tr><td>二</td><td>2</td></tr></table>'
    expect(pasteIntoCell('| 甲 | 乙 |\n| --- | :---: |\n| 丙 | 丁 |', html)).toBe(
      '| 甲 | 乙 |  |\n| --- | :---: | --- |\n| 丙 | 一 | 1 |\n|  | 二 | 2 |',
    )
  })
})

describe('what a paste has left out', () => {
  it.each([
    ['nothing of a formatted text', '<h1>甲</h1><p><b>乙</b></p>', []],
    [
      'pictures without a full address, but none on other sites',
      '<p>甲<img src="x.png"><img src="blob:https://a.cn/1"><img src="https://a.cn/x.png"></p>',
      ['地址不完整的图片 2 处'],
    ],
    [
      '5, a comment and a deletion of Word, the comment in its words',
      "<p class=MsoNormal>甲<del>旧</del></p><div style='mso-element:comment-list'><div style='mso-element:comment'><div class=msocomtxt><p class=MsoCommentText><a class=msocomoff>[张1]</a>请补 数据</p></div></div></div>",
      ['批注 1 处（“请补 数据”）', '已删除的修订 1 处'],
    ],
    [
      '16, pictures that cannot be uploaded, with the reason',
      '<p>甲<img src="data:image/svg+xml;base64,PHN2Zz4="><img src="data:image/svg+xml;base64,PHN2Zz4="></p>',
      ['图片 2 处（不能上传）'],
    ],
    [
      'more pictures than one paste may upload',
      `<p>甲${'<img src="file:///C:/a.png">'.repeat(203)}</p>`,
      ['图片 3 处（一次最多 200 张）'],
    ],
    [
      '4, merged cells',
      '<table><tr><td colspan=2>头</td></tr><tr><td rowspan=2>甲</td><td>乙</td></tr><tr><td>丙</td></tr></table>',
      ['合并的单元格 2 处（内容在第一格）'],
    ],
    [
      'formulas, drawings and players',
      '<p>甲<math><mi>n</mi></math><svg></svg><video src="x"></video></p>',
      ['公式、图形或视频 3 处'],
    ],
  ])('names %s', (_what, body, dropped) => {
    expect(readClipboard(toClipboard(asWord(body)), EditorState.create({ schema }), takeCopied)?.dropped).toEqual(
      dropped,
    )
  })

  it('says that a clipboard was too large, and offers the text of a formatted one', () => {
    const read = (html: string) => readClipboard(toClipboard(html, '甲'), EditorState.create({ schema }), takeCopied)
    expect(read(`<p>${'<b>甲</b>'.repeat(25_000)}</p>`)).toMatchObject({ isTooLarge: true, offers: [] })
    expect(read('<p><b>甲</b></p>')).toMatchObject({
      isTooLarge: false,
      offers: [{ label: '只要文字' }],
    })
  })
})

describe('9, the head of a table', () => {
  const read = (html: string) => readClipboard(toClipboard(html), EditorState.create({ schema }), takeCopied)

  it('is asked about when nothing tells it, and can be empty instead', () => {
    const found = read(
      asSheet('<tr><td class=xl66>密度</td><td>1</td></tr><tr><td>硬度</td><td align=right>2</td></tr>'),
    )
    expect(found?.isHeadUnsure).toBe(true)
    const [offer] = found?.offers ?? []
    expect(offer?.label).toBe('第一行不是表头')
    const state = EditorState.create({ schema })
    const { doc } = state.apply(state.tr.replaceSelection(offer?.slice ?? Slice.empty))
    expect(writeMarkdown(doc, readMarkdown('')).markdown).toBe('|  |  |\n| --- | ---: |\n| 密度 | 1 |\n| 硬度 | 2 |')
  })

  it.each([
    ['filled by a class of Excel', asSheet('<tr><td class=xl65>甲</td></tr><tr><td>1</td></tr>')],
    ['bold', '<table><tr><td><b>甲</b></td></tr><tr><td>1</td></tr></table>'],
    ['made of head cells', '<table><tr><th>甲</th></tr><tr><td>1</td></tr></table>'],
    ['that of a table in a text', '<p>乙</p><table><tr><td>甲</td></tr><tr><td>1</td></tr></table>'],
  ])('is not asked about when it is %s', (_what, html) => {
    expect(read(html)).toMatchObject({ isHeadUnsure: false, offers: [] })
  })
})

it('puts a table in the place of an empty paragraph', () => {
  const state = EditorState.create({ schema })
  const read = readClipboard(toClipboard('<table><tr><th>甲</th></tr></table>'), state, takeCopied)
  const { doc } = state.apply(state.tr.replaceSelection(read?.slice ?? Slice.empty))
  expect(doc.children.map(({ type }) => type.name)).toEqual(['table'])
})

it.each([
  ['80 rows', 80, 3],
  ['20 columns', 3, 20],
])('10, keeps a table of %s as its source, as it will be shown after a reload', (_what, rows, columns) => {
  const html = `<table>${`<tr>${'<td>1</td>'.repeat(columns)}</tr>`.repeat(rows)}</table>`
  const state = EditorState.create({ schema })
  const { doc } = state.apply(
    state.tr.replaceSelection(readClipboard(toClipboard(html), state, takeCopied)?.slice ?? Slice.empty),
  )
  const markdown = writeMarkdown(doc, readMarkdown('')).markdown
  expect(doc.firstChild?.type.name).toBe('preserved')
  expect(markdown.split('\n')).toHaveLength(rows + 1)
  expect(readMarkdown(markdown).doc.firstChild?.eq(doc.child(0))).toBe(true)
})

describe('a text alone', () => {
  const offer = (text: string) => {
    const state = EditorState.create({ schema })
    const offers = readClipboard(toClipboard('', text), state, takeCopied)?.offers ?? []
    return offers.map(({ label, slice }) => {
      const { doc } = state.apply(state.tr.replaceSelection(slice))
      return [label, writeMarkdown(doc, readMarkdown('')).markdown]
    })
  }

  it.each([
    [
      '11, a table of columns between tabs',
      '样品\t密度\nTQ-01\t2.71\nTQ|02\t12.50\n',
      [['转为表格', '| 样品 | 密度 |\n| --- | ---: |\n| TQ-01 | 2.71 |\n| TQ\\|02 | 12.50 |']],
    ],
    ['14, Markdown', '# 甲\n\n- [乙](/a)', [['按 Markdown 转换', '# 甲\n\n- [乙](/a)']]],
    ['prose with one dash', '- 甲\n\n乙', []],
    ['rows of different lengths', 'a\tb\nc', []],
    ['more rows than a table may have', 'a\tb\n'.repeat(61), []],
  ])('is offered as %s', (_what, text, offers) => {
    expect(offer(text)).toEqual(offers)
  })
})
