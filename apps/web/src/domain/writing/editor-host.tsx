import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import styles from './editor-host.module.css'
import type { Edit } from './markup.ts'
import { MARKUP_KEYS, type TextEditor, type TextEditorOptions } from './text-editor.ts'

export interface EditorHostProps extends TextEditorOptions {
  /** Called with the editor when it is ready, and with `null` when it is destroyed. */
  onReady: (editor: TextEditor | null) => void
  isFaulty: boolean
}

/** Loads CodeMirror; where that fails, shows a plain textarea. */
export function EditorHost({ onReady, isFaulty, ...options }: EditorHostProps) {
  const hostRef = useRef<HTMLDivElement>(null)
  const fieldRef = useRef<HTMLTextAreaElement>(null)
  const [kind, setKind] = useState<'loading' | 'rich' | 'plain'>('loading')
  const [editor, setEditor] = useState<TextEditor | null>(null)
  const live = useLiveOptions(options)
  const notifyReady = useEffectEvent((ready: TextEditor | null) => {
    setEditor(ready)
    onReady(ready)
  })

  useEffect(() => {
    let isDisposed = false
    let created: TextEditor | null = null
    const open = async () => {
      const { createCodeMirror } = await import('./code-mirror.ts')
      if (isDisposed || !hostRef.current) return
      created = createCodeMirror(hostRef.current, live())
      setKind(created ? 'rich' : 'plain')
      if (created) notifyReady(created)
    }
    open().catch(() => {
      if (!isDisposed) setKind('plain')
    })
    return () => {
      isDisposed = true
      created?.destroy()
      if (created) notifyReady(null)
    }
  }, [live])

  // A layout effect, because it must run before the visitor can type.
  useLayoutEffect(() => {
    if (kind !== 'plain' || !fieldRef.current) return undefined
    const created = createPlainEditor(fieldRef.current, live())
    notifyReady(created)
    return () => {
      created.destroy()
      notifyReady(null)
    }
  }, [kind, live])

  const { isReadOnly } = options
  useEffect(() => editor?.setReadOnly(isReadOnly), [editor, isReadOnly])

  return (
    <div className={styles.root} data-faulty={isFaulty || undefined}>
      {kind === 'loading' && <p className={styles.loading}>正在打开编辑器</p>}
      {kind === 'plain' ? (
        <textarea
          ref={fieldRef}
          className={styles.field}
          aria-label={options.label}
          placeholder={options.placeholder}
        />
      ) : (
        <div className={styles.host} ref={hostRef} />
      )}
    </div>
  )
}

/** Options for an editor that outlives many renders; its callbacks always call the latest ones. */
function useLiveOptions(options: TextEditorOptions): () => TextEditorOptions {
  const latestRef = useRef(options)
  useLayoutEffect(() => {
    latestRef.current = options
  })
  const [live] = useState(
    () => (): TextEditorOptions => ({
      ...latestRef.current,
      onChange: (text) => latestRef.current.onChange(text),
      onMarkup: (markup) => latestRef.current.onMarkup(markup),
      onSave: () => latestRef.current.onSave(),
      onTransfer: (transfer, at) => latestRef.current.onTransfer(transfer, at),
    }),
  )
  return live
}

/** The text editor on a plain textarea. */
function createPlainEditor(field: HTMLTextAreaElement, options: TextEditorOptions): TextEditor {
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
    // Keeps Ctrl+K from opening the site search.
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
      // `execCommand` makes the only change that the browser can undo.
      if (!document.execCommand?.('insertText', false, insert)) field.setRangeText(insert, from, to, 'end')
      field.setSelectionRange(selectFrom, selectTo)
      onChange(field.value)
    },
    adjust(changes) {
      for (const { from, to, insert } of [...changes].reverse()) field.setRangeText(insert, from, to, 'preserve')
      if (changes.length > 0) onChange(field.value)
    },
    getOffset: () => null,
    scroller: field,
    getLineTop: () => null,
    focus: () => field.focus(),
    setReadOnly: (isReadOnly) => {
      field.readOnly = isReadOnly
    },
    destroy: () => controller.abort(),
  }
}
