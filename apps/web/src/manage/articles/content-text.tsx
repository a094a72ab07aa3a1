import { type KeyboardEvent, useRef, useState } from 'react'
import { EditorHost } from '#domain/writing/editor-host.tsx'
import { EditorToolbar } from '#domain/writing/editor-toolbar.tsx'
import { applyMarkup, insertBlock, type Markup } from '#domain/writing/markup.ts'
import { PreviewPane, usePreview } from '#domain/writing/preview-pane.tsx'
import { useScrollSync } from '#domain/writing/scroll-sync.ts'
import type { TextEditor } from '#domain/writing/text-editor.ts'
import { useApi } from '#lib/api/api-context.ts'
import { uploadPicture } from '#lib/api/picture-upload.ts'
import { showToast } from '#lib/toasts.ts'
import { useGate } from '#manage/staff/gates.ts'
import styles from './content-text.module.css'

interface ContentTextProps {
  text: string
  isReadOnly: boolean
  /** Error message above the text. */
  fault: string | undefined
  onChange: (text: string) => void
  /** Handler of Ctrl S. */
  onSave: () => void
  /** Handler of Ctrl Enter. */
  onPublish: () => void
}

/** Markdown and its preview side by side; on phones the preview is below. */
export function ContentText({ text, isReadOnly, fault, onChange, onSave, onPublish }: ContentTextProps) {
  const api = useApi()
  const [editor, setEditor] = useState<TextEditor | null>(null)
  const previewRef = useRef<HTMLDivElement>(null)
  const isShut = useGate((state) => state.isShut)
  const preview = usePreview(text, true, isShut)
  useScrollSync(editor, previewRef, true)

  const handleMarkup = (markup: Markup) => {
    if (!editor || isReadOnly) return
    const { from, to } = editor.selection()
    editor.apply(applyMarkup(markup, editor.text(), from, to))
  }
  const addPictures = async (files: readonly File[]) => {
    for (const file of files) {
      try {
        const address = await uploadPicture(api, file, { onProgress: () => {} })
        if (!editor) return
        const { to } = editor.selection()
        // The alternative text is left empty: the check lists it until it is filled in.
        editor.apply(insertBlock(editor.text(), to, to, `![](${address})`))
      } catch {
        showToast('error', `“${file.name}”没有上传，请重试`)
      }
    }
  }
  // Handles the key before the text editor would insert a line.
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isReadOnly) return
    event.preventDefault()
    event.stopPropagation()
    onPublish()
  }
  return (
    <div
      className={styles.root}
      data-field="contentMd"
      data-read-only={isReadOnly || undefined}
      onKeyDownCapture={handleKey}
    >
      <EditorToolbar
        isDisabled={isReadOnly || !editor}
        onMarkup={handleMarkup}
        onPictures={(files) => void addPictures(files)}
      />
      {fault && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
      <div className={styles.panes}>
        <div className={styles.pane}>
          <EditorHost
            text={text}
            label="正文"
            placeholder="用 Markdown 写正文；图片可以直接粘贴或拖入"
            isReadOnly={isReadOnly}
            isFaulty={fault !== undefined}
            onChange={onChange}
            onMarkup={handleMarkup}
            onSave={onSave}
            onTransfer={(transfer) => {
              const files = [...transfer.files]
              if (isReadOnly || files.length === 0) return false
              void addPictures(files)
              return true
            }}
            onReady={setEditor}
          />
        </div>
        <div className={styles.pane}>
          <PreviewPane preview={preview} isBlank={text.trim() === ''} isMember={true} scrollRef={previewRef} />
        </div>
      </div>
    </div>
  )
}
