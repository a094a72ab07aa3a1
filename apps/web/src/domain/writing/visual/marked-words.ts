import type { Node } from 'prosemirror-model'
import { Plugin, TextSelection } from 'prosemirror-state'
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view'
import { findWords, pickNext } from '../find-words.ts'
import styles from '../writing-field.module.css'

/** Selects the next of these words after the selection. @returns whether there is one */
export function selectNext(view: EditorView, words: readonly string[]): boolean {
  const { state } = view
  const next = pickNext(findInDocument(state.doc, words), state.selection.to)
  // The library scrolls only where the focus is in the text.
  view.focus()
  if (next) {
    const selection = TextSelection.create(state.doc, next.from, next.to)
    view.dispatch(view.state.tr.setSelection(selection).scrollIntoView())
  }
  return next !== undefined
}

/** Marks words on a coloured ground. */
export function createMarkedWords(words: readonly string[]): Plugin {
  const mark = { class: styles.marked ?? '' }
  return new Plugin({
    props: {
      decorations: ({ doc }) => {
        const places = findInDocument(doc, words)
        return DecorationSet.create(
          doc,
          places.map(({ from, to }) => Decoration.inline(from, to, mark)),
        )
      },
    },
  })
}

function findInDocument(doc: Node, words: readonly string[]) {
  const places: { from: number; to: number }[] = []
  doc.descendants((node, position) => {
    if (!node.isText) return
    for (const { from, to } of findWords(node.text ?? '', words)) {
      places.push({ from: position + from, to: position + to })
    }
  })
  return places
}
