import { WritingField } from '#domain/writing/writing-field.tsx'
import { TITLE_MAX } from './fields/writing-faults.ts'
import type { EditorModel } from './use-editor.ts'

export interface MarkdownFieldProps {
  editor: EditorModel
  isReadOnly: boolean
  fault: string | undefined
  onSave: () => void
}

/** The text of a member's article. */
export function MarkdownField({ editor, isReadOnly, fault, onSave }: MarkdownFieldProps) {
  const { writing, textEditor, change, latestRef } = editor
  return (
    <WritingField
      id="field-content"
      text={writing.contentMd}
      isReadOnly={isReadOnly}
      fault={undefined}
      isFaulty={fault !== undefined}
      isMember={editor.isMember}
      onChange={(contentMd) => change({ contentMd })}
      onSave={onSave}
      pictures={editor.textPictures}
      onTitle={(title) => {
        if (latestRef.current.title.trim() !== '') return false
        change({ title: title.slice(0, TITLE_MAX) })
        return title.length <= TITLE_MAX
      }}
      editor={textEditor}
      onReady={editor.setTextEditor}
    />
  )
}
