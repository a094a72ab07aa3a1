import { closeHistory, undo } from 'prosemirror-history'
import type { Slice } from 'prosemirror-model'
import { Plugin, PluginKey, Selection, type Transaction } from 'prosemirror-state'
import { isInTable } from 'prosemirror-tables'
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view'
import type { Pasted, TextEditorOptions } from '../../text-editor.ts'
import styles from '../../writing-field.module.css'
import { fillCells } from '../table-grid.ts'
import { AFTER_COMPOSITION_MS } from '../typing.ts'
import { findTable, type ReadClipboard, readClipboard } from './read-clipboard.ts'

/** Whether the person has changed the text: the address of a stored picture, for example, comes without a step of undo. */
export function isOwnChange(transaction: Transaction): boolean {
  return transaction.docChanged && transaction.getMeta('addToHistory') !== false
}

type Range = { from: number; to: number }

/**
 * Takes pastes and drops, and marks the blocks that a paste has brought until the next change by the person. The library's
 * own reader of HTML needs a policy that the site does not allow, so it is never reached.
 * @param getOffset converts a position to an offset in the text
 */
export function createPastePlugin(options: TextEditorOptions, getOffset: (position: number) => number): Plugin {
  const key = new PluginKey<Range | null>('pasted')
  let waiting: DataTransfer | null = null

  const transfer = (view: EditorView, data: DataTransfer, position: number | null) => {
    const { doc, tr } = view.state
    if (position !== null) view.dispatch(tr.setSelection(Selection.near(doc.resolve(position))))
    const read = readClipboard(data, view.state, options.pictureActs.takeCopied)
    if (!read) options.onTransfer(data, position === null ? null : getOffset(position))
    else {
      insertPasted(view, read.slice)
      options.onPasted?.(describePaste(view, read))
    }
  }
  /** Inserts a paste as a step of its own, so that one key takes it back and nothing else. */
  const insertPasted = (view: EditorView, slice: Slice) => {
    const tr = closeHistory(view.state.tr)
    const { from } = tr.selection
    const table = isInTable(view.state) ? findTable(slice) : null
    if (table) fillCells(tr, table)
    else tr.replaceSelection(slice)
    view.dispatch(tr.scrollIntoView().setMeta('paste', true).setMeta(key, { from, to: tr.selection.to }))
    view.dispatch(closeHistory(view.state.tr))
  }
  /** What a paste has brought and left out, and the ways back; `null` for text alone. */
  const describePaste = (view: EditorView, read: ReadClipboard): Pasted | null => {
    const { slice, dropped, isTooLarge, isHeadUnsure } = read
    const kept = listKept(slice)
    if (kept.length + dropped.length + read.offers.length === 0 && !isTooLarge) return null
    const takeBack = () => {
      undo(view.state, view.dispatch)
      view.focus()
    }
    const offers = read.offers.map((offer) => ({
      label: offer.label,
      run: () => {
        undo(view.state, view.dispatch)
        insertPasted(view, offer.slice)
        view.focus()
      },
    }))
    return { kept, dropped, isTooLarge, isHeadUnsure, takeBack, offers }
  }

  return new Plugin<Range | null>({
    key,
    state: {
      init: () => null,
      apply(tr, range) {
        if (isOwnChange(tr)) return (tr.getMeta(key) as Range | undefined) ?? null
        return range && { from: tr.mapping.map(range.from, -1), to: tr.mapping.map(range.to) }
      },
    },
    props: {
      decorations(state) {
        const range = key.getState(state)
        if (!range) return null
        const found: Decoration[] = []
        state.doc.forEach((node, at) => {
          const end = at + node.nodeSize
          if (at < range.to && end > range.from) found.push(Decoration.node(at, end, { class: styles.came ?? '' }))
        })
        return DecorationSet.create(state.doc, found)
      },
      handleDOMEvents: {
        paste(view, event) {
          if (!event.clipboardData) return false
          event.preventDefault()
          // A change during a composition would end it with half a word.
          if (view.composing) waiting = copyTransfer(event.clipboardData)
          else if (view.editable) transfer(view, event.clipboardData, null)
          return true
        },
        compositionend(view) {
          setTimeout(() => {
            const data = waiting
            waiting = null
            if (data && view.editable && !view.isDestroyed) transfer(view, data, null)
          }, AFTER_COMPOSITION_MS)
          return false
        },
        drop(view, event) {
          // A move inside of the text is the library's.
          if (view.dragging || !event.dataTransfer) return false
          event.preventDefault()
          const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos ?? null
          if (view.editable) transfer(view, event.dataTransfer, at)
          return true
        },
      },
    },
  })
}

/** Copies what the clipboard has, which can be read only during its event. */
function copyTransfer(data: DataTransfer): DataTransfer {
  const copy = new DataTransfer()
  for (const type of ['text/plain', 'text/html']) copy.setData(type, data.getData(type))
  for (const file of data.files) copy.items.add(file)
  return copy
}

const KEPT: Readonly<Record<string, string>> = {
  heading: '标题',
  bullet_list: '列表',
  ordered_list: '列表',
  table: '表格',
  blockquote: '引用',
  image: '图片',
  link: '链接',
  strong: '加粗',
}

/** Kinds of formatting in a slice, in the order of `KEPT`. */
function listKept(slice: Slice): string[] {
  const found = new Set<string>()
  slice.content.descendants(({ type, marks }) => {
    found.add(type.name)
    for (const mark of marks) found.add(mark.type.name)
  })
  return [...new Set(Object.keys(KEPT).flatMap((name) => (found.has(name) ? (KEPT[name] ?? []) : [])))]
}
