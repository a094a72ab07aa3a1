import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { formatNumber } from '#lib/format.ts'
import { useSession } from '#lib/session.ts'
import { showToast } from '#lib/toasts.ts'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { LoadMore, LoadMoreLink } from '#ui/lists/load-more.tsx'
import { CommentItem } from './comment-item.tsx'
import type { AnswerTo, CommentView } from './comment-view.ts'
import { CommentWriting } from './comment-writing.tsx'
import styles from './comments.module.css'
import { type CommentPage, PAGE_PARAM } from './load-comments.ts'
import { ReportDialog, type ReportDialogProps } from './report-dialog.tsx'
import { type Comments as CommentsOf, useComments } from './use-comments.ts'
import { useLinkedComment } from './use-linked-comment.ts'

/** Anchor that the article's action buttons link to. */
export const COMMENTS_ID = 'comments'

export interface CommentsProps {
  articleId: number
  /** User id of the article's author, who is marked among the comments. */
  authorId: string | null
  /** Number of comments in the article's data. */
  total: number | null
  /** `null` when loading failed. */
  start: CommentPage | null
  /** Whether the site accepts comments. */
  isOpen: boolean
}

/** Comments of an article. */
export function Comments({ start, ...rest }: CommentsProps) {
  if (start) return <CommentSection start={start} {...rest} />
  return (
    <section className={styles.root} id={COMMENTS_ID} aria-labelledby="comments-title">
      <h2 className={styles.title} id="comments-title">
        评论
      </h2>
      <p className={styles.plain}>评论暂时无法显示，请稍后刷新本页。</p>
    </section>
  )
}

/** Action and comment of the open dialog. */
type OpenDialog = { act: 'remove' | 'report'; comment: CommentView }

function CommentSection({ articleId, authorId, total, start, ...site }: CommentsProps & { start: CommentPage }) {
  const isOpen = site.isOpen && start.isOpen
  const comments = useComments(articleId, start, total)
  const linkedId = useLinkedComment(comments)
  const [answering, setAnswering] = useState<AnswerTo | null>(null)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const closeDialog = () => setDialog(null)
  return (
    <section className={styles.root} id={COMMENTS_ID} aria-labelledby="comments-title">
      <h2 className={styles.title} id="comments-title">
        评论 {comments.count !== null && <span className={styles.count}>{formatNumber(comments.count)}</span>}
      </h2>
      {isOpen ? (
        <CommentWriting comments={comments} />
      ) : (
        <p className={styles.plain}>评论已关闭，可继续阅读已有评论。</p>
      )}
      <Earlier comments={comments} />
      <ol>
        {comments.held.map((comment) => (
          <li className={styles.conversation} key={comment.id}>
            <CommentItem
              comment={comment}
              isReply={false}
              isAuthor={false}
              isLinked={false}
              lacks={{ ...comments.lacks, report: true }}
              onRemove={() => setDialog({ act: 'remove', comment })}
              onReport={closeDialog}
            />
          </li>
        ))}
        {comments.rows.map((conversation) => (
          <li className={styles.conversation} key={conversation.id}>
            {[conversation, ...conversation.replies].map((comment) => (
              <CommentItem
                key={comment.id}
                comment={comment}
                isReply={comment !== conversation}
                isAuthor={authorId !== null && comment.writer.id === authorId}
                isLinked={comment.id === linkedId}
                lacks={comments.lacks}
                onAnswer={isOpen ? () => setAnswering({ parent: conversation, comment }) : undefined}
                onRemove={() => setDialog({ act: 'remove', comment })}
                onReport={() => setDialog({ act: 'report', comment })}
              >
                {answering?.comment.id === comment.id && (
                  <CommentWriting comments={comments} answerTo={answering} onDone={() => setAnswering(null)} />
                )}
              </CommentItem>
            ))}
          </li>
        ))}
      </ol>
      <Later comments={comments} />
      {dialog?.act === 'remove' && <RemoveDialog comments={comments} comment={dialog.comment} onClose={closeDialog} />}
      {dialog?.act === 'report' && <ReportDialog comments={comments} comment={dialog.comment} onClose={closeDialog} />}
    </section>
  )
}

/** Link to newer comments when a later page is shown alone. */
function Earlier({ comments: { first, isBusy, loadEarlier } }: { comments: CommentsOf }) {
  const toAddress = usePageAddress()
  if (first <= 1) return null
  return (
    <LoadMoreLink variant="quiet" to={toAddress(first - 1)} isBusy={isBusy} onLoad={loadEarlier}>
      较新的评论
    </LoadMoreLink>
  )
}

function Later({ comments: { rows, held, last, pages, isBusy, loadMore } }: { comments: CommentsOf }) {
  const toAddress = usePageAddress()
  if (rows.length === 0) return held.length === 0 && <p className={styles.plain}>还没有评论</p>
  if (last >= pages) return <LoadMore hasMore={false} isBusy={false} onLoad={() => undefined} />
  return <LoadMoreLink to={toAddress(last + 1)} isBusy={isBusy} onLoad={loadMore} />
}

/** Builds the address of another page of comments, for readers without JavaScript. */
function usePageAddress(): (page: number) => string {
  const { pathname } = useLocation()
  return (page) => `${pathname}?${PAGE_PARAM}=${page}#${COMMENTS_ID}`
}

function RemoveDialog({ comments, comment, onClose }: ReportDialogProps) {
  const isOwn = useSession(({ user }) => user?.id === comment.writer.id)
  const remove = async () => {
    if (await comments.remove(comment)) showToast('success', '评论已删除')
  }
  return (
    <ConfirmDialog
      title={isOwn ? '删除这条评论？' : `删除“${comment.writer.name}”的评论？`}
      confirmLabel="删除"
      busyLabel="删除中"
      onConfirm={remove}
      onClose={onClose}
    >
      删除后不能恢复，其下的回复一并删除。
    </ConfirmDialog>
  )
}
