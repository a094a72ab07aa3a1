import { Bell, ClipboardCheck, type LucideIconData, MessageCircle, MessageSquareText } from '@lucide/icons'
import { isEditor } from '#domain/people/roles.ts'
import { useSession } from '#lib/session.ts'
import { type NoticeKind, useNoticeCounters } from '#live/notice-counters.ts'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { UnreadBadge } from '#ui/unread-badge.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { ADMIN_LINK } from './menu.ts'
import styles from './notice-links.module.css'
import { NOTICE_PATHS } from './notice-paths.ts'

const LINKS: readonly { kind: NoticeKind; text: string; icon: LucideIconData }[] = [
  { kind: 'system', text: '系统通知', icon: Bell },
  { kind: 'comment', text: '评论', icon: MessageCircle },
  { kind: 'private', text: '私信', icon: MessageSquareText },
]

export interface NoticeLinksProps {
  className: string | undefined
  onFollow?: () => void
}

/** For a member's menu: each kind of notice with the number of unread ones, and for staff the way to where they work. */
export function NoticeLinks({ className, onFollow }: NoticeLinksProps) {
  const counters = useNoticeCounters()
  const isStaff = useSession(({ user }) => isEditor(user))
  return (
    <>
      {LINKS.map(({ kind, text, icon }) => (
        <Link className={className} key={kind} to={NOTICE_PATHS[kind]} onClick={onFollow}>
          <Icon of={icon} sizePx={18} />
          {text}{' '}
          <span className={styles.end}>
            <UnreadBadge count={counters[kind]} />
          </span>
        </Link>
      ))}
      {isStaff && (
        <Link className={className} to={ADMIN_LINK.to} onClick={onFollow}>
          <Icon of={ClipboardCheck} sizePx={18} />
          {ADMIN_LINK.text}
        </Link>
      )}
    </>
  )
}

/** Something of any kind is unread: a dot, and the number for those who do not see it. */
export function UnreadDot() {
  const count = useNoticeCounters(({ system, comment, private: messages }) => system + comment + messages)
  if (count === 0) return null
  return (
    <span className={styles.dot}>
      <VisuallyHidden>，{count} 条未读</VisuallyHidden>
    </span>
  )
}
