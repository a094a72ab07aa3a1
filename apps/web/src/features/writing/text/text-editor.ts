import type { Edit, Markup } from './markup.ts'

/** The field for the text, whichever it is: CodeMirror, or a plain one where that cannot be had. */
export interface TextEditor {
  text(): string
  selection(): { from: number; to: number }
  /** Changes the text as one step that can be undone. */
  apply(edit: Edit): void
  /** Changes the text beneath the writer: no step of its own, and the caret stays with its words. */
  adjust(changes: readonly { from: number; to: number; insert: string }[]): void
  /** The place under a pointer, CSS px; `null` where there is none. */
  offsetAt(x: number, y: number): number | null
  /** What scrolls when the text is longer than the field. */
  scroller: HTMLElement
  /** Where the line of an offset begins, CSS px from the start of the text; `null` where nobody can say. */
  topOf(offset: number): number | null
  focus(): void
  setReadOnly(isReadOnly: boolean): void
  destroy(): void
}

export interface TextEditorOptions {
  text: string
  /** Names the field. */
  label: string
  placeholder: string
  isReadOnly: boolean
  onChange: (text: string) => void
  onMarkup: (markup: Markup) => void
  /** Ctrl+S, or Command+S. */
  onSave: () => void
  /** Gives `true` when what was pasted or dropped has been dealt with. `at` is the place of a drop. */
  onTransfer: (transfer: DataTransfer, at: number | null) => boolean
}

/** Keys that are pressed with Ctrl or Command, and with Shift where it says so. */
export const MARKUP_KEYS: Readonly<Record<string, Markup>> = {
  b: 'bold',
  i: 'italic',
  k: 'link',
  e: 'code',
  'shift+2': 'heading',
  'shift+7': 'numbers',
  'shift+8': 'list',
  'shift+9': 'quote',
}
