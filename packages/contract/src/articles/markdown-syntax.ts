import type { MarkdownIt, StateInline, Token } from 'markdown-it'

/* The dialect of articles: CommonMark with tables and strikethrough, no raw HTML, and three tags. The server that
   renders and the editor that shows read it from here, so that they never disagree. */

export const MARKDOWN_OPTIONS = { html: false, linkify: false, typographer: false } as const

/** Maximum length of the text in `<sub>` or `<sup>`, in UTF-16 units: bounds the search for the closing tag. */
const SMALL_TEXT_MAX = 200

/** Adds `<sub>`, `<sup>`, and `<br>` in cells of tables, all without attributes. Other tags stay text. */
export function addInlineTags(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('autolink', 'small-text', readSmallText)
  // Before the texts are joined: an escaped `\<br>` is still in two tokens there.
  markdown.core.ruler.before('text_join', 'breaks-in-cells', ({ tokens, Token }) => {
    tokens.forEach((token, at) => {
      const type = tokens[at - 1]?.type
      if (token.type !== 'inline' || (type !== 'th_open' && type !== 'td_open')) return
      token.children = (token.children ?? []).flatMap((child) => splitAtBreaks(child, Token))
    })
  })
}

function readSmallText(state: StateInline, isSilent: boolean): boolean {
  const open = /^<(su[bp])>/.exec(state.src.slice(state.pos, state.pos + 5))
  const tag = open?.[1]
  if (!tag) return false
  const start = state.pos + 5
  const close = `</${tag}>`
  const length = state.src.slice(start, Math.min(state.posMax, start + SMALL_TEXT_MAX + close.length)).indexOf(close)
  if (length < 1) return false
  if (!isSilent) {
    const end = state.posMax
    state.pos = start
    state.posMax = start + length
    state.push(`${tag}_open`, tag, 1)
    state.md.inline.tokenize(state)
    state.push(`${tag}_close`, tag, -1)
    state.posMax = end
  }
  state.pos = start + length + close.length
  return true
}

function splitAtBreaks(token: Token, TokenClass: typeof Token): Token[] {
  if (token.type !== 'text' || !token.content.includes('<br>')) return [token]
  const parts: Token[] = []
  for (const [at, content] of token.content.split('<br>').entries()) {
    if (at > 0) parts.push(Object.assign(new TokenClass('hardbreak', 'br', 0), { level: token.level }))
    if (content) parts.push(Object.assign(new TokenClass('text', '', 0), { content, level: token.level }))
  }
  return parts
}
