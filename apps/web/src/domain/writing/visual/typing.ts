import type { EditorView } from 'prosemirror-view'

/** Time after a composition in which the browser still changes the text. */
export const AFTER_COMPOSITION_MS = 80

/**
 * Handles text that is typed over a selection. The browser would keep its colours in an inline style, which the content
 * security policy refuses.
 */
export function replaceSelection(view: EditorView, event: InputEvent): boolean {
  const isPlain = event.inputType === 'insertText' && event.cancelable && !view.composing
  if (!isPlain || !event.data || view.state.selection.empty) return false
  event.preventDefault()
  view.dispatch(view.state.tr.insertText(event.data).scrollIntoView())
  return true
}
