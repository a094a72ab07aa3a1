import { type KeyboardEvent, useState } from 'react'
import { insertBlock } from '#domain/writing/markup.ts'
import type { TextEditor } from '#domain/writing/text-editor.ts'
import { WritingField } from '#domain/writing/writing-field.tsx'
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

/** The text of an article or page, with keys for saving and publishing. */
export function ContentText({ text, isReadOnly, fault, onChange, onSave, onPublish }: ContentTextProps) {
  const api = useApi()
  const [editor, setEditor] = useState<TextEditor | null>(null)
  const isShut = useGate((state) => state.isShut)

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
    <div className={styles.root} data-field="contentMd" onKeyDownCapture={handleKey}>
      <WritingField
        text={text}
        isReadOnly={isReadOnly}
        fault={fault}
        isMember={true}
        isLoginOver={isShut}
        onChange={onChange}
        onSave={onSave}
        onTransfer={(transfer) => {
          // Copied text may bring a picture of itself.
          const files = transfer.getData('text/html') ? [] : [...transfer.files]
          if (files.length === 0) return false
          void addPictures(files)
          return true
        }}
        onPictures={(files) => void addPictures(files)}
        editor={editor}
        onReady={setEditor}
      />
    </div>
  )
}
