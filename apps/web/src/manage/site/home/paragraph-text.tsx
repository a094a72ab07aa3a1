import { useState } from 'react'
import type { TextEditor } from '#domain/writing/text-editor.ts'
import { WritingField } from '#domain/writing/writing-field.tsx'
import { useLibraryPictures } from '#manage/controls/media/use-library-pictures.ts'
import { useGate } from '#manage/staff/gates.ts'
import { useMember, useSiteForm } from '../site-form.ts'
import styles from './home.module.css'

/** The editor of the paragraph that the laboratory writes itself. */
export function ParagraphText() {
  const { mayEdit, onSave } = useSiteForm()
  const { field, input } = useMember('paragraph')
  const { value, onChange, onBlur, onFocus } = input
  const [editor, setEditor] = useState<TextEditor | null>(null)
  // An editor keeps its text, so that a text from outside, such as after a discard, needs a new one.
  const [typed, setTyped] = useState({ text: value, key: 0 })
  if (typed.text.trim() !== value.trim()) setTyped({ text: value, key: typed.key + 1 })
  const isShut = useGate((state) => state.isShut)
  const pictures = useLibraryPictures(editor, value, isShut)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: focus of the editor inside
    <div className={styles.text} data-field="paragraph" onFocus={onFocus} onBlur={onBlur}>
      <WritingField
        key={typed.key}
        isCompact
        text={value}
        isReadOnly={!mayEdit}
        fault={undefined}
        isFaulty={field.error !== undefined}
        isMember={true}
        onChange={(text) => {
          setTyped({ text, key: typed.key })
          onChange({ target: { value: text } })
        }}
        onSave={onSave}
        pictures={pictures}
        editor={editor}
        onReady={setEditor}
      />
    </div>
  )
}
