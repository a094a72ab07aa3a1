import type { ReportedComment } from '@portal/contract/community/review.ts'
import { useState } from 'react'
import { PersonLink } from '#domain/people/person-link.tsx'
import { useApi } from '#lib/api/api-context.ts'
import { showOffline } from '#lib/api/use-busy.ts'
import { type Paged, usePaged } from '#lib/api/use-paged.ts'
import { asSafeHtml } from '#lib/html/safe-html.ts'
import { showToast } from '#lib/toasts.ts'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { Button } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { LoadMore } from '#ui/lists/load-more.tsx'
import { RichText } from '#ui/rich-text/rich-text.tsx'
import shared from '#ui/shared.module.css'
import { TextLink } from '#ui/text-link.tsx'
import { Time } from '#ui/time.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { loadReportedComments } from './load-review.ts'
import styles from './review-page.module.css'

/** Reported comments, newest report first. */
export function ReportedComments({ start }: { start: Paged<ReportedComment> }) {
  const api = useApi()
  const list = usePaged(start, (pageNo) => loadReportedComments(api, pageNo))
  const [removing, setRemoving] = useState<ReportedComment | null>(null)

  const decide = async (id: number, decision: 'keep' | 'remove') => {
    await api.call('POST /v1/review/comment', { body: { id, decision } }).catch((reason: unknown) => {
      showOffline(reason)
      throw reason
    })
    list.change((rows) => rows.filter((row) => row.id !== id))
    showToast('success', decision === 'keep' ? '评论已保留' : '评论已删除')
  }
  if (list.rows.length === 0) return <EmptyState title="没有被举报的评论" />
  return (
    <>
      <ol>
        {list.rows.map((comment) => (
          <li className={styles.row} key={comment.id}>
            <p className={styles.meta}>
              <PersonLink userId={comment.userId} name={comment.nickname || '用户'} />
              <span>
                评论于{' '}
                <TextLink to={`/article/${comment.articleId}#comment-${comment.id}`}>
                  {comment.articleTitle || `文章 ${comment.articleId}`}
                </TextLink>
              </span>
              <Time at={comment.createTime} format="dateTime" />
            </p>
            <blockquote className={styles.quote}>
              <RichText html={asSafeHtml(comment.content)} variant="inline" />
            </blockquote>
            <p className={shared.fault}>举报原因：{comment.reasons.join('；') || '未写明'}</p>
            <div className={shared.wrap3}>
              <Button variant="outline" onClick={() => void decide(comment.id, 'keep').catch(() => undefined)}>
                保留<VisuallyHidden>{comment.nickname}的评论</VisuallyHidden>
              </Button>
              <Button variant="outline" onClick={() => setRemoving(comment)}>
                删除<VisuallyHidden>{comment.nickname}的评论</VisuallyHidden>
              </Button>
            </div>
          </li>
        ))}
      </ol>
      <LoadMore hasMore={list.last < list.pages} isBusy={list.isBusy} onLoad={() => void list.loadMore()} />
      {removing && (
        <ConfirmDialog
          title={`删除“${removing.nickname || '用户'}”的评论？`}
          confirmLabel="删除"
          busyLabel="删除中"
          onConfirm={() => decide(removing.id, 'remove')}
          onClose={() => setRemoving(null)}
        >
          其下的回复一并删除，不能恢复。
        </ConfirmDialog>
      )}
    </>
  )
}
