import { ListPlus, ListTree } from '@lucide/icons'
import { findPlaceholders, listPlaceholders, type TemplatePage } from '@portal/contract/articles/page-templates.ts'
import { type KeyboardEvent, useMemo, useState } from 'react'
import type { TextEditor } from '#domain/writing/text-editor.ts'
import { WritingField } from '#domain/writing/writing-field.tsx'
import { KeyCaps } from '#manage/controls/keys/key-caps.tsx'
import { useKeys } from '#manage/controls/keys/use-keys.ts'
import { Note } from '#manage/controls/layout/note.tsx'
import { useLibraryPictures } from '#manage/controls/media/use-library-pictures.ts'
import { useGate } from '#manage/staff/gates.ts'
import { Button } from '#ui/forms/button.tsx'
import styles from './content-text.module.css'
import { InsertFromLibrary } from './insert-from-library.tsx'
import { addGroup, addQuestion } from './question-parts.ts'

interface ContentTextProps {
  /** Page that the text is of, whose template has gaps to fill. */
  pageKey: TemplatePage | null
  text: string
  isReadOnly: boolean
  /** The laboratory does not want the page, so nothing asks to fill its gaps. */
  isUnwanted?: boolean
  /** Error message above the text. */
  fault: string | undefined
  onChange: (text: string) => void
  /** Called with the title of an imported file; returns whether all of it was taken. */
  onTitle?: (title: string) => boolean
  /** Handler of Ctrl S. */
  onSave: () => void
  /** Handler of Ctrl Enter. */
  onPublish: () => void
}

/** The text of an article or page, with keys for saving and publishing. */
export function ContentText({
  pageKey,
  text,
  isReadOnly,
  isUnwanted = false,
  fault,
  onChange,
  onSave,
  onPublish,
  ...props
}: ContentTextProps) {
  const [editor, setEditor] = useState<TextEditor | null>(null)
  const isShut = useGate((state) => state.isShut)
  const known = useMemo(() => (pageKey ? listPlaceholders(pageKey) : undefined), [pageKey])
  const unfilled = pageKey ? findPlaceholders(pageKey, text) : []

  const pictures = useLibraryPictures(editor, text, isShut)

  const goToNext = () => editor?.selectNext(unfilled)
  useKeys({ F8: { words: '下一处待填', run: () => void goToNext() } }, unfilled.length > 0 && !isReadOnly)

  // Handles the key before the text editor would insert a line.
  const handleKey = (event: KeyboardEvent) => {
    if (isReadOnly) return
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.stopPropagation()
    onPublish()
  }
  return (
    <div className={styles.root} data-field="contentMd" onKeyDownCapture={handleKey}>
      {unfilled.length > 0 && !isReadOnly && !isUnwanted && (
        <Note
          tone="warning"
          title={`还有 ${unfilled.length} 处待填`}
          action={
            <Button variant="outline" disabled={!editor} onClick={goToNext}>
              到下一处 <KeyCaps of="F8" />
            </Button>
          }
        >
          选中后直接输入，就替换了这一处提示。
        </Note>
      )}
      <div className={styles.tools}>
        {pageKey === 'question' && <QuestionTools editor={editor} isReadOnly={isReadOnly} />}
        <InsertFromLibrary editor={editor} isReadOnly={isReadOnly} />
      </div>
      <WritingField
        marked={known}
        text={text}
        isReadOnly={isReadOnly}
        fault={fault}
        isMember={true}
        isLoginOver={isShut}
        onChange={onChange}
        onSave={onSave}
        pictures={pictures}
        {...props}
        editor={editor}
        onReady={setEditor}
      />
    </div>
  )
}

/** Buttons of the page of questions, which add a group or a question and select the first gap of it. */
function QuestionTools({ editor, isReadOnly }: { editor: TextEditor | null; isReadOnly: boolean }) {
  const add = (make: typeof addGroup, gap: string) => {
    if (!editor) return
    editor.apply(make(editor.text(), editor.selection().to))
    editor.selectNext([gap])
  }
  const isDisabled = isReadOnly || !editor
  return (
    <>
      <Button variant="quiet" icon={ListTree} disabled={isDisabled} onClick={() => add(addGroup, '【分组名】')}>
        加分组
      </Button>
      <Button variant="quiet" icon={ListPlus} disabled={isDisabled} onClick={() => add(addQuestion, '【问题】')}>
        加问题
      </Button>
    </>
  )
}
