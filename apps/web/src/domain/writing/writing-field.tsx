import { sheetUrl, classes as styles } from 'virtual:page-sheet/domain/writing/writing-field'
import { type KeyboardEvent, useRef, useState } from 'react'
import { readLocalItem, writeLocalItem } from '#lib/browser-storage.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { EditorHost } from './editor-host.tsx'
import { EditorToolbar } from './editor-toolbar.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { PreviewPane, usePreview } from './preview-pane.tsx'
import { useScrollSync } from './scroll-sync.ts'
import { SelectionBar } from './selection-bar.tsx'
import type { EditedLink, EditorContext, EditorMode, TextEditor } from './text-editor.ts'

export interface WritingFieldProps {
  /** Target of links to faults. */
  id?: string
  text: string
  isReadOnly: boolean
  /** Error message above the text. */
  fault: string | undefined
  /** Marks the text as faulty without a message. */
  isFaulty?: boolean
  isMember: boolean
  /** When this changes, a preview that was refused is tried again. */
  isLoginOver?: boolean
  onChange: (text: string) => void
  /** Handler of Ctrl S. */
  onSave: () => void
  /** Handler of a paste or drop; returns whether it has handled it. `at`: offset of a drop. */
  onTransfer: (transfer: DataTransfer, at: number | null) => boolean
  onPictures: (files: readonly File[]) => void
  /** When left out, the toolbar has no import of files. */
  onImport?: (file: File) => void
  editor: TextEditor | null
  onReady: (editor: TextEditor | null) => void
}

const NO_CONTEXT: EditorContext = { active: [], isInTable: false, picture: null }

/** The text of an article or page: as readers see it, as Markdown, or as Markdown beside its preview. */
export function WritingField({ text, isReadOnly, fault, isMember, editor, ...props }: WritingFieldProps) {
  const { mode, setMode } = useEditorMode()
  const [context, setContext] = useState(NO_CONTEXT)
  const previewRef = useRef<HTMLDivElement>(null)
  const preview = usePreview(text, isMember && mode === 'split', props.isLoginOver)
  const link = useLinkQuestion()
  useScrollSync(editor, previewRef, mode === 'split')
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const toolbar = event.currentTarget.querySelector('[role="toolbar"]')
    const isInToolbar = toolbar?.contains(event.target as Element) ?? false
    if (event.key === 'Escape' && isInToolbar) editor?.focus()
    else if (event.key === 'F10' && event.altKey) toolbar?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    else return
    event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys between the text and its toolbar
    <div
      onKeyDown={handleKeyDown}
      className={styles.root}
      id={props.id}
      data-mode={mode}
      data-read-only={isReadOnly || undefined}
    >
      <EditorToolbar
        isDisabled={isReadOnly || !editor}
        active={mode === 'visual' ? context.active : []}
        mode={mode}
        onMode={setMode}
        onMarkup={(markup) => editor?.markup(markup)}
        onPictures={props.onPictures}
        {...(props.onImport && { onImport: props.onImport })}
      />
      {mode === 'visual' && editor && !isReadOnly && <SelectionBar editor={editor} context={context} />}
      {fault && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
      <div className={styles.panes}>
        <div className={styles.pane}>
          <EditorHost
            // Each mode has its own editor, which begins with the present text.
            key={mode === 'visual' ? 'visual' : 'source'}
            mode={mode}
            text={text}
            label="正文"
            placeholder={
              mode === 'visual' ? '在这里写正文；图片可以直接粘贴或拖入' : '用 Markdown 写正文；图片可以直接粘贴或拖入'
            }
            isReadOnly={isReadOnly}
            isFaulty={props.isFaulty || fault !== undefined}
            onChange={props.onChange}
            onSave={props.onSave}
            onTransfer={(transfer, at) => !isReadOnly && props.onTransfer(transfer, at)}
            onContext={setContext}
            askLink={link.ask}
            onReady={props.onReady}
          />
        </div>
        {mode === 'split' && (
          <div className={styles.pane}>
            <PreviewPane preview={preview} isBlank={text.trim() === ''} isMember={isMember} scrollRef={previewRef} />
          </div>
        )}
      </div>
      {sheetUrl && <link rel="stylesheet" href={sheetUrl} precedence="page" />}
      {link.question && <LinkDialog link={link.question} onClose={link.answer} />}
    </div>
  )
}

const MODE_KEY = 'editor-mode'

/** The mode that this person used last. */
function useEditorMode() {
  const isHydrated = useHydrated()
  const [chosen, setChosen] = useState<EditorMode | null>(null)
  const stored = isHydrated ? readLocalItem(MODE_KEY) : null
  const known = stored === 'source' || stored === 'split' ? stored : 'visual'
  return {
    mode: chosen ?? known,
    setMode: (mode: EditorMode) => {
      writeLocalItem(MODE_KEY, mode)
      setChosen(mode)
    },
  }
}

/** Asks for the address of a link in a dialog. */
function useLinkQuestion() {
  const [question, setQuestion] = useState<EditedLink | null>(null)
  const answerRef = useRef<(link: EditedLink | null) => void>(() => {})
  return {
    question,
    ask: (link: EditedLink) => {
      setQuestion(link)
      return new Promise<EditedLink | null>((resolve) => {
        answerRef.current = resolve
      })
    },
    answer: (link: EditedLink | null) => {
      setQuestion(null)
      answerRef.current(link)
    },
  }
}
