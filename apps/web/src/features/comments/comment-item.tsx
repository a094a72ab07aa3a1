import type { ReactNode } from 'react'
import { ArticleLabel } from '#domain/articles/article-meta.tsx'
import { PersonLink } from '#domain/people/person-link.tsx'
import { isEditor } from '#domain/people/roles.ts'
import { openDialog } from '#lib/dialogs.ts'
import { formatDateTime, toMachineDate } from '#lib/format.ts'
import { useSession } from '#lib/session.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Link } from '#ui/link.tsx'
import { RichText } from '#ui/rich-text/rich-text.tsx'
import shared from '#ui/shared.module.css'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './comment-item.module.css'
import type { CommentView } from './comment-view.ts'
import { toCommentAnchor } from './use-linked-comment.ts'

export interface CommentItemProps {
  comment: CommentView
  isReply: boolean
  /** Whether it was written by the article's author. */
  isAuthor: boolean
  /** Whether the address links to it. */
  isLinked: boolean
  lacks: { remove: boolean; report: boolean }
  /** Left out when replies are not possible. */
  onAnswer?: (() => void) | undefined
  onRemove: () => void
  onReport: () => void
  /** The open reply form. */
  children?: ReactNode
}

export function CommentItem({ comment, isReply, isAuthor, isLinked, children, ...acts }: CommentItemProps) {
  const { id, writer, answers, html, isPending, hiddenBecause } = comment
  return (
    <article
      className={styles.root}
      id={isPending ? undefined : toCommentAnchor(id)}
      tabIndex={-1}
      aria-label={`${writer.name}的${isReply ? '回复' : '评论'}`}
      data-reply={isReply || undefined}
      data-linked={isLinked || undefined}
      data-pending={hiddenBecause !== null || undefined}
    >
      <Avatar name={writer.name} src={writer.avatar} />
      <div className={shared.mayShrink}>
        <p className={styles.head}>
          <PersonLink userId={writer.id} name={writer.name} isStaff={writer.isStaff} />
          {isAuthor && <ArticleLabel tone="accent">作者</ArticleLabel>}
          {answers && <span className={shared.note}>回复 {answers}</span>}
        </p>
        <div className={styles.text}>
          <RichText html={html} variant="inline" />
        </div>
        <div className={styles.meta}>
          <CommentTime comment={comment} />
          {comment.place && <span>{comment.place}</span>}
          {!isPending && <Acts comment={comment} {...acts} />}
        </div>
        {children && <div className={styles.answer}>{children}</div>}
      </div>
    </article>
  )
}

/** Age and time, as a link to this comment. */
function CommentTime({ comment: { id, at, age, hiddenBecause } }: { comment: CommentView }) {
  if (hiddenBecause !== null) return <span role="status">{hiddenBecause}</span>
  const exact = formatDateTime(at)
  return (
    <Link className={styles.time} to={`#${toCommentAnchor(id)}`} title={exact || undefined}>
      <VisuallyHidden>链接到这条评论，</VisuallyHidden>
      {age && <span>{age}</span>}
      {exact && <time dateTime={toMachineDate(at)}>{exact}</time>}
    </Link>
  )
}

type ActsProps = Pick<CommentItemProps, 'comment' | 'lacks' | 'onAnswer' | 'onRemove' | 'onReport'>

function Acts({ comment, lacks, onAnswer, onRemove, onReport }: ActsProps) {
  const user = useSession((state) => state.user)
  const isOwn = user !== null && user.id === comment.writer.id
  // Both buttons share one place, because the user is known later. Editors delete comments, other users report them.
  const mayRemove = (isOwn || isEditor(user)) && !lacks.remove
  const mayReport = !isOwn && !lacks.report
  const whose = <VisuallyHidden>{comment.writer.name}的评论</VisuallyHidden>
  return (
    <>
      {onAnswer && (
        <button type="button" className={styles.action} onClick={onAnswer}>
          回复{whose}
        </button>
      )}
      {mayRemove ? (
        <button type="button" className={styles.action} onClick={onRemove}>
          删除{whose}
        </button>
      ) : (
        mayReport && (
          <button type="button" className={styles.action} onClick={user ? onReport : () => openDialog('login')}>
            举报{whose}
          </button>
        )
      )}
    </>
  )
}
