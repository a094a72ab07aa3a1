import { addInlineTags, MARKDOWN_OPTIONS } from '@portal/contract/articles/markdown-syntax.ts'
import MarkdownIt, { type Token } from 'markdown-it'
import { MarkdownParser, type ParseSpec } from 'prosemirror-markdown'
import { schema } from './schema.ts'

/** The tokeniser of the server, with paragraphs in the cells of tables. */
export const markdown = new MarkdownIt('default', MARKDOWN_OPTIONS)
addInlineTags(markdown)
// Addresses stay as they are written; the server encodes them when it renders.
markdown.normalizeLink = (address) => address
markdown.normalizeLinkText = (address) => address
markdown.core.ruler.push('paragraphs-in-cells', (state) => {
  state.tokens = state.tokens.flatMap((token, at, tokens) => {
    const type = tokens[at - 1]?.type
    if (token.type !== 'inline' || (type !== 'th_open' && type !== 'td_open')) return [token]
    const [open, close] = [new state.Token('paragraph_open', 'p', 1), new state.Token('paragraph_close', 'p', -1)]
    // Hidden, as in tight lists: the HTML of the cell has no paragraph.
    open.hidden = true
    close.hidden = true
    return [open, token, close]
  })
})

const getAlignment = (token: Token) => ({
  align: /^text-align:(left|center|right)$/.exec(String(token.attrGet('style') ?? ''))?.[1] ?? null,
})

const isTight = (tokens: readonly Token[], at: number) =>
  tokens.slice(at + 1).find(({ type }) => type === 'paragraph_open' || type.endsWith('list_close'))?.hidden !== false

const specs: Record<string, ParseSpec> = {
  paragraph: { block: 'paragraph' },
  heading: { block: 'heading', getAttrs: ({ tag }) => ({ level: Number(tag.slice(1)) }) },
  blockquote: { block: 'blockquote' },
  bullet_list: { block: 'bullet_list', getAttrs: (_list, tokens, at) => ({ tight: isTight(tokens, at) }) },
  ordered_list: {
    block: 'ordered_list',
    getAttrs: (list, tokens, at) => ({ order: Number(list.attrGet('start') ?? 1), tight: isTight(tokens, at) }),
  },
  list_item: { block: 'list_item' },
  code_block: { block: 'code_block', noCloseToken: true },
  fence: { block: 'code_block', getAttrs: ({ info }) => ({ params: info }), noCloseToken: true },
  hr: { node: 'horizontal_rule' },
  table: { block: 'table' },
  thead: { ignore: true },
  tbody: { ignore: true },
  tr: { block: 'table_row' },
  th: { block: 'table_header', getAttrs: getAlignment },
  td: { block: 'table_cell', getAttrs: getAlignment },
  image: {
    node: 'image',
    getAttrs: (image) => ({
      src: image.attrGet('src'),
      alt: (image.children ?? []).map(({ content }) => content).join(''),
      title: image.attrGet('title'),
    }),
  },
  hardbreak: { node: 'hard_break' },
  softbreak: { node: 'soft_break' },
  link: { mark: 'link', getAttrs: (link) => ({ href: link.attrGet('href'), title: link.attrGet('title') }) },
  strong: { mark: 'strong' },
  em: { mark: 'em' },
  s: { mark: 'strike' },
  sub: { mark: 'sub' },
  sup: { mark: 'sup' },
  code_inline: { mark: 'code', noCloseToken: true },
}

/** Parses Markdown. @throws Error for a token that the schema cannot hold */
export const parser = new MarkdownParser(schema, markdown, specs)
