import { baseKeymap, chainCommands, exitCode, lift, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands'
import { closeHistory, redo, undo } from 'prosemirror-history'
import type { NodeType } from 'prosemirror-model'
import { liftListItem, sinkListItem, splitListItem, wrapInList } from 'prosemirror-schema-list'
import { type Command, type EditorState, NodeSelection, Selection, TextSelection } from 'prosemirror-state'
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  deleteTable,
  goToNextCell,
  isInTable,
  setCellAttr,
} from 'prosemirror-tables'
import type { Markup } from '../markup.ts'
import type { TableAct } from '../text-editor.ts'
import { isEmptyParagraph } from './replace-document.ts'
import { schema } from './schema.ts'
import { findTableDepth, makeTable } from './table-grid.ts'

const { nodes, marks } = schema

/** Whether the selection is inside a block of a type. */
export function isInside(state: EditorState, type: NodeType): boolean {
  const { $from } = state.selection
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    if ($from.node(depth).type === type) return true
  }
  return false
}

/** Commands of the toolbar; the link needs an address first. */
export const MARKUP_COMMANDS: Readonly<Record<Exclude<Markup, 'link'>, Command>> = {
  bold: toggleMark(marks.strong),
  italic: toggleMark(marks.em),
  strike: toggleMark(marks.strike),
  sub: toggleMark(marks.sub),
  sup: toggleMark(marks.sup),
  heading: toggleHeading(2),
  subheading: toggleHeading(3),
  quote: (state, dispatch, view) =>
    (isInside(state, nodes.blockquote) ? lift : wrapIn(nodes.blockquote))(state, dispatch, view),
  list: toggleList(nodes.bullet_list, nodes.ordered_list),
  numbers: toggleList(nodes.ordered_list, nodes.bullet_list),
  code: (state, dispatch, view) => {
    const { $from, $to } = state.selection
    if ($from.parent.type === nodes.code_block) return setBlockType(nodes.paragraph)(state, dispatch, view)
    const isOneBlock = $from.sameParent($to)
    return (isOneBlock ? toggleMark(marks.code) : setBlockType(nodes.code_block))(state, dispatch, view)
  },
  table: insertTable,
}

function toggleHeading(level: number): Command {
  return (state, dispatch, view) => {
    const { parent } = state.selection.$from
    const isOn = parent.type === nodes.heading && parent.attrs.level === level
    return (isOn ? setBlockType(nodes.paragraph) : setBlockType(nodes.heading, { level }))(state, dispatch, view)
  }
}

function toggleList(type: NodeType, other: NodeType): Command {
  return (state, dispatch, view) => {
    const { $from } = state.selection
    const depth = findListDepth(state)
    if (depth === null) return wrapInList(type)(state, dispatch, view)
    if ($from.node(depth).type === type) return liftListItem(nodes.list_item)(state, dispatch)
    if ($from.node(depth).type !== other) return false
    dispatch?.(state.tr.setNodeMarkup($from.before(depth), type, { tight: $from.node(depth).attrs.tight }))
    return true
  }
}

/** Depth of the innermost list around the caret; `null` for none. */
function findListDepth({ selection: { $from } }: EditorState): number | null {
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const { type } = $from.node(depth)
    if (type === nodes.bullet_list || type === nodes.ordered_list) return depth
  }
  return null
}

const NEW_ROWS = 3
const NEW_COLUMNS = 2

function insertTable(state: EditorState, dispatch?: Parameters<Command>[1]): boolean {
  if (isInTable(state)) return false
  if (!dispatch) return true
  const table = makeTable(new Array(NEW_ROWS).fill([]), new Array(NEW_COLUMNS).fill(null))
  const { tr } = state
  const { $to } = state.selection
  const isEmpty = $to.depth === 1 && $to.parent.type === nodes.paragraph && $to.parent.content.size === 0
  const [from, to] = isEmpty ? [$to.before(1), $to.after(1)] : [$to.end(1) + 1, $to.end(1) + 1]
  tr.replaceWith(from, to, table)
  dispatch(tr.setSelection(Selection.near(tr.doc.resolve(from + 1))).scrollIntoView())
  return true
}

export const TABLE_COMMANDS: Readonly<Record<TableAct, Command>> = {
  rowBefore: addRowBefore,
  rowAfter: addRowAfter,
  columnBefore: addColumnBefore,
  columnAfter: addColumnAfter,
  left: alignColumn(null),
  center: alignColumn('center'),
  right: alignColumn('right'),
  deleteRow,
  deleteColumn,
  deleteTable,
}

/** Markdown aligns whole columns, so every cell of the column gets the alignment. */
function alignColumn(align: string | null): Command {
  return (state, dispatch) => {
    if (!isInTable(state)) return false
    const { $from } = state.selection
    const depth = findTableDepth($from)
    const column = $from.index(depth + 1)
    if (!dispatch) return setCellAttr('align', align)(state)
    const { tr } = state
    let rowStart = $from.start(depth)
    $from.node(depth).forEach((row) => {
      let cellStart = rowStart + 1
      row.forEach((cell, _offset, at) => {
        if (at === column) tr.setNodeMarkup(cellStart, null, { ...cell.attrs, align })
        cellStart += cell.nodeSize
      })
      rowStart += row.nodeSize
    })
    dispatch(tr)
    return true
  }
}

const insertBreak: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView())
  return true
}

const insertBreakInCell: Command = (state, dispatch, view) => isInTable(state) && insertBreak(state, dispatch, view)

/** The next cell; behind the last one a new row. */
const goToCell: Command = (state, dispatch, view) => {
  if (!isInTable(state)) return false
  if (goToNextCell(1)(state, dispatch, view)) return true
  if (!dispatch || !view) return true
  addRowAfter(state, dispatch)
  return goToNextCell(1)(view.state, view.dispatch, view)
}

/** Moves the top-level block of the caret up or down. */
function moveBlock(direction: -1 | 1): Command {
  return (state, dispatch) => {
    const { $from } = state.selection
    const at = $from.index(0)
    const other = state.doc.maybeChild(at + direction)
    const block = state.doc.maybeChild(at)
    if (!block || !other) return false
    if (!dispatch) return true
    const start = $from.posAtIndex(at, 0)
    const first = direction < 0 ? start - other.nodeSize : start
    const tr = closeHistory(state.tr)
    tr.replaceWith(first, first + block.nodeSize + other.nodeSize, direction < 0 ? [block, other] : [other, block])
    const shift = direction * other.nodeSize
    const { anchor, head } = state.selection
    const moved =
      state.selection instanceof NodeSelection
        ? NodeSelection.create(tr.doc, anchor + shift)
        : TextSelection.between(tr.doc.resolve(anchor + shift), tr.doc.resolve(head + shift))
    dispatch(tr.setSelection(moved).scrollIntoView())
    return true
  }
}

/** Moves the caret from a picture that is a paragraph to an empty line after it, where the text goes on. */
export const leavePicture: Command = ({ selection, doc, tr }, dispatch) => {
  const { $head, empty } = selection
  const isAfterPicture = empty && $head.depth === 1 && $head.nodeBefore?.type === nodes.image
  if (!isAfterPicture || $head.parent.childCount > 1) return false
  const after = $head.after(1)
  if (!isEmptyParagraph(doc.nodeAt(after))) tr.insert(after, nodes.paragraph.create())
  tr.setSelection(TextSelection.create(tr.doc, after + 1)).scrollIntoView()
  // One undo takes the picture back, and not the empty line alone.
  dispatch?.(tr.setMeta('addToHistory', false))
  return true
}

/** Keys besides those of the toolbar. */
export const KEY_COMMANDS: Readonly<Record<string, Command>> = {
  ...baseKeymap,
  'Mod-z': undo,
  'Mod-y': redo,
  'Mod-Shift-z': redo,
  Enter: chainCommands(insertBreakInCell, splitListItem(nodes.list_item), baseKeymap.Enter ?? (() => false)),
  'Shift-Enter': chainCommands(exitCode, insertBreak),
  Tab: chainCommands(goToCell, sinkListItem(nodes.list_item)),
  'Shift-Tab': chainCommands(goToNextCell(-1), liftListItem(nodes.list_item)),
  'Alt-ArrowUp': moveBlock(-1),
  'Alt-ArrowDown': moveBlock(1),
}
