import { addInlineTags, MARKDOWN_OPTIONS } from '@portal/contract/articles/markdown-syntax.ts'
import MarkdownIt, { type Token } from 'markdown-it'
import { sanitizeArticleHtml } from './html.ts'
import { checkOutput, limitParsing } from './markdown-limits.ts'

export interface Rendered {
  /** Sanitised HTML. */
  html: string
  /** Visible text, one block a line, for search and excerpts. */
  plain: string
}

/** Returns the size of a picture by its address, in CSS px, so that the layout does not shift. */
export type PictureSize = (address: string) => { width: number; height: number } | undefined

const markdown = new MarkdownIt('default', MARKDOWN_OPTIONS)
addInlineTags(markdown)
limitParsing(markdown)

function getInlineText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'softbreak' || token.type === 'hardbreak') return ' '
      if (token.children) return getInlineText(token.children)
      return token.content
    })
    .join('')
}

function toSlug(heading: string): string {
  const words = heading.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return `h-${words.join('-').slice(0, 60) || 'section'}`
}

/** Gives headings stable ids; repeated ones are numbered in reading order. */
function nameHeadings(tokens: readonly Token[]) {
  const slugCounts = new Map<string, number>()
  tokens.forEach((token, at) => {
    if (token.type !== 'heading_open' || (token.tag !== 'h2' && token.tag !== 'h3')) return
    const slug = toSlug(getInlineText(tokens[at + 1]?.children ?? []))
    const times = (slugCounts.get(slug) ?? 0) + 1
    slugCounts.set(slug, times)
    token.attrSet('id', times === 1 ? slug : `${slug}-${times}`)
  })
}

/** Makes `![alt](address "caption")` a figure when it stands alone. */
function makeFigures(tokens: Token[]) {
  for (let at = 1; at < tokens.length - 1; at += 1) {
    const [open, inline, close] = [tokens[at - 1], tokens[at], tokens[at + 1]]
    const image = inline?.children?.length === 1 ? inline.children[0] : undefined
    const caption = image?.type === 'image' ? image.attrGet('title') : null
    if (!open || !inline || !close || !image || !caption || open.type !== 'paragraph_open') continue
    Object.assign(open, { type: 'figure_open', tag: 'figure', hidden: false })
    Object.assign(close, { type: 'figure_close', tag: 'figure', hidden: false })
    image.attrs = (image.attrs ?? []).filter(([name]) => name !== 'title')
    image.meta = { caption }
  }
}

/** Aligns cells by their attribute: the sanitiser removes the style that the parser writes. */
function alignCells(tokens: readonly Token[]) {
  for (const token of tokens) {
    if (token.type !== 'th_open' && token.type !== 'td_open') continue
    const align = /^text-align:(\w+)$/.exec(String(token.attrGet('style') ?? ''))?.[1]
    if (align) token.attrs = [['align', align]]
  }
}

function setPictureSizes(tokens: readonly Token[], readSize: PictureSize) {
  for (const token of tokens) {
    if (token.children) setPictureSizes(token.children, readSize)
    if (token.type !== 'image') continue
    const size = readSize(String(token.attrGet('src') ?? ''))
    if (!size) continue
    token.attrSet('width', String(size.width))
    token.attrSet('height', String(size.height))
  }
}

const renderImage = markdown.renderer.rules.image
markdown.renderer.rules.image = (tokens, at, options, env, renderer) => {
  const image = renderImage?.(tokens, at, options, env, renderer) ?? ''
  const caption: unknown = tokens[at]?.meta?.caption
  if (typeof caption !== 'string') return image
  return `${image}<figcaption>${markdown.utils.escapeHtml(caption)}</figcaption>`
}

function toPlainText(tokens: readonly Token[]): string {
  const lines: string[] = []
  for (const token of tokens) {
    if (token.type === 'inline') lines.push(getInlineText(token.children ?? []))
    else if (token.type === 'fence' || token.type === 'code_block') lines.push(token.content.trim())
    const caption: unknown = token.children?.[0]?.meta?.caption
    if (typeof caption === 'string') lines.push(caption)
  }
  return lines.filter((line) => line !== '').join('\n')
}

/**
 * Renders the Markdown of articles: tables, no raw HTML. It takes up to a fifth of a second for a text at the limits,
 * so servers call it through `TextRenderer`.
 * @throws TextTooComplex
 */
export function renderMarkdown(source: string, readSize: PictureSize = () => undefined): Rendered {
  const tokens = markdown.parse(source, {})
  nameHeadings(tokens)
  makeFigures(tokens)
  alignCells(tokens)
  setPictureSizes(tokens, readSize)
  const html = markdown.renderer.render(tokens, markdown.options, {})
  checkOutput(html, source)
  return { html: sanitizeArticleHtml(html), plain: toPlainText(tokens) }
}
