import { DOMParser, Fragment, type Node, Slice } from 'prosemirror-model'
import type { EditorState } from 'prosemirror-state'
import { isInTable } from 'prosemirror-tables'
import type { PictureActs } from '../../text-editor.ts'
import { preserveLargeTables, readMarkdown, TABLE_COLUMNS_MAX, TABLE_ROWS_MAX } from '../read-markdown.ts'
import { schema } from '../schema.ts'
import { listAligns, listCells, makeTable } from '../table-grid.ts'
import { cleanHtml, placePictures } from './clean-html.ts'

const { nodes } = schema

export interface ReadClipboard {
  slice: Slice
  /** Other readings: the text alone, or what a text seems to be. */
  offers: readonly { label: string; slice: Slice }[]
  /** What was left out; see `cleanHtml`. */
  dropped: readonly string[]
  /** The HTML was too large to be read, and the slice is its text. */
  isTooLarge: boolean
  /** It is a table whose first row has become the head, which may be wrong. */
  isHeadUnsure: boolean
}

/**
 * Reads the clipboard: HTML before text. `null` for nothing that can be inserted, and for a picture that the clipboard
 * has as a file.
 */
export function readClipboard(
  data: Pick<DataTransfer, 'getData' | 'files'>,
  state: EditorState,
  takePicture: PictureActs['takeCopied'],
): ReadClipboard | null {
  const text = data.getData('text/plain').replace(/\r\n?/g, '\n')
  const html = data.getData('text/html')
  if (state.selection.$from.parent.type.spec.code) {
    return text ? toReadText(new Slice(Fragment.from(schema.text(text)), 0, 0)) : null
  }
  const isInCell = isInTable(state)
  const adapt = (slice: Slice | null) => (slice && isInCell && !findTable(slice) ? toOneLine(slice) : slice)
  const plain = adapt(readText(text))
  const cleaned = html ? cleanHtml(html) : null
  if (!cleaned || !hasContent(cleaned.body, data.files.length > 0)) {
    return data.files.length > 0
      ? null
      : plain && toReadText(plain, isInCell ? '' : text, html !== '' && cleaned === null)
  }
  const refused = placePictures(cleaned.body, takePicture)
  const parsed = parse(cleaned.body)
  const slice = adapt(isInCell ? parsed : closeTables(parsed))
  const offers = plain ? [{ label: '只要文字', slice: plain }] : []
  const table = slice && findTable(slice)
  const isHeadUnsure = cleaned.isHeadUnsure && table !== null && !isInCell
  if (isHeadUnsure) offers.unshift({ label: '第一行不是表头', slice: toSlice(addEmptyHead(table)) })
  return slice && { slice, offers, dropped: [...refused, ...cleaned.dropped], isTooLarge: false, isHeadUnsure }
}

/** The table that a slice is; `null` for any other slice. */
export function findTable({ content }: Slice): Node | null {
  return content.childCount === 1 && content.firstChild?.type === nodes.table ? content.firstChild : null
}

/** Markdown has no table without a head, so that an empty one stands above the rows. */
function addEmptyHead(table: Node): Node {
  return makeTable([[], ...listCells(table)], listAligns(table))
}

const toSlice = (block: Node) => new Slice(Fragment.from(block), 0, 0)

/** Closes the tables at the edges, so that one takes the place of an empty paragraph; large ones become their source. */
function closeTables({ content, openStart, openEnd }: Slice): Slice {
  const isTable = (node: Node | null) => node?.type === nodes.table
  return new Slice(
    preserveLargeTables(content),
    isTable(content.firstChild) ? 0 : openStart,
    isTable(content.lastChild) ? 0 : openEnd,
  )
}

/** @param hasFile a picture without text then is that file, unless this site has stored it already */
function hasContent(body: HTMLElement, hasFile: boolean): boolean {
  if (body.textContent?.trim()) return true
  return body.querySelector(hasFile ? 'img[src^="/file/img/"]' : 'img') !== null
}

function toReadText(slice: Slice, text = '', isTooLarge = false): ReadClipboard {
  const table = isTooLarge ? null : toTable(text)
  const offers = table ? [{ label: '转为表格', slice: toBlocks(table) }] : []
  if (!isTooLarge && (text.match(MARKDOWN)?.length ?? 0) > 1) {
    offers.push({ label: '按 Markdown 转换', slice: toBlocks(text) })
  }
  return { slice, offers, dropped: [], isTooLarge, isHeadUnsure: false }
}

/** Headings, items, rulers of tables, and links. */
const MARKDOWN = /^#{1,6} |^ *[-*] |^\|? *:?-{3,}:? *\||\]\(/gm
const NUMBER = /^[-+]?\d[\d.,%]*$/

/** Markdown of the table that a text of columns between tabs is; `null` for any other text. */
function toTable(text: string): string | null {
  const rows = text
    .replace(/\n+$/, '')
    .split('\n')
    .map((line) => line.split('\t').map((cell) => cell.trim()))
  const [head = [], ...others] = rows
  const isTable = head.length > 1 && others.length > 0 && others.every((row) => row.length === head.length)
  if (!isTable || head.length > TABLE_COLUMNS_MAX || rows.length > TABLE_ROWS_MAX) return null
  const rulers = head.map((_, at) => (others.every((row) => NUMBER.test(row[at] ?? '')) ? '---:' : '---'))
  const write = (row: readonly string[]) =>
    `| ${row.map((cell) => cell.replace(/[\\`*_[\]<>|~]/g, '\\$&')).join(' | ')} |`
  return [write(head), `| ${rulers.join(' | ')} |`, ...others.map(write)].join('\n')
}

function toBlocks(markdown: string): Slice {
  return new Slice(readMarkdown(markdown).doc.content, 0, 0)
}

function parse(body: HTMLElement): Slice {
  return DOMParser.fromSchema(schema).parseSlice(body)
}

/** A blank line begins a paragraph; a line end is a break. */
function readText(text: string): Slice | null {
  const paragraphs = text
    .split(/\n{2,}/)
    .filter((part) => part.trim() !== '')
    .map((part) => nodes.paragraph.create(null, toLines(part.split('\n').filter((line) => line.trim() !== ''))))
  return paragraphs.length > 0 ? new Slice(Fragment.from(paragraphs), 1, 1) : null
}

function toLines(lines: readonly string[]): Node[] {
  return lines.flatMap((line, at) => [
    ...(at > 0 ? [nodes.hard_break.create()] : []),
    schema.text(line.replace(/\t/g, ' ').trim()),
  ])
}

/** Content for a cell, which has one paragraph: blocks become lines. */
function toOneLine(slice: Slice): Slice {
  const lines: Node[] = []
  slice.content.descendants((node) => {
    if (!node.isTextblock) return true
    if (lines.length > 0) lines.push(nodes.hard_break.create())
    node.forEach((child) => {
      lines.push(child)
    })
    return false
  })
  return new Slice(Fragment.from(lines), 0, 0)
}
