import type { Edit, Markup } from './markup.ts'

/** The field for the Markdown: CodeMirror, or a plain textarea where CodeMirror cannot run. */
export interface TextEditor {
  text(): string
  selection(): { from: number; to: number }
  /** Changes the text as one undoable step. */
  apply(edit: Edit): void
  /** Changes the text without adding an undo step or moving the caret. */
  adjust(changes: readonly { from: number; to: number; insert: string }[]): void
  /** Offset in the text at a pointer position (CSS px); `null` for none. */
  getOffset(x: number, y: number): number | null
  scroller: HTMLElement
  /** Top of the line at an offset, CSS px from the start of the text; `null` when unknown. */
  getLineTop(offset: number): number | null
  focus(): void
  setReadOnly(isReadOnly: boolean): void
  destroy(): void
}

export interface TextEditorOptions {
  text: string
  /** Accessible name. */
  label: string
  placeholder: string
  isReadOnly: boolean
  onChange: (text: string) => void
  onMarkup: (markup: Markup) => void
  /** Called on Ctrl+S and Command+S. */
  onSave: () => void
  /** Returns `true` when it has handled the paste or drop. `at`: offset of a drop. */
  onTransfer: (transfer: DataTransfer, at: number | null) => boolean
}

/** Keys pressed together with Ctrl or Command. */
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
