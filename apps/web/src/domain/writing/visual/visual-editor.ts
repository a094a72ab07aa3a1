import { classes as styles } from 'virtual:page-sheet/domain/writing/writing-field'
import { gapCursor } from 'prosemirror-gapcursor'
import { history } from 'prosemirror-history'
import { inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import { Fragment, type Node } from 'prosemirror-model'
import { EditorState, NodeSelection, Plugin, Selection, type Transaction } from 'prosemirror-state'
import { isInTable, tableEditing } from 'prosemirror-tables'
import { Decoration, DecorationSet, EditorView } from 'prosemirror-view'
import { classNames } from '#lib/class-names.ts'
import prose from '#ui/rich-text/rich-text.module.css'
import type { Edit, Markup } from '../markup.ts'
import {
  type EditorContext,
  MARKUP_KEYS,
  type TableAct,
  type TextEditor,
  type TextEditorOptions,
} from '../text-editor.ts'
import { createPictureView, createPreservedView } from './block-views.ts'
import { isInside, KEY_COMMANDS, MARKUP_COMMANDS, TABLE_COMMANDS } from './commands.ts'
import { readClipboard } from './paste/read-clipboard.ts'
import { type LoadedText, readMarkdown } from './read-markdown.ts'
import { schema } from './schema.ts'
import { writeMarkdown } from './write-markdown.ts'

const { nodes, marks } = schema

/** Time after a composition in which the browser still changes the text. */
const AFTER_COMPOSITION_MS = 80

/** Creates the visual mode in `parent`. */
export function createVisualEditor(parent: HTMLElement, options: TextEditorOptions): TextEditor {
  let isReadOnly = options.isReadOnly
  let loaded: LoadedText = readMarkdown(options.text)
  let ends = writeMarkdown(loaded.doc, loaded).ends
  let text = options.text

  const emit = () => {
    const written = writeMarkdown(view.state.doc, loaded)
    ends = written.ends
    if (written.markdown === text) return
    text = written.markdown
    options.onChange(text)
  }
  const view = new EditorView(parent, {
    state: EditorState.create({ doc: loaded.doc, plugins: createPlugins(options, () => run) }),
    editable: () => !isReadOnly,
    attributes: {
      class: classNames(prose.prose, styles.canvas) ?? '',
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': options.label,
    },
    nodeViews: { preserved: createPreservedView, image: createPictureView },
    dispatchTransaction(transaction) {
      view.updateState(view.state.apply(transaction))
      options.onContext?.(readContext(view.state))
      // An input method changes the text many times before its word is chosen.
      if (transaction.docChanged && !view.composing) emit()
    },
    handleDOMEvents: {
      compositionend: () => {
        setTimeout(() => !view.isDestroyed && emit(), AFTER_COMPOSITION_MS)
      },
      paste: (_view, event) => (event.clipboardData ? transfer(event, event.clipboardData, null) : false),
      drop: (_view, event) => {
        // A move inside of the text is the library's.
        if (view.dragging || !event.dataTransfer) return false
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos ?? null
        return transfer(event, event.dataTransfer, at)
      },
    },
  })
  const run = (markup: Markup) => {
    if (isReadOnly) return
    if (markup === 'link') void editLink(view, options)
    else MARKUP_COMMANDS[markup](view.state, view.dispatch, view)
    view.focus()
  }
  const getOffset = (position: number) => ends[view.state.doc.resolve(position).index(0)] ?? text.length
  /** The library's own reader of HTML needs a policy that the site does not allow, so it is never reached. */
  const transfer = (event: Event, data: DataTransfer, position: number | null): boolean => {
    event.preventDefault()
    if (isReadOnly || options.onTransfer(data, position === null ? null : getOffset(position))) return true
    const slice = readClipboard(data, view.state)
    if (!slice) return true
    const { tr } = view.state
    if (position !== null) tr.setSelection(Selection.near(tr.doc.resolve(position)))
    view.dispatch(tr.replaceSelection(slice).scrollIntoView().setMeta('paste', true))
    return true
  }
  const replaceText = (next: string, selectAt: number | null) => {
    const former = loaded.blocks
    const read = readMarkdown(next)
    // The blocks from before stay known, because an undo brings them back.
    loaded = { ...read, blocks: [...read.blocks, ...former] }
    const transaction = replaceBlocks(view.state, read.doc)
    if (transaction) view.dispatch(selectAt === null ? transaction.setMeta('addToHistory', false) : transaction)
    emit()
    if (selectAt === null) return
    const block = ends.findIndex((end) => end >= selectAt)
    const position = view.state.doc.resolve(0).posAtIndex(block < 0 ? view.state.doc.childCount : block + 1, 0)
    view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(position), -1)).scrollIntoView())
    view.focus()
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
    runInTable: (act: TableAct) => {
      TABLE_COMMANDS[act](view.state, view.dispatch, view)
      view.focus()
    },
    changePicture: (changes) => {
      const { selection, tr } = view.state
      if (!(selection instanceof NodeSelection)) return
      const node = tr.setNodeMarkup(selection.from, null, { ...selection.node.attrs, ...changes })
      view.dispatch(node.setSelection(NodeSelection.create(node.doc, selection.from)))
    },
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
    destroy: () => view.destroy(),
  }
}

function createPlugins(options: TextEditorOptions, getRun: () => (markup: Markup) => void): Plugin[] {
  const markupKeys = Object.entries(MARKUP_KEYS).map(([key, markup]) => [
    key.startsWith('shift+') ? `Mod-Shift-${key.slice('shift+'.length)}` : `Mod-${key}`,
    () => {
      getRun()(markup)
      return true
    },
  ])
  const save = () => {
    options.onSave()
    return true
  }
  return [
    keymap({ ...Object.fromEntries(markupKeys), 'Mod-s': save }),
    keymap(KEY_COMMANDS),
    history(),
    inputRules({
      rules: [
        textblockTypeInputRule(/^(#{2,4})\s$/, nodes.heading, ([, signs = '']) => ({ level: signs.length })),
        wrappingInputRule(/^>\s$/, nodes.blockquote),
        wrappingInputRule(/^[-*]\s$/, nodes.bullet_list),
        // Not other numbers: "2026. " begins a sentence more often than a list.
        wrappingInputRule(/^1\.\s$/, nodes.ordered_list),
      ],
    }),
    // A caret beside a table or a preserved block that has no text beside it.
    gapCursor(),
    tableEditing(),
    createPlaceholder(options.placeholder),
  ]
}

function createPlaceholder(words: string): Plugin {
  return new Plugin({
    props: {
      decorations: ({ doc }) => {
        const isEmpty = doc.childCount === 1 && doc.firstChild?.type === nodes.paragraph && doc.content.size === 2
        if (!isEmpty) return null
        return DecorationSet.create(doc, [
          Decoration.node(0, 2, { class: styles.empty ?? '', 'data-placeholder': words }),
        ])
      },
    },
  })
}

/** Replaces the blocks that differ as one step; `null` when none does. */
function replaceBlocks(state: EditorState, doc: Node): Transaction | null {
  const start = state.doc.content.findDiffStart(doc.content)
  if (start === null) return null
  const before = countSame(state.doc, doc, 1)
  const after = countSame(state.doc, doc, -1, Math.min(state.doc.childCount, doc.childCount) - before)
  const top = state.doc.resolve(0)
  const from = top.posAtIndex(before, 0)
  const to = top.posAtIndex(state.doc.childCount - after, 0)
  const changed: Node[] = []
  for (let at = before; at < doc.childCount - after; at += 1) changed.push(doc.child(at))
  return state.tr.replaceWith(from, to, Fragment.from(changed))
}

/** Number of equal blocks from the start, or from the end for `-1`. */
function countSame(a: Node, b: Node, direction: 1 | -1, max = Math.min(a.childCount, b.childCount)): number {
  const at = (node: Node, place: number) => node.child(direction > 0 ? place : node.childCount - 1 - place)
  let count = 0
  while (count < max && at(a, count).eq(at(b, count))) count += 1
  return count
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
    else tr.addMark(from, to, mark)
  }
  view.dispatch(tr)
  view.focus()
}

function readContext(state: EditorState): EditorContext {
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
    active,
    isInTable: isInTable(state),
    picture: node?.type === nodes.image ? { alt: node.attrs.alt, caption: node.attrs.title ?? '' } : null,
  }
}
