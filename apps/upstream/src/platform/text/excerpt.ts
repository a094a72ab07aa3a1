import { escapeHtml } from '#platform/search/mark.ts'

/** Approximate length of the public part of a gated article, in characters. */
const EXCERPT_LENGTH = 300

/** Returns the beginning of a text that has one block a line. */
export function toExcerpt(plain: string): string {
  return [...plain].slice(0, EXCERPT_LENGTH).join('')
}

/** Returns the beginning as HTML in whole paragraphs, so that no element is cut. */
export function makeExcerptHtml(plain: string): string {
  const excerpt = toExcerpt(plain)
  const blocks = excerpt.split('\n').filter((block) => block.trim() !== '')
  const html = blocks.map((block) => `<p>${escapeHtml(block)}</p>`)
  if (excerpt.length < plain.length && html.length > 0)
    html[html.length - 1] = `<p>${escapeHtml(blocks.at(-1) ?? '')}…</p>`
  return html.join('\n')
}
