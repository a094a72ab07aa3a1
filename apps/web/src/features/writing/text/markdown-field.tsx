import { useState } from 'react'
import { WritingField } from '#domain/writing/writing-field.tsx'
import { useApi } from '#lib/api/api-context.ts'
import { showToast } from '#lib/toasts.ts'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { TITLE_MAX } from '../fields/writing-faults.ts'
import type { EditorModel } from '../use-editor.ts'
import { findFirstHeading } from './first-heading.ts'

export interface MarkdownFieldProps {
  editor: EditorModel
  isReadOnly: boolean
  fault: string | undefined
  onSave: () => void
}

/** The text of a member's article. */
export function MarkdownField({ editor, isReadOnly, fault, onSave }: MarkdownFieldProps) {
  const { writing, textEditor, change } = editor
  const markdownFile = useMarkdownFile(editor)
  return (
    <>
      <WritingField
        id="field-content"
        text={writing.contentMd}
        isReadOnly={isReadOnly}
        fault={undefined}
        isFaulty={fault !== undefined}
        isMember={editor.isMember}
        onChange={(contentMd) => change({ contentMd })}
        onSave={onSave}
        onTransfer={editor.takeTransfer}
        onPictures={(files) => editor.addPictures(files)}
        onImport={markdownFile.read}
        editor={textEditor}
        onReady={editor.setTextEditor}
      />
      {markdownFile.found && (
        <ConfirmDialog
          title="用导入的文件替换正文？"
          confirmLabel="替换正文"
          busyLabel="替换中"
          onConfirm={async () => markdownFile.replaceText()}
          onClose={markdownFile.discard}
        >
          正文里已有内容。替换后可以用 Ctrl+Z 撤销。
        </ConfirmDialog>
      )}
    </>
  )
}

interface MarkdownFile {
  content: string
  fileName: string
}

/** Uses upstream to read a Markdown file; requests a confirmation before replacing a text. */
function useMarkdownFile({ writing, textEditor, change, latestRef }: EditorModel) {
  const api = useApi()
  const [found, setFound] = useState<MarkdownFile | null>(null)
  const put = ({ content, fileName }: MarkdownFile) => {
    if (!textEditor) return
    const end = content.length
    textEditor.apply({ from: 0, to: textEditor.text().length, insert: content, selectFrom: end, selectTo: end })
    const title = findFirstHeading(content).slice(0, TITLE_MAX) || fileName
    if (latestRef.current.title.trim() === '') change({ title })
    showToast('success', `已导入“${fileName}”`)
  }
  const readFile = async (file: File) => {
    const body = new FormData()
    body.set('file', file)
    try {
      const read = await api.call('POST /v1/article/readMarkdownFile', { body })
      if (writing.contentMd.trim() === '') put(read)
      else setFound(read)
    } catch (reason) {
      // The API client has already shown errors that upstream answered.
      if (reason instanceof TypeError) showToast('error', '网络不通，文件没有导入')
    }
  }
  return {
    found,
    read: (file: File) => void readFile(file),
    replaceText: () => {
      if (found) put(found)
    },
    discard: () => setFound(null),
  }
}
