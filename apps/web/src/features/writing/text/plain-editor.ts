import type { Edit } from './markup.ts'
import { MARKUP_KEYS, type TextEditor, type TextEditorOptions } from './text-editor.ts'

/** The text editor on a plain textarea. */
export function createPlainEditor(field: HTMLTextAreaElement, options: TextEditorOptions): TextEditor {
  const { onChange, onMarkup, onSave, onTransfer } = options
  const controller = new AbortController()
  const listen = <K extends keyof HTMLElementEventMap>(name: K, handle: (event: HTMLElementEventMap[K]) => void) =>
    field.addEventListener(name, handle, { signal: controller.signal })
  field.value = options.text
  field.readOnly = options.isReadOnly

  listen('input', () => onChange(field.value))
  listen('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.isComposing) return
    const key = event.key.toLowerCase()
    const markup = MARKUP_KEYS[event.shiftKey ? `shift+${event.code.replace('Digit', '')}` : key]
    if (!markup && key !== 's') return
    event.preventDefault()
    // Ctrl+K would open the site search.
    event.stopPropagation()
    if (markup) onMarkup(markup)
    else onSave()
  })
  listen('paste', (event) => {
    if (event.clipboardData && onTransfer(event.clipboardData, null)) event.preventDefault()
  })
  listen('drop', (event) => {
    if (event.dataTransfer && onTransfer(event.dataTransfer, null)) event.preventDefault()
  })
  return {
    text: () => field.value,
    selection: () => ({ from: field.selectionStart, to: field.selectionEnd }),
    apply({ from, to, insert, selectFrom, selectTo }: Edit) {
      field.focus()
      field.setSelectionRange(from, to)
      // The only change that the browser can undo.
      if (!document.execCommand?.('insertText', false, insert)) field.setRangeText(insert, from, to, 'end')
      field.setSelectionRange(selectFrom, selectTo)
      onChange(field.value)
    },
    adjust(changes) {
      for (const { from, to, insert } of [...changes].reverse()) field.setRangeText(insert, from, to, 'preserve')
      if (changes.length > 0) onChange(field.value)
    },
    offsetAt: () => null,
    scroller: field,
    topOf: () => null,
    focus: () => field.focus(),
    setReadOnly: (isReadOnly) => {
      field.readOnly = isReadOnly
    },
    destroy: () => controller.abort(),
  }
}
