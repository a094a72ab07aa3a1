import { baseKeymap, toggleMark } from 'prosemirror-commands'
import { closeHistory, history, redo, undo } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import { DOMParser, DOMSerializer, type Fragment, type Node, Schema } from 'prosemirror-model'
import { EditorState, TextSelection } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { parseCopied } from '../parse-copied.ts'
import type { EditedLink } from '../text-editor.ts'
import { cleanHtml } from './paste/clean-html.ts'
import { AFTER_COMPOSITION_MS, replaceSelection } from './typing.ts'

const LINK_ADDRESS = /^(https?:\/\/|mailto:|tel:|\/(?!\/))/i

/** One line: text, bold words and links. */
const schema = new Schema({
  nodes: {
    doc: { content: 'line' },
    line: { content: 'text*', toDOM: () => ['p', 0] },
    text: {},
  },
  marks: {
    link: {
      attrs: { href: {} },
      inclusive: false,
      parseDOM: [
        {
          tag: 'a[href]',
          getAttrs: (link) => {
            const href = link.getAttribute('href') ?? ''
            return LINK_ADDRESS.test(href) ? { href } : false
          },
        },
      ],
      toDOM: ({ attrs }) => ['a', { href: attrs.href }, 0],
    },
    strong: { parseDOM: [{ tag: 'b' }, { tag: 'strong' }], toDOM: () => ['b', 0] },
  },
})
const { marks } = schema
const serializer = DOMSerializer.fromSchema(schema)

const BLOCKS = 'p, div, li, tr, td, th, br, h1, h2, h3, h4, h5, h6, blockquote, pre, figcaption'

/** Reads HTML as one line: blocks are separated by a blank, everything but bold words and links is dropped. */
function readLine(body: HTMLElement, preserveWhitespace: boolean): Node {
  for (const block of body.querySelectorAll(BLOCKS)) block.after(' ')
  const { lastChild } = body
  if (lastChild?.nodeValue === ' ') lastChild.remove()
  return DOMParser.fromSchema(schema).parse(body, { topNode: schema.node('line'), preserveWhitespace })
}

function writeLine(doc: Node): string {
  const container = document.createElement('div')
  container.append(serializer.serializeFragment(doc.child(0).content))
  return container.innerHTML
}

/** What surrounds the selection. */
export interface LineContext {
  isBold: boolean
  isLink: boolean
}

export interface LineEditorOptions {
  html: string
  isReadOnly: boolean
  /** Attributes of the editable element: name, descriptions, state. */
  attributes: Readonly<Record<string, string>>
  /** Called with the HTML of the line; when everything was undone, with the one that was opened. */
  onChange: (html: string) => void
  onContext: (context: LineContext) => void
  /** Asks for the address of a link; `null` when nothing shall change. */
  askLink: (link: EditedLink) => Promise<EditedLink | null>
}

export interface LineEditor {
  toggleBold(): void
  editLink(): void
  describe(attributes: Readonly<Record<string, string>>): void
  destroy(): void
}

/** Creates an editor for one line of text with bold words and links. */
export function createLineEditor(parent: HTMLElement, options: LineEditorOptions): LineEditor {
  const { html, isReadOnly } = options
  let { attributes } = options
  const opened = schema.node('doc', null, readLine(parseCopied(html).body, true))
  let text = html

  const emit = () => {
    const next = view.state.doc.eq(opened) ? html : writeLine(view.state.doc)
    if (next === text) return
    text = next
    options.onChange(text)
  }
  const editLink = () => {
    if (!isReadOnly) void askForLink(view, options.askLink)
    return true
  }
  const view = new EditorView(parent, {
    state: EditorState.create({
      doc: opened,
      plugins: [
        keymap({
          'Mod-b': toggleMark(marks.strong),
          'Mod-k': editLink,
          'Mod-z': undo,
          'Mod-y': redo,
          'Mod-Shift-z': redo,
          Enter: () => true,
        }),
        keymap(baseKeymap),
        history(),
      ],
    }),
    editable: () => !isReadOnly,
    attributes: () => attributes,
    dispatchTransaction(transaction) {
      view.updateState(view.state.apply(transaction))
      options.onContext(readContext(view.state))
      // An input method changes the text many times before its word is chosen.
      if (transaction.docChanged && !view.composing) emit()
    },
    handleDOMEvents: {
      beforeinput: (_view, event) => !isReadOnly && replaceSelection(view, event),
      compositionend: () => {
        setTimeout(() => !view.isDestroyed && emit(), AFTER_COMPOSITION_MS)
      },
      // The library's own reader of HTML needs a policy that the site does not allow, so it is never reached.
      paste: (_view, event) => {
        event.preventDefault()
        if (event.clipboardData && !isReadOnly) insert(view, event.clipboardData)
        return true
      },
      drop: (_view, event) => {
        if (view.dragging) return false
        event.preventDefault()
        if (event.dataTransfer && !isReadOnly) insert(view, event.dataTransfer)
        return true
      },
    },
  })
  return {
    toggleBold() {
      toggleMark(marks.strong)(view.state, view.dispatch)
      view.focus()
    },
    editLink,
    describe(next) {
      attributes = next
      view.setProps({ attributes: () => attributes })
    },
    destroy: () => view.destroy(),
  }
}

/** Inserts what was copied as a step of its own, so that one key takes it back and nothing else. */
function insert(view: EditorView, data: DataTransfer): void {
  const content = readCopied(data)
  if (!content) return
  const put = () => {
    const { from, to } = view.state.selection
    view.dispatch(closeHistory(view.state.tr).replaceWith(from, to, content).scrollIntoView())
    view.dispatch(closeHistory(view.state.tr))
  }
  // A change during a composition would end it with half a word.
  const wait = () => setTimeout(() => !view.isDestroyed && put(), AFTER_COMPOSITION_MS)
  if (view.composing) view.dom.addEventListener('compositionend', wait, { once: true })
  else put()
}

/** Reads what was copied: HTML before text. */
function readCopied(data: DataTransfer): Fragment | Node | null {
  const cleaned = cleanHtml(data.getData('text/html'))
  if (cleaned?.body.textContent?.trim()) return readLine(cleaned.body, false).content
  const text = data
    .getData('text/plain')
    .trim()
    .replace(/\s*\n\s*/g, ' ')
  return text === '' ? null : schema.text(text)
}

function readContext({ doc, selection, storedMarks }: EditorState): LineContext {
  const { from, to, empty, $from } = selection
  const has = (name: 'strong' | 'link') =>
    empty ? marks[name].isInSet(storedMarks ?? $from.marks()) !== undefined : doc.rangeHasMark(from, to, marks[name])
  return { isBold: has('strong'), isLink: has('link') }
}

/** Range and address of the link around the caret, or of the selection. */
function findLink({ doc, selection }: EditorState): { from: number; to: number; address: string } {
  let { from, to } = selection
  const line = doc.child(0)
  let address = ''
  line.forEach((node, offset) => {
    const link = marks.link.isInSet(node.marks)
    const [start, end] = [offset + 1, offset + 1 + node.nodeSize]
    if (!link || address !== '' || end < from || start > to) return
    address = link.attrs.href
    if (selection.empty) [from, to] = [start, end]
  })
  return { from, to, address }
}

async function askForLink(view: EditorView, ask: LineEditorOptions['askLink']): Promise<void> {
  const { from, to, address } = findLink(view.state)
  const link = await ask({ text: view.state.doc.textBetween(from, to), address })
  if (!link || view.isDestroyed) return
  const { tr } = view.state
  if (link.address === '') tr.removeMark(from, to, marks.link)
  else {
    const mark = marks.link.create({ href: link.address })
    if (from === to) tr.insert(from, schema.text(link.text || link.address, [mark]))
    // What is typed next follows the link and does not replace its words.
    else tr.addMark(from, to, mark).setSelection(TextSelection.create(tr.doc, to))
  }
  view.dispatch(tr)
  view.focus()
}
