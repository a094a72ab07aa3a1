import { type KeyboardEvent, type RefObject, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useSession } from '#lib/session.ts'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { ActionBar } from './action-bar.tsx'
import type { Outcome } from './done-page.tsx'
import type { DraftStore } from './drafts/draft-store.ts'
import { LeaveGuard } from './drafts/leave-guard.tsx'
import type { HeldClaim } from './drafts/use-claim.ts'
import { useStoring } from './drafts/use-storing.ts'
import styles from './editor.module.css'
import { DeskNotices } from './editor-notices.tsx'
import { ArticleFields } from './fields/article-fields.tsx'
import { FaultSummary } from './fields/fault-summary.tsx'
import type { Shelf } from './fields/taxonomy-option.ts'
import { TitleField } from './fields/title-field.tsx'
import type { FaultyField } from './fields/writing-faults.ts'
import type { Start } from './load-opening.ts'
import { PicturePanel } from './pictures/picture-panel.tsx'
import { publishingOf } from './publishing.ts'
import { MarkdownField } from './text/markdown-field.tsx'
import { useDesk } from './use-editor.ts'
import { BLANK } from './writing.ts'

export interface DeskProps {
  userId: string | null
  start: Start
  store: DraftStore
  categories: readonly Shelf[]
  tags: readonly Shelf[]
  claim: HeldClaim
  /** Whether what is shown is the latest that another tab has kept. */
  isCurrent: boolean
  flushRef: RefObject<() => Promise<void>>
  onStored: (id: number) => void
  onDone: (outcome: Outcome) => void
  /** Begins anew with what is kept and stored. */
  onReopen: () => void
}

/** The editor with all its fields. */
export function Desk(props: DeskProps) {
  const { userId, start, store, categories, tags, claim, isCurrent, flushRef, onStored, onDone, onReopen } = props
  const isOwn = claim.state === 'own' && isCurrent
  const desk = useDesk({ userId, start, store, isOwn, flushRef })
  const storing = useStoring({ desk, userId, onStored, onDone })
  const user = useSession((state) => state.user)
  const navigate = useNavigate()
  const [isDeleting, setIsDeleting] = useState(false)
  const publishing = publishingOf(user, desk.stored?.state ?? null)
  const faultOf = (field: FaultyField) => storing.faults.find((fault) => fault.field === field)?.text
  const isReadOnly = !isOwn

  const discard = async () => {
    await desk.keeperRef.current?.drop()
    onReopen()
  }
  const saveDraft = () => {
    if (publishing.draft && !isReadOnly) void storing.store(publishing.draft.state)
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    event.preventDefault()
    saveDraft()
  }
  return (
    <form className={styles.root} noValidate onSubmit={(event) => event.preventDefault()} onKeyDown={handleKeyDown}>
      <h1 className={styles.heading}>{desk.stored ? '编辑文章' : '写文章'}</h1>
      <DeskNotices
        isOther={claim.state === 'other'}
        onTake={claim.take}
        restoredAt={start.kept?.savedAt ?? null}
        onDiscard={discard}
        keeping={desk.keeping}
        onReopen={onReopen}
        onKeepMine={() => void desk.keepMine()}
      />
      <TitleField
        value={desk.writing.title}
        fault={faultOf('title')}
        isReadOnly={isReadOnly}
        onChange={(title) => desk.change({ title })}
        onEnter={() => desk.editor?.focus()}
      />
      <FaultSummary faults={storing.faults} attempt={storing.attempt} onJump={() => desk.editor?.focus()} />
      <MarkdownField desk={desk} isReadOnly={isReadOnly} fault={faultOf('content')} onSave={saveDraft} />
      <PicturePanel
        desk={desk}
        isReadOnly={isReadOnly}
        faults={storing.faults.filter(({ field }) => field === 'pictures').map(({ text }) => text)}
      />
      <ArticleFields desk={desk} categories={categories} tags={tags} isReadOnly={isReadOnly} faultOf={faultOf} />
      <ActionBar
        desk={desk}
        storing={storing}
        publishing={publishing}
        isReadOnly={isReadOnly}
        isVisitor={userId === null}
        onDelete={() => setIsDeleting(true)}
      />
      <LeaveGuard
        isUnsaved={desk.draft !== null && !storing.isFinished && !isReadOnly}
        isKept={desk.keeping.name !== 'failed'}
        articleId={desk.stored?.id ?? null}
        flush={() => flushRef.current()}
      />
      {isDeleting && (
        <ConfirmDialog
          title={`删除“${(desk.stored?.writing ?? BLANK).title}”？`}
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
