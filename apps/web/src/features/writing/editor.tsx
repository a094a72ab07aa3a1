import { type KeyboardEvent, type RefObject, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { formatDateTime } from '#lib/format.ts'
import { useSession } from '#lib/session.ts'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { Button } from '#ui/forms/button.tsx'
import { ActionBar } from './action-bar.tsx'
import type { Outcome } from './done-page.tsx'
import type { useClaim } from './drafts/draft-claim.ts'
import type { DraftStore } from './drafts/draft-store.ts'
import { LeaveGuard } from './drafts/leave-guard.tsx'
import notices from './editor-notices.module.css'
import { ArticleFields } from './fields/article-fields.tsx'
import { FaultSummary } from './fields/fault-summary.tsx'
import { TitleField } from './fields/title-field.tsx'
import type { FaultyField } from './fields/writing-faults.ts'
import type { Start } from './load-opening.ts'
import { MarkdownField } from './markdown-field.tsx'
import { PicturePanel } from './pictures/picture-panel.tsx'
import { choosePublishing } from './publishing.ts'
import { type EditorModel, useEditor } from './use-editor.ts'
import { useStoring } from './use-storing.ts'
import { BLANK, type TaxonomyOption } from './writing.ts'
import styles from './writing-pages.module.css'

export interface EditorProps {
  userId: string | null
  start: Start
  store: DraftStore
  categories: readonly TaxonomyOption[]
  tags: readonly TaxonomyOption[]
  claim: ReturnType<typeof useClaim>
  /** Whether the shown text is the latest that another tab has saved on the device. */
  isCurrent: boolean
  flushRef: RefObject<() => Promise<void>>
  onStored: (id: number) => void
  onDone: (outcome: Outcome) => void
  /** Loads the local draft and the stored article again. */
  onReopen: () => void
}

export function Editor(props: EditorProps) {
  const { userId, categories, tags, claim, flushRef } = props
  const isReadOnly = claim.state !== 'own' || !props.isCurrent
  const editor = useEditor(props, !isReadOnly)
  const storing = useStoring(editor, props)
  const user = useSession((state) => state.user)
  const navigate = useNavigate()
  const [isDeleting, setIsDeleting] = useState(false)
  const publishing = choosePublishing(user, editor.stored?.state ?? null)
  const getFaultText = (field: FaultyField) => storing.faults.find((fault) => fault.field === field)?.text
  const saveDraft = () => {
    if (publishing.draft && !isReadOnly) void storing.store(publishing.draft.state)
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    event.preventDefault()
    saveDraft()
  }
  return (
    <form className={styles.editor} noValidate onSubmit={(event) => event.preventDefault()} onKeyDown={handleKeyDown}>
      <h1 className={styles.heading}>{editor.stored ? '编辑文章' : '写文章'}</h1>
      <EditorNotices {...props} editor={editor} />
      <TitleField
        value={editor.writing.title}
        fault={getFaultText('title')}
        isReadOnly={isReadOnly}
        onChange={(title) => editor.change({ title })}
        onEnter={() => editor.textEditor?.focus()}
      />
      <FaultSummary faults={storing.faults} attempt={storing.attempt} onJump={() => editor.textEditor?.focus()} />
      <MarkdownField editor={editor} isReadOnly={isReadOnly} fault={getFaultText('content')} onSave={saveDraft} />
      <PicturePanel
        editor={editor}
        isReadOnly={isReadOnly}
        faults={storing.faults.filter(({ field }) => field === 'pictures').map(({ text }) => text)}
      />
      <ArticleFields
        editor={editor}
        categories={categories}
        tags={tags}
        isReadOnly={isReadOnly}
        faultOf={getFaultText}
      />
      <ActionBar
        editor={editor}
        storing={storing}
        publishing={publishing}
        isReadOnly={isReadOnly}
        isVisitor={userId === null}
        onDelete={() => setIsDeleting(true)}
      />
      <LeaveGuard
        isUnsaved={editor.draft !== null && !storing.isFinished && !isReadOnly}
        isSaved={editor.saveState.name !== 'failed'}
        articleId={editor.stored?.id ?? null}
        flush={() => flushRef.current()}
      />
      {isDeleting && (
        <ConfirmDialog
          title={`删除“${(editor.stored?.writing ?? BLANK).title}”？`}
          confirmLabel="删除文章"
          busyLabel="删除中"
          onConfirm={async () => {
            await storing.remove()
            await navigate('/user', { replace: true })
          }}
          onClose={() => setIsDeleting(false)}
        >
          文章与其下的评论将一并删除，不能恢复。
        </ConfirmDialog>
      )}
    </form>
  )
}

function EditorNotices({ claim, start, onReopen, editor }: EditorProps & { editor: EditorModel }) {
  const isOther = claim.state === 'other'
  const restored = start.local
  const { saveState } = editor
  const discard = async () => {
    await editor.autosaveRef.current?.drop()
    onReopen()
  }
  const [isRead, setIsRead] = useState(false)
  return (
    <div className={notices.root} role="status">
      {isOther && (
        <div className={notices.notice} data-tone="warn">
          <p>另一个标签页正在编辑这篇文章，这里只能看。</p>
          <Button variant="outline" onClick={claim.take}>
            在这里继续编辑
          </Button>
        </div>
      )}
      {!isOther && saveState.name === 'overtaken' && (
        <div className={notices.notice} data-tone="warn">
          <p>另一个标签页保存了更新的内容。用哪一份？</p>
          <Button variant="outline" onClick={onReopen}>
            用那一份
          </Button>
          <Button variant="quiet" onClick={() => void editor.overwrite()}>
            用这里的
          </Button>
        </div>
      )}
      {!isOther && restored && !isRead && (
        <div className={notices.notice}>
          <p>已恢复 {formatDateTime(restored.savedAt)} 保存在这台设备上的内容。</p>
          <Button variant="quiet" onClick={() => setIsRead(true)}>
            继续写
          </Button>
          <Button variant="quiet" onClick={() => void discard()}>
            不要这份
          </Button>
        </div>
      )}
      {saveState.name === 'failed' && (
        <div className={notices.notice} data-tone="warn">
          <p>浏览器没有空间，或不允许在这台设备上保存。请存草稿，以免丢失。</p>
        </div>
      )}
    </div>
  )
}
