import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { QueuedPicture } from '#lib/api/picture-queue.ts'
import { classNames } from '#lib/class-names.ts'
import shared from '#ui/shared.module.css'
import { findWords, pickNext } from './find-words.ts'
import { applyMarkup, type Edit, type Markup } from './markup.ts'
import { type EditorMode, MARKUP_KEYS, type TextEditor, type TextEditorOptions } from './text-editor.ts'
import styles from './writing-field.module.css'

export interface EditorHostProps extends TextEditorOptions {
  /** Called with the editor when it is ready, and with `null` when it is destroyed. */
  onReady: (editor: TextEditor | null) => void
  isFaulty: boolean
  mode: EditorMode
  uploads: readonly QueuedPicture[]
}

/** Loads the visual mode or CodeMirror; where that fails, shows a plain textarea. */
export function EditorHost({ onReady, isFaulty, mode, uploads, ...options }: EditorHostProps) {
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
      const create = await loadEditor(mode)
      if (isDisposed || !hostRef.current) return
      created = create(hostRef.current, live())
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
  }, [live, mode])

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
  useEffect(() => editor?.showUploads?.(uploads), [editor, uploads])

  return (
    <div className={styles.hostRoot} data-faulty={isFaulty || undefined}>
      {kind === 'loading' && <p className={styles.loading}>正在打开编辑器</p>}
      {kind === 'plain' ? (
        <textarea
          ref={fieldRef}
          className={classNames(shared.fill, styles.plainField)}
          aria-label={options.label}
          placeholder={options.placeholder}
        />
      ) : (
        <div className={styles.editor} ref={hostRef} />
      )}
    </div>
  )
}

async function loadEditor(mode: EditorMode) {
  if (mode === 'visual') {
    // The source can be edited when the visual mode is not loaded.
    const visual = await import('./visual/visual-editor.ts').catch(() => null)
    if (visual) return visual.createVisualEditor
  }
  return (await import('./code-mirror.ts')).createCodeMirror
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
      onSave: () => latestRef.current.onSave(),
      onTransfer: (transfer, at) => latestRef.current.onTransfer(transfer, at),
      onContext: (context) => latestRef.current.onContext?.(context),
      onPasted: (pasted) => latestRef.current.onPasted?.(pasted),
      pictureActs: {
        takeCopied: (address) => latestRef.current.pictureActs.takeCopied(address),
        retry: (key) => latestRef.current.pictureActs.retry(key),
        choose: (key, files) => latestRef.current.pictureActs.choose(key, files),
      },
      askLink: async (link) => (await latestRef.current.askLink?.(link)) ?? null,
    }),
  )
  return live
}

/** The text editor on a plain textarea. */
function createPlainEditor(field: HTMLTextAreaElement, options: TextEditorOptions): TextEditor {
  const { onChange, onSave, onTransfer } = options
  const controller = new AbortController()
  const listen = <K extends keyof HTMLElementEventMap>(name: K, handle: (event: HTMLElementEventMap[K]) => void) =>
    field.addEventListener(name, handle, { signal: controller.signal })
  field.value = options.text
  field.readOnly = options.isReadOnly

  const apply = ({ from, to, insert, selectFrom, selectTo }: Edit) => {
    field.focus()
    field.setSelectionRange(from, to)
    // `execCommand` makes the only change that the browser can undo.
    if (!document.execCommand?.('insertText', false, insert)) field.setRangeText(insert, from, to, 'end')
    field.setSelectionRange(selectFrom, selectTo)
    onChange(field.value)
  }
  const runMarkup = (markup: Markup) => {
    if (field.readOnly) return
    apply(applyMarkup(markup, field.value, field.selectionStart, field.selectionEnd))
  }

  listen('input', () => onChange(field.value))
  listen('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.isComposing) return
    const key = event.key.toLowerCase()
    const markup = MARKUP_KEYS[event.shiftKey ? `shift+${event.code.replace('Digit', '')}` : key]
    if (!markup && key !== 's') return
    event.preventDefault()
    // Keeps Ctrl+K from opening the site search.
    event.stopPropagation()
    if (markup) runMarkup(markup)
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
    apply,
    markup: runMarkup,
    selectNext(words) {
      const next = pickNext(findWords(field.value, words), field.selectionEnd)
      if (!next) return false
      field.focus()
      field.setSelectionRange(next.from, next.to)
      return true
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
