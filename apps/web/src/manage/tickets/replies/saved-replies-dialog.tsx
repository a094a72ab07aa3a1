import type { SavedReply } from '@portal/contract/tickets/saved-replies.ts'
import { SAVED_REPLIES_MAX } from '@portal/contract/tickets/saved-reply-rules.ts'
import { useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { DangerButton, DangerDialog } from '#manage/controls/dialogs/danger-dialog.tsx'
import { ManageDialog } from '#manage/controls/dialogs/manage-dialog.tsx'
import { Button } from '#ui/forms/button.tsx'
import { useTicketChange } from '../use-ticket-change.ts'
import styles from './saved-replies.module.css'
import { SavedReplyForm } from './saved-reply-form.tsx'

interface SavedRepliesDialogProps {
  /** `null`: they could not be loaded. */
  replies: readonly SavedReply[] | null
  onChange: () => void
  onClose: () => void
}

/** 常用语: the list that all staff use, and the form of one reply. */
export function SavedRepliesDialog({ replies, onChange, onClose }: SavedRepliesDialogProps) {
  const [edited, setEdited] = useState<SavedReply | 'new' | null>(null)
  const [removed, setRemoved] = useState<SavedReply | null>(null)
  const api = useApi()
  const guarded = useTicketChange(onChange, '这条常用语刚有变动，没有删除')
  if (edited !== null) {
    const goBack = () => setEdited(null)
    return (
      <SavedReplyForm reply={edited === 'new' ? null : edited} onSaved={onChange} onBack={goBack} onClose={onClose} />
    )
  }
  if (removed) {
    const { id, title, version } = removed
    const remove = () =>
      guarded(() => api.call('DELETE /v1/manage/tickets/replies/{id}', { params: { id }, query: { version } }))
    return (
      <DangerDialog title={`删除“${title}”`} verb="删除" onConfirm={remove} onClose={() => setRemoved(null)}>
        <p>同事也不能再用。已经发出的答复不受影响。</p>
      </DangerDialog>
    )
  }
  const isFull = (replies?.length ?? 0) >= SAVED_REPLIES_MAX
  return (
    <ManageDialog
      title="常用语"
      size="medium"
      onClose={onClose}
      actions={
        <>
          <Button variant="outline" onClick={onClose}>
            关闭
          </Button>
          <Button disabled={isFull || replies === null} onClick={() => setEdited('new')}>
            新增常用语
          </Button>
        </>
      }
    >
      {replies?.length ? (
        <ul className={styles.list}>
          {replies.map((reply) => (
            <li className={styles.item} key={reply.id}>
              <div className={styles.words}>
                <b>{reply.title}</b>
                <p className={styles.text}>{reply.content}</p>
              </div>
              <Button variant="quiet" onClick={() => setEdited(reply)} aria-label={`修改“${reply.title}”`}>
                修改
              </Button>
              <DangerButton onClick={() => setRemoved(reply)}>删除</DangerButton>
            </li>
          ))}
        </ul>
      ) : (
        <p className={styles.none}>
          {replies === null ? '常用语没有取到，请关闭后重试。' : '还没有常用语。写好之后，所有同事在答复时都能插入。'}
        </p>
      )}
    </ManageDialog>
  )
}
