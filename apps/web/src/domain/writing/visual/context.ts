import { redoDepth, undoDepth } from 'prosemirror-history'
import { type EditorState, NodeSelection } from 'prosemirror-state'
import { isInTable } from 'prosemirror-tables'
import type { Markup } from '../markup.ts'
import type { EditorContext } from '../text-editor.ts'
import { isInside } from './commands.ts'
import { schema } from './schema.ts'

const { nodes, marks } = schema

/** What can be undone, and what surrounds the selection. */
export function readContext(state: EditorState): EditorContext {
  const { selection, storedMarks } = state
  const { $from, from, to, empty } = selection
  const has = (name: 'strong' | 'em' | 'strike' | 'sub' | 'sup' | 'code' | 'link') =>
    empty
      ? marks[name].isInSet(storedMarks ?? $from.marks()) !== undefined
      : state.doc.rangeHasMark(from, to, marks[name])
  const { type, attrs } = $from.parent
  const active: Markup[] = []
  if (has('strong')) active.push('bold')
  if (has('em')) active.push('italic')
  for (const name of ['strike', 'sub', 'sup', 'code', 'link'] as const) if (has(name)) active.push(name)
  if (type === nodes.heading) active.push(attrs.level === 3 ? 'subheading' : 'heading')
  if (isInside(state, nodes.blockquote)) active.push('quote')
  if (isInside(state, nodes.bullet_list)) active.push('list')
  if (isInside(state, nodes.ordered_list)) active.push('numbers')
  const node = selection instanceof NodeSelection ? selection.node : null
  return {
    canUndo: undoDepth(state) > 0,
    canRedo: redoDepth(state) > 0,
    active,
    isInTable: isInTable(state),
    picture: node?.type === nodes.image ? { alt: node.attrs.alt, caption: node.attrs.title ?? '' } : null,
  }
}
