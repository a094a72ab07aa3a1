import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import styles from './editor-host.module.css'
import { createPlainEditor } from './plain-editor.ts'
import type { TextEditor, TextEditorOptions } from './text-editor.ts'

export interface EditorHostProps extends TextEditorOptions {
  /** Called with the field when it can be used, and with `null` when it is gone. */
  onReady: (editor: TextEditor | null) => void
  isFaulty: boolean
}

/** The field for the text: CodeMirror, fetched when it is first needed; a plain one where it cannot be had. */
export function EditorHost({ onReady, isFaulty, ...options }: EditorHostProps) {
  const hostRef = useRef<HTMLDivElement>(null)
  const fieldRef = useRef<HTMLTextAreaElement>(null)
  const [kind, setKind] = useState<'loading' | 'rich' | 'plain'>('loading')
  const [editor, setEditor] = useState<TextEditor | null>(null)
  const live = useLiveOptions(options)
  const tell = useEffectEvent((ready: TextEditor | null) => {
    setEditor(ready)
    onReady(ready)
  })

  useEffect(() => {
    let isGone = false
    let created: TextEditor | null = null
    const open = async () => {
      const { createCodeMirror } = await import('./code-mirror.ts')
      if (isGone || !hostRef.current) return
      created = createCodeMirror(hostRef.current, live())
      setKind(created ? 'rich' : 'plain')
      if (created) tell(created)
    }
    open().catch(() => {
      if (!isGone) setKind('plain')
    })
    return () => {
      isGone = true
      created?.destroy()
      if (created) tell(null)
    }
  }, [live])

  // Before it is seen: what is typed must not be overwritten.
  useLayoutEffect(() => {
    if (kind !== 'plain' || !fieldRef.current) return undefined
    const created = createPlainEditor(fieldRef.current, live())
    tell(created)
    return () => {
      created.destroy()
      tell(null)
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

/** Options for an editor that outlives many renders: its events always reach the latest. */
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
