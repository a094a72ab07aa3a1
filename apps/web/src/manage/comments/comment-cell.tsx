import { CornerDownRight, Link2, type LucideIconData, OctagonAlert, Undo2, UserCheck } from '@lucide/icons'
import { findLinks, findWordPlaces, HOLD_REASONS, type HoldReason } from '@portal/contract/community/comment-policy.ts'
import type { ManagedComment } from '@portal/contract/community/managed-comments.ts'
import { toRelativeText } from '@portal/contract/relative-time.ts'
import { toInstantMs } from '@portal/contract/time.ts'
import type { ReactNode } from 'react'
import { formatRecent } from '#lib/format.ts'
import { Tag } from '#manage/controls/values/tag.tsx'
import { hasDuty, useSelf } from '#manage/staff/staff-store.ts'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import styles from './comments-page.module.css'

const ICONS: Readonly<Record<HoldReason, LucideIconData>> = {
  all: OctagonAlert,
  first: UserCheck,
  link: Link2,
  word: OctagonAlert,
  back: Undo2,
}

interface CommentCellProps {
  comment: ManagedComment
  /** 拒绝 or 删除, for comments that a person has rejected or deleted. */
  changeWord: string | null
}

/** A comment: its writer, why it waits, its text and its article. */
export function CommentCell({ comment, changeWord }: CommentCellProps) {
  const { articleId, articleTitle, pictures, reasons, replyNickname, word } = comment
  return (
    <div className={styles.comment}>
      <p className={styles.head}>
        <Writer comment={comment} />
        {reasons.map((reason) => (
          <span className={styles.reason} key={reason}>
            <Icon of={ICONS[reason]} sizePx={16} />
            {HOLD_REASONS[reason]}
            {reason === 'word' && word && `：${word}`}
          </span>
        ))}
        {changeWord && comment.changeTime && (
          <Tag>
            {comment.changedBy ?? '已注销的同事'} {formatRecent(comment.changeTime, Date.now())} {changeWord}
          </Tag>
        )}
      </p>
      <p className={styles.text}>
        {replyNickname && <span className={styles.answers}>回复 {replyNickname}：</span>}
        <MarkedReasons comment={comment} />
      </p>
      {pictures.length > 0 && (
        <p className={styles.pictures}>
          {pictures.map((address) => (
            <a key={address} href={address} target="_blank" rel="noreferrer">
              <img src={address} alt="评论中的图片" loading="lazy" />
            </a>
          ))}
        </p>
      )}
      <p className={styles.article}>
        <Icon of={CornerDownRight} sizePx={16} />
        <a href={`/article/${articleId}#comments`} target="_blank" rel="noreferrer">
          {articleTitle}
        </a>
      </p>
    </div>
  )
}

function Writer({ comment: { userId, nickname, createTime, registerTime } }: { comment: ManagedComment }) {
  const { duties } = useSelf()
  const nowMs = Date.now()
  const registeredAt = toInstantMs(registerTime)
  const name = nickname ?? '用户'
  return (
    <>
      {userId && hasDuty(duties, ['support']) ? (
        <Link className={styles.name} to={`/people/${userId}`}>
          {name}
        </Link>
      ) : (
        <b className={styles.name}>{name}</b>
      )}
      <span>{formatRecent(createTime, nowMs)}</span>
      {registeredAt !== null && <span>注册于{toRelativeText(registeredAt, nowMs)}</span>}
    </>
  )
}

/** The text, in which the links and the listed word are marked that held it back. */
function MarkedReasons({ comment: { text, reasons, word } }: { comment: ManagedComment }): ReactNode {
  const places = [
    ...(reasons.includes('link') ? findLinks(text) : []),
    ...(word === null ? [] : findWordPlaces(text, word)),
  ].sort((one, other) => one.from - other.from)
  const parts: ReactNode[] = []
  let end = 0
  for (const { from, to } of places) {
    if (from < end) continue
    parts.push(text.slice(end, from), <mark key={from}>{text.slice(from, to)}</mark>)
    end = to
  }
  return [...parts, text.slice(end)]
}
