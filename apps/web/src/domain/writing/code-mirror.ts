import {
  defaultKeymap,
  history,
  historyField,
  historyKeymap,
  redo,
  redoDepth,
  undo,
  undoDepth,
} from '@codemirror/commands'
import { markdownKeymap, markdownLanguage, pasteURLAsLink } from '@codemirror/lang-markdown'
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { Compartment, EditorState, Prec, Transaction } from '@codemirror/state'
import { Decoration, EditorView, type KeyBinding, keymap, placeholder } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { StyleModule } from 'style-mod'
import { measureCoveredEdges } from './covered-edges.ts'
import { findWords, pickNext } from './find-words.ts'
import { applyMarkup, type Edit, type Markup } from './markup.ts'
import { MARKUP_KEYS, NO_CONTEXT, type TextEditor, type TextEditorOptions } from './text-editor.ts'

/** Creates CodeMirror in `parent`; `null` where the browser cannot style it under the content security policy. */
export function createCodeMirror(parent: HTMLElement, options: TextEditorOptions): TextEditor | null {
  if (!adoptStyles()) return null
  const readOnly = new Compartment()
  const tellContext = (state: EditorState) =>
    options.onContext?.({ ...NO_CONTEXT, canUndo: undoDepth(state) > 0, canRedo: redoDepth(state) > 0 })
  const { kept } = options
  const config = {
    doc: options.text,
    extensions: [
      history(),
      Prec.high(keymap.of(createKeyBindings(options, (markup) => editor.markup(markup)))),
      // The Markdown keymap continues lists and quotes at Enter.
      keymap.of([...markdownKeymap, ...defaultKeymap, ...historyKeymap]),
      // Not `markdown()`, which also bundles the grammars of HTML, CSS and JavaScript.
      markdownLanguage.extension,
      pasteURLAsLink,
      syntaxHighlighting(editorHighlight),
      editorTheme,
      EditorView.lineWrapping,
      EditorView.scrollMargins.of(({ scrollDOM }) => (isFrame(scrollDOM) ? null : measureCoveredEdges(scrollDOM))),
      EditorView.scrollHandler.of(({ scrollDOM }) => {
        // The library scrolls inside of the frame, and does not know that a bar may cover a part of it.
        if (isFrame(scrollDOM)) scrollDOM.scrollIntoView({ block: 'nearest' })
        return false
      }),
      EditorView.contentAttributes.of({
        'aria-label': options.label,
        spellcheck: 'false',
        autocapitalize: 'off',
        // A scrolling element must be reachable by keyboard.
        tabindex: '0',
      }),
      placeholder(options.placeholder),
      markWords(options.marked ?? []),
      readOnly.of(EditorState.readOnly.of(options.isReadOnly)),
      EditorView.updateListener.of(({ docChanged, state }) => {
        if (!docChanged) return
        options.onChange(state.doc.toString())
        tellContext(state)
      }),
      EditorView.domEventHandlers({
        paste: ({ clipboardData }) => (clipboardData ? options.onTransfer(clipboardData, null) : false),
        drop: (event, { posAtCoords }) => {
          const at = posAtCoords.call(view, { x: event.clientX, y: event.clientY })
          return event.dataTransfer ? options.onTransfer(event.dataTransfer, at) : false
        },
      }),
    ],
  }
  const view = new EditorView({
    parent,
    state:
      kept?.source?.text === options.text
        ? EditorState.fromJSON(kept.source.state, config, UNDO)
        : EditorState.create(config),
  })
  tellContext(view.state)
  if (kept?.caret !== undefined) {
    const isElsewhere = kept.caret !== view.state.selection.main.to
    view.dispatch({ ...(isElsewhere && { selection: { anchor: kept.caret } }), scrollIntoView: true })
  }
  const editor = {
    ...createTextEditor(view, (isReadOnly) => readOnly.reconfigure(EditorState.readOnly.of(isReadOnly))),
    destroy() {
      if (kept) {
        kept.source = { text: view.state.doc.toString(), state: view.state.toJSON(UNDO) }
        kept.caret = view.state.selection.main.to
      }
      view.destroy()
    },
  }
  return editor
}

/** Whether the text scrolls by itself, as it does beside its preview. */
function isFrame({ scrollHeight, clientHeight }: HTMLElement): boolean {
  return scrollHeight > clientHeight
}

/** Part of the state that holds the steps of undo. */
const UNDO = { history: historyField }

function createTextEditor(
  view: EditorView,
  readOnlyEffect: (isReadOnly: boolean) => ReturnType<Compartment['reconfigure']>,
): Omit<TextEditor, 'destroy'> {
  const apply = ({ from, to, insert, selectFrom, selectTo }: Edit) => {
    view.dispatch({
      changes: { from, to, insert },
      selection: { anchor: selectFrom, head: selectTo },
      scrollIntoView: true,
      userEvent: 'input',
    })
    view.focus()
  }
  return {
    text: () => view.state.doc.toString(),
    selection: () => ({ from: view.state.selection.main.from, to: view.state.selection.main.to }),
    apply,
    adjust(changes: readonly { from: number; to: number; insert: string }[]) {
      if (changes.length === 0) return
      view.dispatch({ changes: [...changes], annotations: Transaction.addToHistory.of(false) })
    },
    markup(markup: Markup) {
      const { from, to } = view.state.selection.main
      if (!view.state.readOnly) apply(applyMarkup(markup, view.state.doc.toString(), from, to))
    },
    undo: () => undo(view),
    redo: () => redo(view),
    selectNext(words: readonly string[]) {
      const { state } = view
      const next = pickNext(findWords(state.doc.toString(), words), state.selection.main.to)
      if (next) view.dispatch({ selection: { anchor: next.from, head: next.to }, scrollIntoView: true })
      view.focus()
      return next !== undefined
    },
    getOffset: (x: number, y: number) => view.posAtCoords({ x, y }),
    scroller: view.scrollDOM,
    getLineTop: (offset: number) => view.lineBlockAt(Math.min(offset, view.state.doc.length)).top,
    focus: () => view.focus(),
    setReadOnly: (isReadOnly: boolean) => view.dispatch({ effects: readOnlyEffect(isReadOnly) }),
  }
}

/** Marks words on a coloured ground. */
function markWords(words: readonly string[]) {
  const mark = Decoration.mark({ class: 'cm-marked' })
  return EditorView.decorations.compute(['doc'], ({ doc }) =>
    Decoration.set(findWords(doc.toString(), words).map(({ from, to }) => mark.range(from, to))),
  )
}

function createKeyBindings({ onSave }: TextEditorOptions, onMarkup: (markup: Markup) => void): KeyBinding[] {
  const run = (act: () => void) => () => {
    act()
    return true
  }
  // `stopPropagation` keeps Ctrl+K from opening the site search.
  const common = { preventDefault: true, stopPropagation: true }
  return [
    ...Object.entries(MARKUP_KEYS).map(([key, markup]) => ({
      ...common,
      key: `Mod-${key.replace('shift+', 'Shift-')}`,
      run: run(() => onMarkup(markup)),
    })),
    { ...common, key: 'Mod-s', run: run(onSave) },
  ]
}

/**
 * The content security policy forbids `<style>` elements but allows constructed sheets, which style-mod uses only
 * inside a shadow root. So the styles are created in a shadow root and shared with the document.
 *
 * @returns whether the browser has constructed sheets (Chromium 73, Firefox 101, Safari 16.4)
 */
function adoptStyles(): boolean {
  if (!('adoptedStyleSheets' in document) || !canConstructSheets()) return false
  const root = document.createElement('div').attachShadow({ mode: 'open' })
  StyleModule.mount(root, new StyleModule({}))
  const [name] = Object.getOwnPropertySymbols(root)
  if (name === undefined) return false
  if (!Object.getOwnPropertySymbols(document).includes(name)) {
    Object.defineProperty(document, name, { value: Reflect.get(root, name), configurable: true })
  }
  return true
}

function canConstructSheets(): boolean {
  try {
    return new CSSStyleSheet() instanceof CSSStyleSheet
  } catch {
    return false
  }
}

/* CodeMirror's own sheet is outside of all layers and would override a CSS module. */

const editorTheme = EditorView.theme({
  '&': { blockSize: '100%', color: 'var(--color-ink)', background: 'transparent' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    overflow: 'auto',
    // Below the tools of the editor.
    scrollMarginBlock: '4rem 0',
    fontFamily: 'var(--font-mono)',
    fontSize: '0.9375rem',
    lineHeight: '1.85',
  },
  '.cm-content': { padding: '20px 24px 40px', caretColor: 'var(--color-ink)', minBlockSize: '100%' },
  '.cm-line': { padding: '0' },
  '.cm-marked': { background: 'var(--color-warning-tint)', color: 'var(--color-warning)' },
  '.cm-placeholder': { color: 'var(--color-ink-3)', fontFamily: 'var(--font-sans)' },
  '@media (max-width: 719.98px)': {
    '.cm-content': { padding: '16px 16px 32px' },
    // Phones zoom in on a field below 16px when it gets the focus.
    '.cm-scroller': { fontSize: '1rem' },
  },
})

const editorHighlight = HighlightStyle.define([
  { tag: tags.heading, color: 'var(--color-ink)', fontWeight: '700' },
  { tag: tags.strong, fontWeight: '700' },
  { tag: tags.emphasis, fontWeight: '500', color: 'var(--color-accent)' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: tags.quote, color: 'var(--color-ink-2)' },
  { tag: [tags.link, tags.url], color: 'var(--color-link)' },
  { tag: tags.monospace, color: 'var(--color-accent)' },
  { tag: [tags.processingInstruction, tags.contentSeparator, tags.labelName], color: 'var(--color-ink-3)' },
])
