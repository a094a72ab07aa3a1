import { MarkdownSerializer, type MarkdownSerializerState } from 'prosemirror-markdown'
import type { Mark, Node } from 'prosemirror-model'
import { parser } from './markdown-syntax.ts'
import { normaliseBlock } from './normalise-block.ts'

export interface WrittenBlock {
  markdown: string
  /** Whether parsing gives the same block again. Otherwise a mark was lost at a place where Markdown has none. */
  isFaithful: boolean
}

/** Writes one block as Markdown and parses the result again to check it. */
export function writeBlock(node: Node, isSecondList = false): WrittenBlock {
  const block = normaliseBlock(node)
  if (!block) return { markdown: '', isFaithful: true }
  let markdown = ''
  for (const escaping of ['needed', 'all'] as const) {
    markdown = serialise(block, escaping, isSecondList)
    const doc = parser.parse(markdown, {})
    if (doc.childCount === 1 && doc.firstChild?.eq(block)) return { markdown, isFaithful: true }
  }
  return { markdown, isFaithful: false }
}

/** What the serialiser knows besides its own state. */
interface State extends MarkdownSerializerState {
  options: { escaping: 'needed' | 'all'; isSecondList: boolean; hardBreakNodeName: string }
  out: string
  inCell?: boolean
  inAutolink?: boolean
}

function serialise(block: Node, escaping: State['options']['escaping'], isSecondList: boolean): string {
  const options = { escaping, isSecondList } as object
  return serializer.serialize(block.type.schema.node('doc', null, [block]), options)
}

const getState = (state: MarkdownSerializerState) => state as State

const serializer = new MarkdownSerializer(
  {
    paragraph(state, node) {
      state.renderInline(node)
      state.closeBlock(node)
    },
    heading(state, node) {
      state.write(`${'#'.repeat(node.attrs.level)} `)
      state.renderInline(node, false)
      state.closeBlock(node)
    },
    blockquote(state, node) {
      state.wrapBlock('> ', null, node, () => state.renderContent(node))
    },
    bullet_list(state, node, parent, index) {
      const marker = isSecond(state, parent, index) ? '*' : '-'
      state.renderList(node, '  ', () => `${marker} `)
    },
    ordered_list(state, node, parent, index) {
      const marker = isSecond(state, parent, index) ? ')' : '.'
      const formatNumber = (at: number) => `${node.attrs.order + at}${marker} `
      state.renderList(node, ' '.repeat(formatNumber(node.childCount - 1).length), (at) =>
        formatNumber(at).padEnd(formatNumber(node.childCount - 1).length),
      )
    },
    list_item(state, node) {
      state.renderContent(node)
    },
    code_block(state, node) {
      const runs = [...node.textContent.matchAll(/^\s*(`{3,})/gm)].map(([, run]) => run?.length ?? 0)
      const fence = '`'.repeat(Math.max(3, ...runs.map((length) => length + 1)))
      state.write(`${fence}${node.attrs.params}\n`)
      if (node.textContent) {
        state.text(node.textContent, false)
        state.write('\n')
      }
      state.write(fence)
      state.closeBlock(node)
    },
    horizontal_rule(state, node) {
      state.write('---')
      state.closeBlock(node)
    },
    table: writeTable,
    preserved(state, node) {
      state.text(node.attrs.source, false)
      state.closeBlock(node)
    },
    image(state, { attrs: { src, alt, title } }) {
      state.write(`![${escapeText(alt, 'all')}](${formatTarget(src, title)})`)
    },
    hard_break(state) {
      state.write(getState(state).inCell ? '<br>' : '\\\n')
    },
    soft_break(state) {
      state.write(getState(state).inCell ? ' ' : '\n')
    },
    text(state, node, parent, index) {
      const { options, inAutolink, inCell, out } = getState(state)
      const text = node.text ?? ''
      if (inAutolink) return state.text(text, false)
      const isLineStart = index === 0 || /_break$/.test(parent.child(index - 1).type.name)
      const next = index + 1 < parent.childCount ? parent.child(index + 1) : null
      const isBeforeLink = text.endsWith('!') && next?.marks.some(({ type }) => type.name === 'link')
      const escaped = escapeText(isBeforeLink ? text.slice(0, -1) : text, options.escaping, out.at(-1))
      const safe = isLineStart && !inCell && parent.type.name === 'paragraph' ? escapeLineStart(escaped) : escaped
      state.text(isBeforeLink ? `${safe}\\!` : safe, false)
    },
  },
  {
    strong: { open: '**', close: '**', mixable: true },
    em: { open: '*', close: '*', mixable: true },
    strike: { open: '~~', close: '~~', mixable: true },
    sub: { open: '<sub>', close: '</sub>', mixable: true },
    sup: { open: '<sup>', close: '</sup>', mixable: true },
    link: {
      open(state, link, parent, index) {
        const isAutolink = isPlainAddress(link, parent, index)
        getState(state).inAutolink = isAutolink
        return isAutolink ? '<' : '['
      },
      close(state, { attrs: { href, title } }) {
        const wasAutolink = getState(state).inAutolink
        getState(state).inAutolink = false
        return wasAutolink ? '>' : `](${formatTarget(href, title)})`
      },
      mixable: true,
    },
    code: {
      open: (_state, _mark, parent, index) => getTicks(parent.child(index).text ?? '').open,
      close: (_state, _mark, parent, index) => getTicks(parent.child(index - 1).text ?? '').close,
      escape: false,
    },
  },
)

/** Whether a list follows one of its kind, which needs the other marker. */
function isSecond(state: MarkdownSerializerState, parent: Node, index: number): boolean {
  if (parent.type.name === 'doc') return getState(state).options.isSecondList
  let count = 0
  while (index - count > 0 && parent.child(index - count - 1).type === parent.child(index).type) count += 1
  return count % 2 === 1
}

function writeTable(state: MarkdownSerializerState, table: Node): void {
  const rows: string[][] = []
  table.forEach((row) => {
    const cells: string[] = []
    row.forEach((cell) => {
      cells.push(writeCell(cell, getState(state).options.escaping))
    })
    rows.push(cells)
  })
  const aligns = { left: ':---', center: ':---:', right: '---:' }
  const rules: string[] = []
  table.firstChild?.forEach((cell) => {
    rules.push(aligns[cell.attrs.align as keyof typeof aligns] ?? '---')
  })
  const [head = [], ...body] = rows
  const lines = [head, rules, ...body].map((cells) => `| ${cells.join(' | ')} |`)
  lines.forEach((line, at) => {
    state.write(at < lines.length - 1 ? `${line}\n` : line)
  })
  state.closeBlock(table)
}

function writeCell(cell: Node, escaping: State['options']['escaping']): string {
  const paragraph = cell.firstChild
  if (!paragraph) return ''
  const options = { escaping, inCell: true } as object
  const row = cellSerializer.serialize(cell.type.schema.node('doc', null, [paragraph]), options)
  // In a cell a bar ends the cell, in code too.
  return row.replaceAll('|', '\\|')
}

/** A serialiser for the text of a cell, where breaks are tags. */
const cellSerializer = new MarkdownSerializer(
  {
    ...serializer.nodes,
    paragraph(state, node) {
      getState(state).inCell = true
      state.renderInline(node, false)
    },
  },
  serializer.marks,
)

function isPlainAddress({ attrs: { href, title }, ...link }: Mark, parent: Node, index: number): boolean {
  if (title !== null || !/^(https?|mailto):/.test(href)) return false
  const text = parent.child(index)
  if (text.text !== href || text.marks.length !== 1) return false
  const next = index + 1 < parent.childCount ? parent.child(index + 1) : null
  return !next?.marks.some((mark) => mark.type === link.type && mark.attrs.href === href)
}

/** Address and title of a link or picture. */
function formatTarget(address: string, title: string | null): string {
  const isPlain = /^[^\s<>()\\]*(\([^\s<>()\\]*\)[^\s<>()\\]*)*$/.test(address) && address !== ''
  const target = isPlain ? address : `<${address.replace(/[<>\\]/g, '\\$&')}>`
  if (title === null) return target
  return `${target} "${title.replace(/["\\]/g, '\\$&')}"`
}

function getTicks(code: string): { open: string; close: string } {
  const lengths = new Set([...code.matchAll(/`+/g)].map(([run]) => run.length))
  let length = 1
  while (lengths.has(length)) length += 1
  const ticks = '`'.repeat(length)
  const pad = /`|^ .*[^ ].* $/.test(code) ? ' ' : ''
  return { open: ticks + pad, close: pad + ticks }
}

/** Characters that are always escaped when they are typed as text. */
const ALL = /[\\`*_[\]~<&]/g

/** Escapes characters that Markdown would read as markup: the needed ones, or `all`. `before`: the character in front. */
function escapeText(text: string, escaping: 'needed' | 'all', before = ''): string {
  if (escaping === 'all') return text.replace(ALL, '\\$&')
  return text.replace(/[\\`*_[\]~<&]/g, (sign, at: number) => {
    const previous = at > 0 ? (text[at - 1] ?? '') : before
    const rest = text.slice(at + 1)
    return isMarkup(sign, previous, rest) ? `\\${sign}` : sign
  })
}

function isMarkup(sign: string, previous: string, rest: string): boolean {
  const next = rest[0] ?? ''
  switch (sign) {
    case '\\':
      return /^[!-/:-@[-`{-~]/.test(rest) || rest === ''
    case '`':
      return true
    case '*':
      return !(isSpace(previous) && isSpace(next))
    case '_':
      return !(isWord(previous) && isWord(next)) && !(isSpace(previous) && isSpace(next))
    case '~':
      return next === '~' || previous === '~'
    case '[':
      return /^[^\]]*\]([([]|:)/.test(rest)
    case '<':
      return /^(\/?[a-z]|!--|[^\s>]+@)/i.test(rest)
    case '&':
      return /^(#\d+|#x[\da-f]+|\w+);/i.test(rest)
    default:
      return false
  }
}

const isSpace = (sign: string) => sign === '' || /\s/.test(sign)
const isWord = (sign: string) => /[\p{L}\p{N}]/u.test(sign)

/** Escapes a text at the start of a line that would begin a heading, a list, a quotation, a rule or a table. */
function escapeLineStart(text: string): string {
  return text
    .replace(/^(#{1,6})(?=\s|$)/, '\\$1')
    .replace(/^([-+])(?=\s|$)/, '\\$1')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
    .replace(/^(>|\||~{3}|-{2,}|={1,}(?=\s*$))/, '\\$1')
}
