import type { Node, ResolvedPos } from 'prosemirror-model'
import { Selection, type Transaction } from 'prosemirror-state'
import { schema } from './schema.ts'

const { nodes } = schema

/** Makes a table; each row gets a cell for each alignment. Cells that are `undefined` are empty. */
export function makeTable(
  rows: readonly (readonly (Node | null | undefined)[])[],
  aligns: readonly (string | null)[],
): Node {
  const makeRow = (cells: readonly (Node | null | undefined)[], y: number) =>
    nodes.table_row.create(
      null,
      aligns.map((align, x) =>
        (y === 0 ? nodes.table_header : nodes.table_cell).create({ align }, cells[x] ?? nodes.paragraph.create()),
      ),
    )
  return nodes.table.create(null, rows.map(makeRow))
}

/** Lists the paragraphs of the cells, row by row. */
export function listCells(table: Node): (Node | null)[][] {
  return table.children.map((row) => row.children.map((cell) => cell.firstChild))
}

/** Lists the alignments of the columns, which are those of the first row. */
export function listAligns(table: Node, width = table.firstChild?.childCount ?? 0): (string | null)[] {
  return Array.from({ length: width }, (_, x) => table.firstChild?.maybeChild(x)?.attrs.align ?? null)
}

/** Depth of the table around a position. */
export function findTableDepth($position: ResolvedPos): number {
  let depth = $position.depth
  while ($position.node(depth).type !== nodes.table) depth -= 1
  return depth
}

/** Puts the cells of another table into the table around the caret, from its cell on, and adds rows and columns. */
export function fillCells(tr: Transaction, other: Node): Transaction {
  const { $from } = tr.selection
  const depth = findTableDepth($from)
  const [y, x] = [$from.index(depth), $from.index(depth + 1)]
  const table = $from.node(depth)
  const [old, filling] = [listCells(table), listCells(other)]
  const [height, width] = [other.childCount, other.firstChild?.childCount ?? 0]
  const aligns = listAligns(table, Math.max(table.firstChild?.childCount ?? 0, x + width))
  const rows = Array.from({ length: Math.max(old.length, y + height) }, (_, row) =>
    aligns.map((_align, column) => filling[row - y]?.[column - x] ?? old[row]?.[column]),
  )
  const start = $from.before(depth)
  const filled = makeTable(rows, aligns)
  tr.replaceWith(start, start + table.nodeSize, filled)
  const $row = tr.doc.resolve(tr.doc.resolve(start + 1).posAtIndex(y + height - 1, depth) + 1)
  return tr.setSelection(Selection.near(tr.doc.resolve($row.posAtIndex(x + width, depth + 1)), -1))
}
