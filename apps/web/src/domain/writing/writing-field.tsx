import { type KeyboardEvent, useRef, useState } from 'react'
import { readLocalItem, writeLocalItem } from '#lib/browser-storage.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Button } from '#ui/forms/button.tsx'
import { EditorHost } from './editor-host.tsx'
import { EditorToolbar } from './editor-toolbar.tsx'
import { ImportDialog, useFileImport } from './import/file-import.tsx'
import { LinkDialog, useLinkQuestion } from './link-dialog.tsx'
import type { TextPictures } from './pictures/use-text-pictures.ts'
import { PreviewPane, usePreview } from './preview-pane.tsx'
import { useScrollSync } from './scroll-sync.ts'
import { SelectionBar } from './selection-bar.tsx'
import { type EditorMode, type KeptModes, NO_CONTEXT, type Pasted, type TextEditor } from './text-editor.ts'
import styles from './writing-field.module.css'

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
  /** A lower field for a paragraph on a page that has a preview. It has no split mode and no imports. */
  isCompact?: boolean
  /** When this changes, a preview that was refused is tried again. */
  isLoginOver?: boolean
  onChange: (text: string) => void
  /** Handler of Ctrl S. */
  onSave: () => void
  pictures: TextPictures
  /** Called with the title of an imported file; returns whether all of it was taken. */
  onTitle?: (title: string) => boolean
  editor: TextEditor | null
  onReady: (editor: TextEditor | null) => void
  /** Words that stand on a coloured ground. */
  marked?: readonly string[] | undefined
}

/** The text of an article or page: as readers see it, as Markdown, or as Markdown beside its preview. */
export function WritingField({ text, isReadOnly, fault, isMember, editor, pictures, ...props }: WritingFieldProps) {
  const { isCompact = false } = props
  const { mode, setMode } = useEditorMode(isCompact)
  const [context, setContext] = useState(NO_CONTEXT)
  const [pasted, setPasted] = useState<Pasted | null>(null)
  const [keptModes] = useState<KeptModes>({})
  const previewRef = useRef<HTMLDivElement>(null)
  const preview = usePreview(text, isMember && mode === 'split', props.isLoginOver)
  const link = useLinkQuestion()
  const fileImport = useFileImport(editor, pictures, props.onTitle)
  useScrollSync(editor, previewRef, mode === 'split')
  const headRef = useRef<HTMLDivElement>(null)
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const isInHead = headRef.current?.contains(event.target as Element) ?? false
    if (event.key === 'Escape' && isInHead) editor?.focus()
    else if (event.key === 'F10' && event.altKey) {
      headRef.current?.querySelector<HTMLElement>('[role="toolbar"] [tabindex="0"]')?.focus()
    } else return
    event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys between the text and what stands above it
    <div
      onKeyDown={handleKeyDown}
      className={styles.root}
      id={props.id}
      data-mode={mode}
      data-compact={isCompact || undefined}
      data-read-only={isReadOnly || undefined}
    >
      <div className={styles.head} ref={headRef}>
        <EditorToolbar
          isDisabled={isReadOnly || !editor}
          isCompact={isCompact}
          context={editor ? context : NO_CONTEXT}
          mode={mode}
          onMode={(next) => {
            setMode(next)
            setPasted(null)
          }}
          onUndo={() => editor?.undo?.()}
          onRedo={() => editor?.redo?.()}
          onMarkup={(markup) => editor?.markup(markup)}
          onPictures={(files) => pictures.add(files)}
          onImport={fileImport.read}
        />
        {mode === 'visual' && editor && !isReadOnly && <SelectionBar editor={editor} context={context} />}
        {pasted && mode === 'visual' && <PasteStrip pasted={pasted} />}
      </div>
      {fault && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
      <div className={styles.panes}>
        <div className={styles.pane}>
          <EditorHost
            // Each mode has its own editor, which begins with the present text, and with its own steps of undo.
            key={mode === 'visual' ? 'visual' : 'source'}
            mode={mode}
            text={text}
            kept={keptModes}
            label="正文"
            placeholder={
              mode === 'visual' ? '在这里写正文；图片可以直接粘贴或拖入' : '用 Markdown 写正文；图片可以直接粘贴或拖入'
            }
            isReadOnly={isReadOnly}
            {...(props.marked && { marked: props.marked })}
            isFaulty={props.isFaulty || fault !== undefined}
            onChange={props.onChange}
            onSave={props.onSave}
            onTransfer={(transfer, at) => !isReadOnly && pictures.takeTransfer(transfer, at)}
            pictureActs={{
              takeCopied: pictures.takeCopied,
              retry: pictures.queue.retry,
              choose: pictures.choose,
            }}
            uploads={pictures.pictures}
            onContext={setContext}
            onPasted={setPasted}
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
      <ImportDialog {...fileImport} />
      {link.question && <LinkDialog link={link.question} onClose={link.answer} />}
    </div>
  )
}

/** Tells what a paste has brought and left out, until the next change. */
function PasteStrip({ pasted }: { pasted: Pasted }) {
  const { kept, dropped, isTooLarge, isHeadUnsure, takeBack, offers } = pasted
  return (
    <div className={styles.pasted} role="status">
      <p>
        {isTooLarge ? '已粘贴。内容太大，只保留了文字。' : '已粘贴。'}
        {kept.length > 0 && `保留了${kept.join('、')}。`}
        {isHeadUnsure && '第一行当作了表头。'}
        {dropped.length > 0 && `没有带过来：${dropped.join('、')}。`}
      </p>
      {offers.map(({ label, run }) => (
        <Button key={label} variant="quiet" onClick={run}>
          {label}
        </Button>
      ))}
      <Button variant="quiet" onClick={takeBack}>
        撤销粘贴
      </Button>
    </div>
  )
}

const STORAGE_KEY = 'editor-mode'

/** The mode that this person used last. */
function useEditorMode(isCompact: boolean) {
  const isHydrated = useHydrated()
  const [chosen, setChosen] = useState<EditorMode | null>(null)
  const stored = isHydrated ? readLocalItem(STORAGE_KEY) : null
  const known = stored === 'source' || (stored === 'split' && !isCompact) ? stored : 'visual'
  return {
    mode: chosen ?? known,
    setMode: (mode: EditorMode) => {
      writeLocalItem(STORAGE_KEY, mode)
      setChosen(mode)
    },
  }
}
