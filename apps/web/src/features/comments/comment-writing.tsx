import { useState } from 'react'
import { openDialog } from '#lib/dialogs.ts'
import { useSession } from '#lib/session.ts'
import { useDraft } from '#lib/use-draft.ts'
import { WritingBox } from '#ui/forms/writing-box.tsx'
import type { AnswerTo } from './comment-view.ts'
import styles from './comments.module.css'
import type { Comments } from './use-comments.ts'

export interface CommentWritingProps {
  comments: Pick<Comments, 'articleId' | 'post'>
  answerTo?: AnswerTo
  /** Called when the reply was sent or cancelled. */
  onDone?: () => void
}

/** Limit of `POST /v1/comment/` (contract, `postComment`), in characters. */
const COMMENT_MAX = 2000

/** Form to write a comment or reply. Visitors may write too; they must log in before it is sent. */
export function CommentWriting({ comments, answerTo, onDone }: CommentWritingProps) {
  const isMember = useSession(({ user }) => user !== null)
  const draft = useDraft(`comment-draft:${comments.articleId}${answerTo ? `:${answerTo.comment.id}` : ''}`)
  const [fault, setFault] = useState<string>()
  const name = answerTo?.comment.writer.name
  const word = answerTo ? '发表回复' : '发表评论'

  const send = async () => {
    setFault(undefined)
    const typed = draft.take()
    const isThere = await comments.post(typed, answerTo)
    if (isThere) {
      draft.drop()
      onDone?.()
    } else {
      draft.giveBack(typed)
      setFault(`${answerTo ? '回复' : '评论'}没有发出，内容已放回输入框`)
    }
  }
  return (
    <>
      <WritingBox
        label={name ? `回复${name}` : '写评论'}
        placeholder={name ? `回复 ${name}` : '写下你的看法'}
        draft={draft}
        max={COMMENT_MAX}
        submitWord={isMember ? word : `登录后${answerTo ? '回复' : '发表'}`}
        onSubmit={() => (isMember ? void send() : openDialog('login'))}
        fault={fault}
        takesFocus={answerTo !== undefined}
        {...(onDone && { onCancel: onDone })}
      />
      {!answerTo && (
        <noscript>
          <p className={styles.plain}>发表评论需要浏览器启用 JavaScript。</p>
        </noscript>
      )}
    </>
  )
}
