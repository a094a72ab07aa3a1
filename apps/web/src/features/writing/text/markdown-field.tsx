import { useId, useRef, useState, useSyncExternalStore } from 'react'
import { EditorHost } from '#domain/writing/editor-host.tsx'
import { EditorToolbar } from '#domain/writing/editor-toolbar.tsx'
import { applyMarkup, type Markup } from '#domain/writing/markup.ts'
import { PreviewPane, usePreview } from '#domain/writing/preview-pane.tsx'
import { useScrollSync } from '#domain/writing/scroll-sync.ts'
import { useApi } from '#lib/api/api-context.ts'
import { showToast } from '#lib/toasts.ts'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { TITLE_MAX } from '../fields/writing-faults.ts'
import type { EditorModel } from '../use-editor.ts'
import { findFirstHeading } from './first-heading.ts'
import styles from './markdown-field.module.css'

export interface MarkdownFieldProps {
  editor: EditorModel
  isReadOnly: boolean
  fault: string | undefined
  onSave: () => void
}

/** Text and preview, side by side or in tabs. */
export function MarkdownField({ editor, isReadOnly, fault, onSave }: MarkdownFieldProps) {
  const { writing, textEditor, change } = editor
  const id = useId()
  const isWide = useWide()
  const [tab, setTab] = useState<'text' | 'preview'>('text')
  const preview = usePreview(writing.contentMd, editor.isMember && (isWide || tab === 'preview'))
  const markdownFile = useMarkdownFile(editor)
  const previewRef = useRef<HTMLDivElement>(null)
  useScrollSync(textEditor, previewRef, isWide)

  const handleMarkup = (markup: Markup) => {
    if (!textEditor || isReadOnly) return
    const { from, to } = textEditor.selection()
    textEditor.apply(applyMarkup(markup, textEditor.text(), from, to))
  }
  return (
    <div className={styles.root} data-tab={tab} id="field-content">
      {!isWide && (
        <div className={styles.tabs} role="tablist" aria-label="编辑或预览">
          {(['text', 'preview'] as const).map((name) => (
            <button
              key={name}
              type="button"
              role="tab"
              className={styles.tab}
              aria-selected={tab === name}
              aria-controls={`${id}-${name}`}
              onClick={() => setTab(name)}
            >
              {name === 'text' ? '编辑' : '预览'}
            </button>
          ))}
        </div>
      )}
      <EditorToolbar
        isDisabled={isReadOnly || !textEditor || (!isWide && tab === 'preview')}
        onMarkup={handleMarkup}
        onPictures={(files) => editor.addPictures(files)}
        onImport={markdownFile.read}
      />
      <div className={styles.panes}>
        <div className={styles.pane} id={`${id}-text`} hidden={!isWide && tab !== 'text'}>
          <EditorHost
            text={writing.contentMd}
            label="正文"
            placeholder="用 Markdown 写正文；图片可以直接粘贴或拖入"
            isReadOnly={isReadOnly}
            isFaulty={fault !== undefined}
            onChange={(contentMd) => change({ contentMd })}
            onMarkup={handleMarkup}
            onSave={onSave}
            onTransfer={(transfer, at) => !isReadOnly && editor.takeTransfer(transfer, at)}
            onReady={editor.setTextEditor}
          />
        </div>
        <div className={styles.pane} id={`${id}-preview`} hidden={!isWide && tab !== 'preview'}>
          <PreviewPane
            preview={preview}
            isBlank={writing.contentMd.trim() === ''}
            isMember={editor.isMember}
            scrollRef={previewRef}
          />
        </div>
      </div>
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
    </div>
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

/** Same breakpoint as `MOBILE_BREAKPOINT_PX`. */
const WIDE = '(min-width: 1119px)'

/** Whether text and preview fit side by side; `true` on the server. */
function useWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(WIDE).matches,
    () => true,
  )
}

function subscribe(handle: () => void): () => void {
  const query = matchMedia(WIDE)
  query.addEventListener('change', handle)
  return () => query.removeEventListener('change', handle)
}
