import { useState } from 'react'
import { PersonLink } from '#domain/people/person-link.tsx'
import { isEditor } from '#domain/people/roles.ts'
import { openDialog } from '#lib/dialogs.ts'
import { formatDateTime, toMachineDate } from '#lib/format.ts'
import { useSession } from '#lib/session.ts'
import { showToast } from '#lib/toasts.ts'
import { useDraft } from '#lib/use-draft.ts'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { WritingBox } from '#ui/forms/writing-box.tsx'
import { RichText } from '#ui/rich-text/rich-text.tsx'
import shared from '#ui/shared.module.css'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './post-comments.module.css'
import type { PostCommentView, PostPerson, PostView } from './post-view.ts'
import type { PostActions } from './use-post.ts'

export interface PostCommentsProps {
  post: PostView
  actions: Pick<PostActions, 'comment' | 'removeComment' | 'lacksRemoveComment'>
  isOpen: boolean
}

/** The comments on a short post, oldest first, and a form for another comment. */
export function PostComments({ post, actions, isOpen }: PostCommentsProps) {
  const [answered, setAnswered] = useState<PostPerson | null>(null)
  const [deleting, setDeleting] = useState<PostCommentView | null>(null)
  const isBoxOpen = isOpen || answered !== null
  if (post.comments.length === 0 && !isBoxOpen) return null
  return (
    <div className={styles.root}>
      {post.comments.length > 0 && (
        <ol className={styles.list} aria-label="评论">
          {post.comments.map((comment) => (
            <li className={styles.item} key={comment.key} data-pending={comment.isPending || undefined}>
              <PersonLink
                userId={comment.writer.id}
                name={comment.writer.name}
                isStaff={comment.writer.isStaff === true}
              />
              {comment.answers && <span className={shared.faint}> 回复 {comment.answers}</span>}
              {/* The space lets the line break before the details. */}
              ：<RichText html={comment.html} variant="inline" className={styles.text} />
              {'\u2002'}
              <span className={styles.meta}>
                {comment.isPending ? (
                  <span role="status">发送中</span>
                ) : (
                  <CommentActions
                    comment={comment}
                    lacksRemove={actions.lacksRemoveComment}
                    onAnswer={() => setAnswered(comment.writer)}
                    onRemove={() => setDeleting(comment)}
                  />
                )}
              </span>
            </li>
          ))}
        </ol>
      )}
      {isBoxOpen && (
        <CommentBox
          key={answered?.id ?? ''}
          postId={post.id}
          answered={answered}
          actions={actions}
          onDone={() => setAnswered(null)}
        />
      )}
      {deleting && (
        <RemoveDialog
          comment={deleting}
          onRemove={() => actions.removeComment(deleting)}
          onClose={() => setDeleting(null)}
        />
      )}
    </div>
  )
}

interface CommentActionsProps {
  comment: PostCommentView
  lacksRemove: boolean
  onAnswer: () => void
  onRemove: () => void
}

interface RemoveDialogProps {
  comment: PostCommentView
  onRemove: () => Promise<void>
  onClose: () => void
}

function RemoveDialog({ comment: { writer }, onRemove, onClose }: RemoveDialogProps) {
  const isOwn = useSession(({ user }) => user !== null && user.id === writer.id)
  return (
    <ConfirmDialog
      title={isOwn ? '删除这条评论？' : `删除“${writer.name}”的评论？`}
      confirmLabel="删除"
      busyLabel="删除中"
      onConfirm={async () => {
        await onRemove()
        showToast('success', '评论已删除')
      }}
      onClose={onClose}
    >
      删除后不能恢复。
    </ConfirmDialog>
  )
}

function CommentActions({ comment: { id, writer, at }, lacksRemove, onAnswer, onRemove }: CommentActionsProps) {
  const user = useSession((state) => state.user)
  const mayRemove = id !== null && !lacksRemove && ((user !== null && user.id === writer.id) || isEditor(user))
  return (
    <>
      <time dateTime={toMachineDate(at)}>{at === null ? '刚刚' : formatDateTime(at)}</time>
      <button type="button" className={styles.action} onClick={onAnswer}>
        回复<VisuallyHidden>{writer.name}</VisuallyHidden>
      </button>
      <span className={styles.place}>
        {mayRemove && (
          <button type="button" className={styles.action} onClick={onRemove}>
            删除<VisuallyHidden>{writer.name}的评论</VisuallyHidden>
          </button>
        )}
      </span>
    </>
  )
}

/** Limit of `POST /v1/say/comment` (contract, `commentSay`), in characters. */
const COMMENT_MAX = 1000

interface CommentBoxProps {
  postId: string
  answered: PostPerson | null
  actions: Pick<PostActions, 'comment'>
  onDone: () => void
}

function CommentBox({ postId, answered, actions, onDone }: CommentBoxProps) {
  const isMember = useSession(({ user }) => user !== null)
  const draft = useDraft(`say-comment-draft:${postId}`)
  const [fault, setFault] = useState<string>()
  const send = async () => {
    setFault(undefined)
    const typed = draft.take()
    if (await actions.comment(typed, answered)) {
      draft.drop()
      onDone()
    } else {
      draft.giveBack(typed)
      setFault('评论没有发出，内容已放回输入框')
    }
  }
  const words = answered ? `回复 ${answered.name}` : '写评论'
  return (
    <WritingBox
      label={words}
      placeholder={answered ? words : '写下你的看法'}
      draft={draft}
      max={COMMENT_MAX}
      submitWord={isMember ? '发表' : '登录后发表'}
      onSubmit={() => (isMember ? void send() : openDialog('login'))}
      fault={fault}
      takesFocus
      {...(answered && { onCancel: onDone })}
    />
  )
}
