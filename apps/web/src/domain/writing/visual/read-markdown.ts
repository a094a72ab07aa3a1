import { ARTICLE_LIMITS } from '@portal/contract/constants.ts'
import type { Token } from 'markdown-it'
import { Fragment, type Node } from 'prosemirror-model'
import { CODE, FOOTNOTE, HTML } from '../unsupported-markdown.ts'
import { markdown, parser } from './markdown-syntax.ts'
import { schema } from './schema.ts'
import { writeBlock } from './write-block.ts'

/** Why a block is shown as its source. */
export type PreservedReason = 'h1' | 'html' | 'footnote' | 'reference' | 'size' | 'other'

/** A top-level block and its source. */
export interface SourceBlock {
  node: Node
  source: string
  /** Text between the block and the next one, or the end: line ends and blank lines. */
  gap: string
  /** The block before it; `null` for the first one. */
  previous: SourceBlock | null
}

/** Text as it was loaded: edited blocks are written anew, all others from here. */
export interface LoadedText {
  doc: Node
  /** Blank lines before the first block. */
  lead: string
  /** Line ends after the last block. */
  tail: string
  blocks: readonly SourceBlock[]
}

/** Larger tables are shown as source, because each cell is an element that the browser measures at each key. */
export const TABLE_ROWS_MAX = 60
export const TABLE_COLUMNS_MAX = 12
const LEVEL_MAX = 2 * ARTICLE_LIMITS.levels

/** Reads Markdown into a document. Line ends become `\n`. Blocks that the schema cannot hold are preserved as source. */
export function readMarkdown(text: string): LoadedText {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  const references: Record<string, unknown> = {}
  const ranges = listRanges(markdown.parse(lines.join('\n'), references), lines)
  const blocks = ranges.map(({ from, to, next, isDefinition }): SourceBlock => {
    const source = lines.slice(from, to).join('\n')
    const node = isDefinition ? preserve(source, 'reference') : readBlock(source, references)
    // Each line but the last of the text ends with a line end.
    const gap = '\n'.repeat(next < lines.length ? next - to + 1 : lines.length - to)
    return { node, source, gap, previous: null }
  })
  blocks.forEach((block, at) => {
    block.previous = blocks[at - 1] ?? null
  })
  const nodes = blocks.map(({ node }) => node)
  const doc = schema.node('doc', null, nodes.length > 0 ? nodes : [schema.node('paragraph')])
  return { doc, lead: '\n'.repeat(ranges[0]?.from ?? 0), tail: blocks.at(-1)?.gap ?? '', blocks }
}

interface Range {
  /** First line. */
  from: number
  /** Line after the last one that is not blank. */
  to: number
  /** First line of the next block; the number of lines after the last block. */
  next: number
  /** Reference definitions, which have no tokens. */
  isDefinition: boolean
}

/** Divides the lines into blocks, so that each line that is not blank belongs to one. */
function listRanges(tokens: readonly Token[], lines: readonly string[]): Range[] {
  const isBlank = (line: number) => (lines[line] ?? '').trim() === ''
  const found: Omit<Range, 'next'>[] = []
  const add = (start: number, end: number, isDefinition: boolean) => {
    let [from, to] = [start, end]
    while (from < to && isBlank(from)) from += 1
    while (to > from && isBlank(to - 1)) to -= 1
    if (from < to) found.push({ from, to, isDefinition })
  }
  let end = 0
  for (const { level, nesting, map } of tokens) {
    if (level !== 0 || nesting < 0 || !map) continue
    add(end, map[0], true)
    add(map[0], map[1], false)
    end = map[1]
  }
  add(end, lines.length, true)
  return found.map((range, at) => ({ ...range, next: found[at + 1]?.from ?? lines.length }))
}

/** Keeps tables that are too large as their source, as those of a loaded text are. */
export function preserveLargeTables(content: Fragment): Fragment {
  const isLarge = (node: Node) =>
    node.type.name === 'table' &&
    (node.childCount > TABLE_ROWS_MAX || (node.firstChild?.childCount ?? 0) > TABLE_COLUMNS_MAX)
  return Fragment.from(
    content.content.map((node) => (isLarge(node) ? preserve(writeBlock(node).markdown, 'size') : node)),
  )
}

function preserve(source: string, reason: PreservedReason): Node {
  return schema.node('preserved', { source, reason })
}

/** Reads one block; `references`: the definitions of the whole text, as the tokeniser has stored them. */
function readBlock(source: string, references: object): Node {
  const tokens = markdown.parse(source, {})
  const reason = findReason(tokens)
  if (reason) return preserve(source, reason)
  const html = markdown.renderer.render(tokens, markdown.options, {})
  if (markdown.render(source, { ...references }) !== html) return preserve(source, 'reference')
  try {
    const doc = parser.parse(source, {})
    const node = doc.childCount === 1 ? doc.firstChild : null
    // The check of fidelity: what would be written looks the same to readers.
    if (node && dropIndents(markdown.render(writeBlock(node).markdown, {})) === dropIndents(html)) return node
  } catch {
    // The schema cannot hold a token.
  }
  return preserve(source, 'other')
}

/** Leaves out full-width blanks at the start of paragraphs, which an edit removes. */
const dropIndents = (html: string) => html.replace(/<p>\u3000+/g, '<p>')

function findReason(tokens: readonly Token[]): PreservedReason | null {
  let rows = 0
  let cells = 0
  for (const { type, tag, level, content } of tokens) {
    if (type === 'heading_open' && tag === 'h1') return 'h1'
    if (type === 'table_open') [rows, cells] = [0, 0]
    if (type === 'tr_open') rows += 1
    if (type === 'th_open') cells += 1
    if (rows > TABLE_ROWS_MAX || cells > TABLE_COLUMNS_MAX || level > LEVEL_MAX) return 'size'
    if (type !== 'inline') continue
    const text = content.replace(CODE, '')
    if (HTML.test(text)) return 'html'
    if (FOOTNOTE.test(text)) return 'footnote'
  }
  return null
}
