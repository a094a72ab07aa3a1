import { ARTICLE_LIMITS } from '@portal/contract/constants.ts'
import { expect, it } from 'vitest'
import { renderMarkdown } from './markdown.ts'
import { TextTooComplex } from './markdown-limits.ts'

const { cells, levels, links, tokens } = ARTICLE_LIMITS
const makeTable = (rows: number) => `|a|b|c|d|e|\n|-|-|-|-|-|\n${'|1|2|3|4|5|\n'.repeat(rows - 1)}`
const makeQuotes = (deep: number) => `${'>'.repeat(deep)} 层\n\n`
const makeList = (deep: number) => `${'- '.repeat(deep)}项`

it.each([
  ['the cells of a table', makeTable(cells / 5 + 1), '表格过大：最多 5000 个单元格，请拆成几张表'],
  ['short rows that are filled up', `${'|a'.repeat(600)}\n${'|-'.repeat(600)}\n${'|a\n'.repeat(10)}`, /^表格过大/],
  ['links', '[a](b)'.repeat(links + 1), '链接和图片过多：最多 2000 个，请删减或拆成几篇文章'],
  ['pictures', '![a](/file/img/b.png)'.repeat(links + 1), /^链接和图片过多/],
  ['blocks', 'a\n\n'.repeat(tokens / 3 + 1), '正文的格式标记过多：最多 60000 个，请拆成几篇文章'],
  ['marks in one paragraph', '*a* '.repeat(tokens / 4 + 1), /^正文的格式标记过多/],
  ['marks in many paragraphs', `${'*a* '.repeat(1000)}\n\n`.repeat(16), /^正文的格式标记过多/],
  ['nested lists', makeList(levels + 1), '引用、列表或强调嵌套过深：最多 20 层，请减少层数'],
  ['nested quotations', makeQuotes(2 * levels + 1), /^引用、列表或强调嵌套过深/],
  ['nested emphasis', `${'*a '.repeat(50)}${'a* '.repeat(50)}`, /^引用、列表或强调嵌套过深/],
  ['a short text with long HTML', makeQuotes(2 * levels).repeat(400), /^正文的格式过于繁复/],
])('refuses a text above the limits: %s', (_title, source, message) => {
  expect(() => renderMarkdown(source)).toThrow(TextTooComplex)
  expect(() => renderMarkdown(source)).toThrow(message)
})

it.each([
  ['several tables of the largest size', `${makeTable(cells / 5)}\n文\n\n${makeTable(cells / 5)}`],
  ['as many links as are allowed', '[a](b)'.repeat(links)],
  ['lists as deep as is allowed', makeList(levels)],
  ['quotations as deep as is allowed', makeQuotes(2 * levels)],
  ['a code block of nothing but quotation marks', `\`\`\`\n${'"'.repeat(100_000)}\n\`\`\``],
  ['a very long text', '一段话，有 **重点** 和 [链接](/a)。\n\n'.repeat(2000)],
])('renders %s', (_title, source) => {
  expect(renderMarkdown(source).html.length).toBeGreaterThan(source.length)
})
