import { ARTICLE_LIMITS } from '@portal/contract/constants.ts'
import type { MarkdownIt, Token } from 'markdown-it'

/** The text exceeds a limit; the Chinese message names it. */
export class TextTooComplex extends Error {
  override name = 'TextTooComplex'
}

/**
 * Maximum HTML characters per character of Markdown. Prose has up to 1.8, a table of single letters 5.5, quotation
 * marks in code 6.
 */
const OUTPUT_FACTOR = 6
/** Length of HTML that is always allowed, in characters, because short texts may be mostly markup. */
const OUTPUT_FREE = 10_000

/**
 * Maximum nesting, counted as in the parser: two for a list and its item, one each for other blocks and for the text
 * inside.
 */
const LEVEL_MAX = 2 * ARTICLE_LIMITS.levels + 1

const makeTokensError = () => new TextTooComplex(`正文的格式标记过多：最多 ${ARTICLE_LIMITS.tokens} 个，请拆成几篇文章`)

/** Stops parsing at a limit: blocks are counted before the text inside them is parsed. */
export function limitParsing(markdown: MarkdownIt): void {
  markdown.core.ruler.before('inline', 'block-limits', ({ tokens }) => checkBlocks(tokens))
  markdown.core.ruler.after('inline', 'inline-limits', ({ tokens }) => checkInline(tokens))
  // The rule follows the one for plain text, so that it runs at special characters only.
  markdown.inline.ruler.after('text', 'token-limit', ({ tokens }) => {
    if (tokens.length > ARTICLE_LIMITS.tokens) throw makeTokensError()
    return false
  })
}

function checkBlocks(tokens: readonly Token[]): void {
  if (tokens.length > ARTICLE_LIMITS.tokens) throw makeTokensError()
  let cells = 0
  for (const { type, level } of tokens) {
    if (level > LEVEL_MAX) throw makeDepthError()
    if (type === 'table_open') cells = 0
    if (type === 'td_open' || type === 'th_open') cells += 1
    if (cells > ARTICLE_LIMITS.cells) {
      throw new TextTooComplex(`表格过大：最多 ${ARTICLE_LIMITS.cells} 个单元格，请拆成几张表`)
    }
  }
}

function checkInline(tokens: readonly Token[]): void {
  const inner = tokens.map(({ children }) => children ?? [])
  const count = inner.reduce((sum, { length }) => sum + length, tokens.length)
  if (count > ARTICLE_LIMITS.tokens) throw makeTokensError()
  let links = 0
  for (const { type, level } of inner.flat()) {
    if (level > LEVEL_MAX) throw makeDepthError()
    if (type === 'link_open' || type === 'image') links += 1
  }
  if (links > ARTICLE_LIMITS.links) {
    throw new TextTooComplex(`链接和图片过多：最多 ${ARTICLE_LIMITS.links} 个，请删减或拆成几篇文章`)
  }
}

function makeDepthError(): TextTooComplex {
  return new TextTooComplex(`引用、列表或强调嵌套过深：最多 ${ARTICLE_LIMITS.levels} 层，请减少层数`)
}

/** @throws TextTooComplex when the HTML is out of proportion to its source */
export function checkOutput(html: string, source: string): void {
  if (html.length > OUTPUT_FREE + OUTPUT_FACTOR * source.length) {
    throw new TextTooComplex('正文的格式过于繁复，生成的页面过大，请减少嵌套的引用、列表或表格')
  }
}
