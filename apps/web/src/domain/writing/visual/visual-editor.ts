import { redo, undo } from 'prosemirror-history'
import { EditorState, NodeSelection, Selection, TextSelection } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { classNames } from '#lib/class-names.ts'
import prose from '#ui/rich-text/rich-text.module.css'
import { measureCoveredEdges } from '../covered-edges.ts'
import type { Edit, Markup } from '../markup.ts'
import type { TableAct, TextEditor, TextEditorOptions } from '../text-editor.ts'
import styles from '../writing-field.module.css'
import { findBlock } from './block-grip.ts'
import { createPictureViews, createPreservedView } from './block-views.ts'
import { leavePicture, MARKUP_COMMANDS, TABLE_COMMANDS } from './commands.ts'
import { readContext } from './context.ts'
import { selectNext } from './marked-words.ts'
import { createPastePlugin, isOwnChange } from './paste/paste-plugin.ts'
import { createPlugins } from './plugins.ts'
import { type LoadedText, readMarkdown } from './read-markdown.ts'
import { keepEmptyParagraphs, replaceDocument } from './replace-document.ts'
import { schema } from './schema.ts'
import { AFTER_COMPOSITION_MS, replaceSelection } from './typing.ts'
import { writeMarkdown } from './write-markdown.ts'

const { marks } = schema

/** Creates the visual mode in `parent`. */
export function createVisualEditor(parent: HTMLElement, options: TextEditorOptions): TextEditor {
  let isReadOnly = options.isReadOnly
  const { kept } = options
  const former = kept?.visual?.text === options.text ? kept.visual : null
  let loaded: LoadedText = former?.loaded ?? readMarkdown(options.text)
  let ends = writeMarkdown(former?.state.doc ?? loaded.doc, loaded).ends
  let text = options.text

  const emit = () => {
    const written = writeMarkdown(view.state.doc, loaded)
    ends = written.ends
    if (written.markdown === text) return
    text = written.markdown
    options.onChange(text)
  }
  const run = (markup: Markup) => {
    if (isReadOnly) return
    if (markup === 'link') void editLink(view, options)
    else MARKUP_COMMANDS[markup](view.state, view.dispatch, view)
    view.focus()
  }
  const getOffset = (position: number) => ends[view.state.doc.resolve(position).index(0)] ?? text.length
  const pictures = createPictureViews(options.pictureActs)
  const plugins = [...createPlugins(options, run), createPastePlugin(options, getOffset)]
  const edges = createEdges(parent)
  const view = new EditorView(parent, {
    state: former?.state.reconfigure({ plugins }) ?? EditorState.create({ doc: loaded.doc, plugins }),
    editable: () => !isReadOnly,
    attributes: describeField(options),
    nodeViews: { preserved: createPreservedView, image: pictures.createView },
    scrollThreshold: edges,
    scrollMargin: edges,
    dispatchTransaction(transaction) {
      view.updateState(view.state.apply(transaction))
      options.onContext?.(readContext(view.state))
      if (isOwnChange(transaction)) options.onPasted?.(null)
      // An input method changes the text many times before its word is chosen.
      if (transaction.docChanged && !view.composing) emit()
    },
    handleDOMEvents: {
      beforeinput: (_view, event) => !isReadOnly && replaceSelection(view, event),
      compositionend: () => {
        setTimeout(() => !view.isDestroyed && emit(), AFTER_COMPOSITION_MS)
      },
    },
  })
  options.onContext?.(readContext(view.state))
  /** Puts the caret at the end of the block at an offset in the text. */
  const selectBlock = (offset: number) => {
    const block = ends.findIndex((end) => end >= offset)
    const { doc, tr } = view.state
    const position = doc.resolve(0).posAtIndex(block < 0 ? doc.childCount : block + 1, 0)
    view.dispatch(tr.setSelection(Selection.near(doc.resolve(position), -1)).scrollIntoView())
  }
  if (kept?.caret !== undefined) {
    if (kept.caret !== getOffset(view.state.selection.to)) selectBlock(kept.caret)
    showCaretBlock(view)
  }
  const replaceText = (next: string, selectAt: number | null) => {
    const former = loaded.blocks
    const read = readMarkdown(next)
    // The blocks from before stay known, because an undo brings them back.
    loaded = { ...read, blocks: [...read.blocks, ...former] }
    const doc = selectAt === null ? keepEmptyParagraphs(view.state.doc, read.doc) : read.doc
    const transaction = replaceDocument(view.state, doc)
    if (transaction) view.dispatch(selectAt === null ? transaction.setMeta('addToHistory', false) : transaction)
    emit()
    if (selectAt === null) return
    view.focus()
    selectBlock(selectAt)
    leavePicture(view.state, view.dispatch)
  }
  return {
    text: () => text,
    selection: () => {
      const at = getOffset(view.state.selection.to)
      return { from: at, to: at }
    },
    apply: ({ from, to, insert, selectTo }: Edit) =>
      replaceText(text.slice(0, from) + insert + text.slice(to), selectTo),
    adjust(changes) {
      // Offsets are those of the text before the composition; the caller tries again when the text has changed.
      if (changes.length === 0 || view.composing) return
      let next = text
      for (const { from, to, insert } of [...changes].sort((a, b) => b.from - a.from)) {
        next = next.slice(0, from) + insert + next.slice(to)
      }
      replaceText(next, null)
    },
    markup: run,
    undo: () => undo(view.state, view.dispatch),
    redo: () => redo(view.state, view.dispatch),
    selectNext: (words) => selectNext(view, words),
    runInTable: (act: TableAct) => {
      TABLE_COMMANDS[act](view.state, view.dispatch, view)
      view.focus()
    },
    changePicture: (changes) => changePicture(view, changes),
    showUploads: pictures.show,
    getOffset: (x, y) => {
      const found = view.posAtCoords({ left: x, top: y })
      return found ? getOffset(found.pos) : null
    },
    scroller: parent,
    getLineTop: () => null,
    focus: () => view.focus(),
    setReadOnly: (next) => {
      isReadOnly = next
      view.setProps({ editable: () => !isReadOnly })
    },
    destroy() {
      if (kept) {
        kept.visual = { text, state: view.state, loaded }
        kept.caret = getOffset(view.state.selection.to)
      }
      view.destroy()
    },
  }
}

/** Distances of the caret from the edges of the window, CSS px, measured when the caret is scrolled into view. */
function createEdges(parent: HTMLElement) {
  return {
    left: 5,
    right: 5,
    get top() {
      return measureCoveredEdges(parent).top
    },
    get bottom() {
      return measureCoveredEdges(parent).bottom
    },
  }
}

/** Scrolls to the block of the caret: the library does so only where the focus is in the text. */
function showCaretBlock(view: EditorView): void {
  const block = view.nodeDOM(findBlock(view.state))
  if (block instanceof Element) block.scrollIntoView({ block: 'nearest' })
}

/** Attributes of the editable element. */
function describeField({ label, placeholder }: TextEditorOptions): Record<string, string> {
  return {
    class: classNames(prose.prose, styles.canvas) ?? '',
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-label': label,
    'aria-placeholder': placeholder,
    // Makes it reachable by keyboard where it is not editable, so that a long text can be scrolled.
    tabindex: '0',
  }
}

/** Changes the selected picture, which stays selected. */
function changePicture({ state, dispatch }: EditorView, changes: { alt?: string; title?: string | null }): void {
  const { selection, tr } = state
  if (!(selection instanceof NodeSelection)) return
  tr.setNodeMarkup(selection.from, null, { ...selection.node.attrs, ...changes })
  dispatch(tr.setSelection(NodeSelection.create(tr.doc, selection.from)))
}

async function editLink(view: EditorView, options: TextEditorOptions): Promise<void> {
  const { state } = view
  const { from, to, empty, $from } = state.selection
  const current = marks.link.isInSet(state.storedMarks ?? $from.marks())
  const link = await options.askLink?.({
    text: state.doc.textBetween(from, to, ' '),
    address: current?.attrs.href ?? '',
  })
  if (!link || view.isDestroyed) return
  const { tr } = view.state
  if (link.address === '') tr.removeMark(from, to, marks.link)
  else {
    const mark = marks.link.create({ href: link.address })
    if (empty) tr.insert(from, schema.text(link.text || link.address, [mark]))
    // What is typed next follows the link and does not replace its words.
    else tr.addMark(from, to, mark).setSelection(TextSelection.create(tr.doc, to))
  }
  view.dispatch(tr)
  view.focus()
}
