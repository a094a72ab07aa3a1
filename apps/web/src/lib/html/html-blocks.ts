import { asSafeHtml, type SafeHtml, toPlainText } from './safe-html.ts'

/** A top-level element; `tag` is empty for text between elements. */
export interface HtmlBlock {
  tag: string
  /** Value of the attribute `id`; may be empty. */
  id: string
  html: SafeHtml
  inner: SafeHtml
}

const TAG = /<(\/?)([a-z][a-z0-9]*)\b([^>]*)>/g
const VOID_TAGS: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'col', 'source', 'wbr'])

/**
 * Splits sanitised HTML, which is balanced and has no `>` within an attribute, into its top-level elements. It works on
 * text, so that server and browser get the same result.
 */
export function parseBlocks(html: SafeHtml): HtmlBlock[] {
  const blocks: HtmlBlock[] = []
  let depth = 0
  let startAt = 0
  let opened = { tag: '', attributes: '', innerAt: 0 }

  const addBlock = (end: number, innerEndAt: number) => {
    const { tag, attributes, innerAt } = opened
    const block = asSafeHtml(html.slice(startAt, end))
    const id = /\bid="([^"]*)"/.exec(attributes)?.[1] ?? ''
    if (tag || block.trim()) blocks.push({ tag, id, html: block, inner: asSafeHtml(html.slice(innerAt, innerEndAt)) })
    startAt = end
  }
  const open = (tag: string, attributes: string, at: number, innerAt: number) => {
    opened = { tag: '', attributes: '', innerAt: startAt }
    addBlock(at, at)
    opened = { tag, attributes, innerAt }
  }

  for (const match of html.matchAll(TAG)) {
    const [whole, slash = '', tag = '', attributes = ''] = match
    const end = match.index + whole.length
    if (!slash && depth === 0) open(tag, attributes, match.index, end)
    if (VOID_TAGS.has(tag)) {
      if (depth === 0) addBlock(end, end)
    } else if (!slash) {
      depth += 1
    } else if (depth > 0) {
      depth -= 1
      if (depth === 0) addBlock(end, match.index)
    }
  }
  opened = { tag: '', attributes: '', innerAt: startAt }
  addBlock(html.length, html.length)
  return blocks
}

export function joinBlocks(blocks: readonly HtmlBlock[]): SafeHtml {
  return asSafeHtml(blocks.map(({ html }) => html).join('\n'))
}

/** Plain text of a block on one line. */
export function blockText({ inner }: HtmlBlock): string {
  return toPlainText(inner).replace(/\s+/g, ' ')
}
