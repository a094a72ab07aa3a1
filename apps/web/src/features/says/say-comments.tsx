import { useState } from 'react'
import { openDialog } from '#lib/dialogs.ts'
import { formatDateTime, toMachineDate } from '#lib/format.ts'
import { useSession } from '#lib/session.ts'
import { useDraft } from '#lib/use-draft.ts'
import { PersonLink } from '#ui/person-link.tsx'
import { RichText } from '#ui/rich-text.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { WritingBox } from '#ui/writing-box.tsx'
import styles from './say-comments.module.css'
import type { SayPerson, SayView } from './say-view.ts'
import type { SayActs } from './use-say.ts'

export interface SayCommentsProps {
  say: SayView
  acts: Pick<SayActs, 'comment'>
  /** The box for a comment is open. */
  isOpen: boolean
}

/** What was said to a short post, oldest first, and where more is said. */
export function SayComments({ say, acts, isOpen }: SayCommentsProps) {
  const [answered, setAnswered] = useState<SayPerson | null>(null)
  const isBoxOpen = isOpen || answered !== null
  if (say.comments.length === 0 && !isBoxOpen) return null
  return (
    <div className={styles.root}>
      {say.comments.length > 0 && (
        <ol className={styles.list} aria-label="评论">
          {say.comments.map(({ key, writer, answers, html, at, isPending }) => (
            <li className={styles.item} key={key} data-pending={isPending || undefined}>
              <PersonLink userId={writer.id} name={writer.name} />
              {answers && <span className={styles.soft}> 回复 {answers}</span>}
              ：<RichText html={html} variant="inline" className={styles.text} />{' '}
              <span className={styles.meta}>
                {isPending ? (
                  <span role="status">发送中</span>
                ) : (
                  <>
                    <time dateTime={toMachineDate(at)}>{at === null ? '刚刚' : formatDateTime(at)}</time>
                    <button type="button" className={styles.act} onClick={() => setAnswered(writer)}>
                      回复<VisuallyHidden>{writer.name}</VisuallyHidden>
                    </button>
                  </>
                )}
              </span>
            </li>
          ))}
        </ol>
      )}
      {isBoxOpen && (
        <CommentBox
          key={answered?.id ?? ''}
          sayId={say.id}
          answered={answered}
          acts={acts}
          onDone={() => setAnswered(null)}
        />
      )}
    </div>
  )
}

/** Limit of `POST /v1/say/comment` (contract, `commentSay`), in characters. */
const COMMENT_MAX = 1000

interface CommentBoxProps {
  sayId: string
  answered: SayPerson | null
  acts: Pick<SayActs, 'comment'>
  onDone: () => void
}

function CommentBox({ sayId, answered, acts, onDone }: CommentBoxProps) {
  const isMember = useSession(({ user }) => user !== null)
  const draft = useDraft(`say-comment-draft:${sayId}`)
  const [fault, setFault] = useState<string>()
  const send = async () => {
    setFault(undefined)
    const typed = draft.take()
    if (await acts.comment(typed, answered)) {
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
