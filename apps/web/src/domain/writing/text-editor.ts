import type { EditorState } from 'prosemirror-state'
import type { QueuedPicture } from '#lib/api/picture-queue.ts'
import type { Edit, Markup } from './markup.ts'
import type { LoadedText } from './visual/read-markdown.ts'

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
  /** Takes back the last step, or makes it again; not on the plain field. */
  undo?(): void
  redo?(): void
  /** Selects the next of these words after the selection, from the start again at the end; returns whether there is one. */
  selectNext(words: readonly string[]): boolean
  /** Changes the table around the caret; only in the visual mode. */
  runInTable?(act: TableAct): void
  /** Changes the selected picture; only in the visual mode. */
  changePicture?(changes: { alt?: string; title?: string | null }): void
  /** Shows the state of uploads in the places of the pictures; only in the visual mode. */
  showUploads?(pictures: readonly QueuedPicture[]): void
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

/** What can be undone, and in the visual mode what surrounds the selection. */
export interface EditorContext {
  canUndo: boolean
  canRedo: boolean
  /** Formatting that is on. */
  active: readonly Markup[]
  isInTable: boolean
  /** The selected picture. */
  picture: { alt: string; caption: string } | null
}

/** A paste with formatting. */
export interface Pasted {
  /** Kinds of formatting that came in: `标题`. */
  kept: readonly string[]
  /** What was left out: `图片 2 处`. */
  dropped: readonly string[]
  /** The HTML was too large to be read, so that only its text came in. */
  isTooLarge: boolean
  /** The first row of a table has become its head, which may be wrong. */
  isHeadUnsure: boolean
  takeBack: () => void
  /** Other readings, which replace what was pasted: the text alone, Markdown, a table. */
  offers: readonly { label: string; run: () => void }[]
}

export const NO_CONTEXT: EditorContext = {
  canUndo: false,
  canRedo: false,
  active: [],
  isInTable: false,
  picture: null,
}

export interface EditedLink {
  /** Text of the link; empty for the address. */
  text: string
  /** Address; empty for no link. */
  address: string
}

/** Address in the text for a picture of copied HTML, or the reason why it is left out. */
export type CopiedPicture = { address: string } | { fault: string }

/** What the visual mode does with pictures that are not stored yet. */
export interface PictureActs {
  /** Takes a picture of copied HTML: a `data:`, `file:` or `http(s):` address. */
  takeCopied: (address: string) => CopiedPicture
  retry: (key: string) => void
  /** Uploads a file in the place of a picture, and further ones in the places of the next missing pictures. */
  choose: (key: string, files: readonly File[]) => void
}

/** What is kept of an editor while another mode is chosen. Undo goes on where the text is the same. */
export interface KeptModes {
  visual?: { text: string; state: EditorState; loaded: LoadedText }
  source?: { text: string; state: object }
  /** Offset of the caret in the editor that was left last. */
  caret?: number
}

export interface TextEditorOptions {
  text: string
  kept?: KeptModes
  /** Accessible name. */
  label: string
  placeholder: string
  isReadOnly: boolean
  /** Words that stand on a coloured ground, e.g. gaps of a template. */
  marked?: readonly string[]
  onChange: (text: string) => void
  /** Called on Ctrl+S and Command+S. */
  onSave: () => void
  /** Returns `true` when it has handled the paste or drop. `at`: offset of a drop. */
  onTransfer: (transfer: DataTransfer, at: number | null) => boolean
  pictureActs: PictureActs
  /** Called in the visual mode after a paste, and with `null` after the next change. */
  onPasted?: (pasted: Pasted | null) => void
  /** Called at the start and after each change, in the visual mode also when the selection has moved. */
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
