import type { Ticket } from '@portal/contract/tickets/ticket-shapes.ts'
import { useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { asSafeHtml } from '#lib/html/safe-html.ts'
import { DangerButton, DangerDialog } from '#manage/controls/dialogs/danger-dialog.tsx'
import { Button } from '#ui/forms/button.tsx'
import { RichText } from '#ui/rich-text/rich-text.tsx'
import messages from './ticket-messages.module.css'
import styles from './ticket-page.module.css'
import { useTicketChange } from './use-ticket-change.ts'

/** The reported comment, the reasons, and the decision. */
export function ReportedComment({ ticket, onChange }: { ticket: Ticket; onChange: () => void }) {
  const api = useApi()
  const { isBusy, run } = useBusy()
  const [isRemoving, setRemoving] = useState(false)
  const guarded = useTicketChange(onChange)
  const { comment, id, version } = ticket
  if (!comment) return <p className={messages.bubble}>这条评论已删除，原文没有留存。</p>
  const decide = (decision: 'keep' | 'remove') =>
    guarded(() => api.call('POST /v1/manage/tickets/{id}/comment', { params: { id }, body: { version, decision } }))
  return (
    <>
      <div className={messages.bubble}>
        <RichText html={asSafeHtml(comment.content)} variant="inline" />
      </div>
      {comment.id === null ? (
        <p className={messages.delivery}>评论于《{comment.articleTitle}》，已删除；以上是被举报时的原文</p>
      ) : (
        <p className={messages.delivery}>
          评论于
          <a className={styles.link} href={`/article/${comment.articleId}?comment=${comment.id}#comments`}>
            《{comment.articleTitle}》
          </a>
        </p>
      )}
      {comment.reasons.length > 0 && <p className={messages.delivery}>举报理由：{comment.reasons.join('；')}</p>}
      {comment.id !== null && comment.reasons.length > 0 && (
        <div className={styles.decide}>
          <Button variant="outline" isBusy={isBusy} onClick={() => void run(() => decide('keep'))}>
            保留评论
          </Button>
          <DangerButton onClick={() => setRemoving(true)}>删除评论</DangerButton>
        </div>
      )}
      {isRemoving && (
        <DangerDialog
          title="删除这条评论"
          verb="删除"
          onConfirm={() => decide('remove')}
          onClose={() => setRemoving(false)}
        >
          <p>评论及其下的回复从文章页移除，不能恢复。工单随之办结，并留存评论的原文与署名。</p>
        </DangerDialog>
      )}
    </>
  )
}
