import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import styles from './editor-host.module.css'
import { createPlainEditor } from './plain-editor.ts'
import type { TextEditor, TextEditorOptions } from './text-editor.ts'

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

  // A layout effect: it must run before anything can be typed.
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
