import { Slice } from 'prosemirror-model'
import { EditorState, TextSelection } from 'prosemirror-state'
import { describe, expect, it } from 'vitest'
import { readMarkdown } from '../read-markdown.ts'
import { schema } from '../schema.ts'
import { writeMarkdown } from '../write-markdown.ts'
import { readClipboard } from './read-clipboard.ts'

/** The Markdown of an empty text into which this clipboard was pasted. */
function paste(html: string, text = ''): string {
  const data = { getData: (type: string) => (type === 'text/html' ? html : text) }
  const state = EditorState.create({ schema })
  const slice = readClipboard(data, state)
  const { doc } = slice ? state.apply(state.tr.replaceSelection(slice)) : state
  return writeMarkdown(doc, readMarkdown('')).markdown
}

const word = (body: string) =>
  `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal { color: black }</style></head><body lang=ZH-CN>${body}</body></html>`
const item = (list: string, level: number, mark: string, words: string) =>
  `<p class=MsoListParagraph style='margin-left:18.0pt;mso-list:${list} level${level} lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>${words}</p>`

describe('a paste from Word', () => {
  it.each([
    [
      'a heading, bold text and a link',
      '<h1>范围</h1><p class=MsoNormal>依据<b>国标</b>，见<a href="https://a.cn/x?utm_source=w&amp;id=1">这里</a>。<o:p></o:p></p>',
      '## 范围\n\n依据**国标**，见[这里](https://a.cn/x?id=1)。',
    ],
    ['a heading by its class', '<p class=MsoHeading2>取样</p><p class=MsoNormal>甲</p>', '## 取样\n\n甲'],
    [
      'a heading by its outline level',
      "<h1>总则</h1><p class=a style='mso-outline-level:2'>取样</p>",
      '## 总则\n\n### 取样',
    ],
    [
      'a nested list',
      item('l0', 1, '·', '甲') + item('l0', 2, 'o', '乙') + item('l0', 1, '·', '丙'),
      '- 甲\n  - 乙\n- 丙',
    ],
    ['a numbered list', item('l0', 1, '1.', '甲') + item('l0', 1, '2.', '乙'), '1. 甲\n2. 乙'],
    ['a number that was typed', '<p class=MsoNormal>1. 范围</p>', '1\\. 范围'],
    [
      'a table with merged cells',
      '<table class=MsoTableGrid><tr><td colspan=2><p>合并的头</p></td></tr><tr><td rowspan=2><p>甲</p></td><td><p>乙</p></td></tr><tr><td><p>丙</p><p>丁</p></td></tr></table>',
      '| 合并的头 |  |\n| --- | --- |\n| 甲 | 乙 |\n|  | 丙<br>丁 |',
    ],
    [
      'a deletion, an insertion and a comment',
      "<p class=MsoNormal>甲<del>旧</del><ins>新</ins><span class=MsoCommentReference><a class=msocomanchor href='#_msocom_1'>[A1]</a></span></p><div style='mso-element:comment-list'><div class=msocomtxt>批注</div></div>",
      '甲新',
    ],
    [
      'superscript and subscript',
      '<p class=MsoNormal>cm<sup>-1</sup>，H<sub>2</sub>O</p>',
      'cm<sup>-1</sup>，H<sub>2</sub>O',
    ],
    ['an indent of full-width blanks', '<p class=MsoNormal>　　正文</p>', '正文'],
    ['bold punctuation at an edge', '<p class=MsoNormal><b>注意：</b>请先清洁</p>', '**注意**：请先清洁'],
    ['pictures that only Word can read', '<p class=MsoNormal>图<img src="file:///C:/a.png"></p>', '图'],
  ])('keeps %s', (_what, body, markdown) => {
    expect(paste(word(body))).toBe(markdown)
  })
})

describe('a paste from elsewhere', () => {
  it.each([
    [
      'a range of Excel',
      '<table><tr><td><b>项目</b></td><td>数值</td></tr><tr><td>密度</td><td align=right>12.50</td></tr></table>',
      '| **项目** | 数值 |\n| --- | ---: |\n| 密度 | 12.50 |',
    ],
    [
      'a WeChat article of nested sections',
      '<section><section><section style="font-size:16px"><span style="font-weight:bold">甲</span></section><section>乙<img data-src="https://mmbiz.qpic.cn/x"></section></section></section>',
      '**甲**\n\n乙',
    ],
    [
      'a web page with scripts',
      '<p onclick="x()">甲<script>x()</script><a href="javascript:x()">乙</a><img src=x onerror=x()><iframe src="https://a.cn"></iframe></p>',
      '甲乙',
    ],
    ['bold by style that is none', '<b style="font-weight:normal"><p>甲</p></b>', '甲'],
    [
      'own pictures and links',
      '<p><img src="/file/img/a.webp" alt="谱"> <a href="/article/86">文章</a></p>',
      '![谱](/file/img/a.webp) [文章](/article/86)',
    ],
    ['code', '<pre><code>a | b\n*c*</code></pre>', '```\na | b\n*c*\n```'],
    ['a quotation', '<blockquote><p>甲</p></blockquote>', '> 甲'],
  ])('keeps %s', (_what, html, markdown) => {
    expect(paste(html)).toBe(markdown)
  })

  it.each([
    ['blank lines and line ends', '甲\n乙\n\n丙', '甲\\\n乙\n\n丙'],
    ['text that looks like Markdown', '## 甲\n\n- 乙 [丙](丁)', '\\## 甲\n\n\\- 乙 \\[丙](丁)'],
    ['line ends of Windows', '甲\r\n\r\n乙', '甲\n\n乙'],
  ])('keeps %s as text', (_what, text, markdown) => {
    expect(paste('', text)).toBe(markdown)
  })

  it('falls back to the text of a clipboard that is too large', () => {
    expect(paste(`<p>${'<b>甲</b>'.repeat(25_000)}</p>`, '甲')).toBe('甲')
  })

  it('inserts nothing for an empty clipboard', () => {
    expect(paste('', '')).toBe('')
  })
})

it('keeps the blocks of a paste into a cell as its lines', () => {
  const { doc } = readMarkdown('| 甲 |\n| --- |\n| 乙 |')
  let end = 0
  doc.descendants((node, position) => {
    if (node.isText) end = position + node.nodeSize
  })
  const state = EditorState.create({ doc, selection: TextSelection.create(doc, end) })
  const html = '<p>一</p><ul><li>二</li><li><b>三</b></li></ul>'
  const slice = readClipboard({ getData: (type) => (type === 'text/html' ? html : '') }, state)
  const pasted = state.apply(state.tr.replaceSelection(slice ?? Slice.empty))
  expect(writeMarkdown(pasted.doc, readMarkdown('')).markdown).toBe('| 甲 |\n| --- |\n| 乙一<br>二<br>**三** |')
})
