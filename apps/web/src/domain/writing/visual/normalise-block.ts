import { Fragment, type Mark, type Node } from 'prosemirror-model'
import { listAligns, listCells, makeTable } from './table-grid.ts'

/** Marks whose signs CommonMark reads only beside certain characters. */
const FLANKED = ['strong', 'em', 'strike']

/**
 * Changes a block to what Markdown can express: no blanks at the edges of paragraphs and marks, no break at the end, no
 * punctuation at the edge of a mark before a letter (CommonMark 0.31, 6.2), equal lengths of rows.
 * @returns `null` for a block without content
 */
export function normaliseBlock(block: Node): Node | null {
  if (block.isTextblock) {
    if (block.type.spec.code) return block
    const content = normaliseInline(block)
    return content.size === 0 && block.type.name === 'paragraph' ? null : block.copy(content)
  }
  if (block.type.name === 'table') return normaliseTable(block)
  if (block.isLeaf) return block
  const children = block.children.flatMap((child) => normaliseBlock(child) ?? [])
  if (children.length > 0) return block.copy(Fragment.from(children))
  // An empty item stays an item.
  return block.type.name === 'list_item' ? block.copy(Fragment.from(block.type.schema.node('paragraph'))) : null
}

function normaliseTable(table: Node): Node {
  const width = Math.max(...table.children.map((row) => row.childCount))
  const rows = listCells(table).map((cells) => cells.map((text) => text?.copy(normaliseInline(text))))
  return makeTable(rows, listAligns(table, width))
}

interface Piece {
  /** One character, or a node that is no text. */
  node: Node
  sign: string | null
  marks: readonly Mark[]
}

function normaliseInline(block: Node): Fragment {
  const pieces = block.children.flatMap((node): Piece[] => {
    if (!node.isText) return [{ node, sign: null, marks: node.marks }]
    return [...(node.text ?? '')].map((sign) => ({ node, sign, marks: node.marks }))
  })
  trimEdges(pieces)
  for (const name of FLANKED) narrowMarks(pieces, name)
  const nodes = pieces.map(({ node, sign, marks }) =>
    sign === null ? node.mark(marks) : node.type.schema.text(sign, marks),
  )
  return Fragment.fromArray(joinTexts(nodes))
}

const isBlank = ({ sign, node }: Piece) => (sign === null ? /_break$/.test(node.type.name) : /\s/.test(sign))

function trimEdges(pieces: Piece[]): void {
  while (pieces[0] && isBlank(pieces[0])) pieces.shift()
  for (let last = pieces.at(-1); last && isBlank(last); last = pieces.at(-1)) pieces.pop()
}

/** Takes a mark off the edges of its runs where its signs would not be read as signs. */
function narrowMarks(pieces: Piece[], name: string): void {
  const has = (at: number) => pieces[at]?.marks.some(({ type }) => type.name === name) ?? false
  const unmark = (at: number) => {
    const piece = pieces[at]
    if (piece) piece.marks = piece.marks.filter(({ type }) => type.name !== name)
  }
  for (let start = 0; start < pieces.length; start += 1) {
    if (!has(start) || has(start - 1)) continue
    let [from, end] = [start, start]
    while (has(end)) end += 1
    const next = end
    while (from < end && isUnfitEdge(pieces[from], pieces[from - 1])) unmark(from++)
    while (end > from && isUnfitEdge(pieces[end - 1], pieces[end])) unmark(--end)
    start = next - 1
  }
}

/** Whether a sign between the two would not be read: beside a blank, or between punctuation and a letter. */
function isUnfitEdge(inner: Piece | undefined, outer: Piece | undefined): boolean {
  if (!inner) return false
  if (isBlank(inner)) return true
  if (!outer || isBlank(outer) || inner.sign === null || outer.sign === null) return false
  return isPunctuation(inner.sign) && !isPunctuation(outer.sign)
}

const isPunctuation = (sign: string) => /[\p{P}\p{S}]/u.test(sign)

function joinTexts(nodes: readonly Node[]): Node[] {
  const joined: Node[] = []
  for (const node of nodes) {
    const last = joined.at(-1)
    if (last?.isText && node.isText && last.sameMarkup(node)) {
      joined[joined.length - 1] = last.type.schema.text(`${last.text}${node.text}`, last.marks)
    } else joined.push(node)
  }
  return joined
}
