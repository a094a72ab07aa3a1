import type { Edit, Markup } from './markup.ts'

/** `visual`: as readers see it. `source`: Markdown. `split`: Markdown beside its preview. */
export type EditorMode = 'visual' | 'source' | 'split'

/** The field for the text: the visual mode, CodeMirror, or a plain textarea where neither can run. */
export interface TextEditor {
  text(): string
  selection(): { from: number; to: number }
  /** Changes the text as one undoable step. */
  apply(edit: Edit): void
  /** Changes the text without adding an undo step or moving the caret. */
  adjust(changes: readonly { from: number; to: number; insert: string }[]): void
  /** Toggles formatting at the selection. */
  markup(markup: Markup): void
  /** Changes the table around the caret; only in the visual mode. */
  runInTable?(act: TableAct): void
  /** Changes the selected picture; only in the visual mode. */
  changePicture?(changes: { alt?: string; title?: string | null }): void
  /** Offset in the text at a pointer position (CSS px); `null` for none. */
  getOffset(x: number, y: number): number | null
  scroller: HTMLElement
  /** Top of the line at an offset, CSS px from the start of the text; `null` when unknown. */
  getLineTop(offset: number): number | null
  focus(): void
  setReadOnly(isReadOnly: boolean): void
  destroy(): void
}

export type TableAct =
  | 'rowBefore'
  | 'rowAfter'
  | 'columnBefore'
  | 'columnAfter'
  | 'left'
  | 'center'
  | 'right'
  | 'deleteRow'
  | 'deleteColumn'
  | 'deleteTable'

/** What surrounds the selection in the visual mode. */
export interface EditorContext {
  /** Formatting that is on. */
  active: readonly Markup[]
  isInTable: boolean
  /** The selected picture. */
  picture: { alt: string; caption: string } | null
}

export interface EditedLink {
  /** Text of the link; empty for the address. */
  text: string
  /** Address; empty for no link. */
  address: string
}

export interface TextEditorOptions {
  text: string
  /** Accessible name. */
  label: string
  placeholder: string
  isReadOnly: boolean
  onChange: (text: string) => void
  /** Called on Ctrl+S and Command+S. */
  onSave: () => void
  /** Returns `true` when it has handled the paste or drop. `at`: offset of a drop. */
  onTransfer: (transfer: DataTransfer, at: number | null) => boolean
  /** Called in the visual mode when the selection has moved. */
  onContext?: (context: EditorContext) => void
  /** Asks for the address of a link; `null` when nothing shall change. */
  askLink?: (link: EditedLink) => Promise<EditedLink | null>
}

/** Keys pressed together with Ctrl or Command. */
export const MARKUP_KEYS: Readonly<Record<string, Markup>> = {
  b: 'bold',
  i: 'italic',
  k: 'link',
  e: 'code',
  'shift+2': 'heading',
  'shift+3': 'subheading',
  'shift+7': 'numbers',
  'shift+8': 'list',
  'shift+9': 'quote',
}
