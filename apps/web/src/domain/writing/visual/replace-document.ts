import { Fragment, type Node } from 'prosemirror-model'
import type { EditorState, Transaction } from 'prosemirror-state'
import { schema } from './schema.ts'

/**
 * Replaces what differs, as one small step: the caret and the steps of undo keep their places in all other text.
 * @returns `null` when nothing differs
 */
export function replaceDocument(state: EditorState, doc: Node): Transaction | null {
  const start = state.doc.content.findDiffStart(doc.content)
  const ends = state.doc.content.findDiffEnd(doc.content)
  if (start === null || !ends) return null
  // Where a repeated part is longer in one of them, both searches have passed over it.
  const overlap = Math.max(0, start - Math.min(ends.a, ends.b))
  const slice = doc.slice(start, ends.b + overlap)
  const transaction = state.tr.replace(start, ends.a + overlap, slice)
  if (transaction.doc.eq(doc)) return transaction
  // Parts at different depths of lists or tables do not join.
  return state.tr.replaceWith(0, state.doc.content.size, doc.content)
}

/** Whether a node is an empty paragraph, which Markdown cannot express. */
export function isEmptyParagraph(node: Node | null): boolean {
  return node?.type === schema.nodes.paragraph && node.content.size === 0
}

/** Puts the empty paragraphs of a document into another one that has the same other blocks, so that a caret in them stays. */
export function keepEmptyParagraphs(doc: Node, next: Node): Node {
  const rest = [...next.children]
  const isSame = doc.children.filter((block) => !isEmptyParagraph(block)).length === rest.length
  if (!isSame || rest.some(isEmptyParagraph)) return next
  return next.copy(
    Fragment.from(doc.children.map((block) => (isEmptyParagraph(block) ? block : (rest.shift() ?? block)))),
  )
}
