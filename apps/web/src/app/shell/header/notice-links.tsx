import {
  Bell,
  ClipboardCheck,
  ClipboardList,
  type LucideIconData,
  MessageCircle,
  MessageSquareText,
} from '@lucide/icons'
import { isEditor } from '#domain/people/roles.ts'
import { useSession } from '#lib/session.ts'
import { NOTICE_PATHS, type NoticeKind, useNoticeCounters, useUnreadTotal } from '#live/notice-counters.ts'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { UnreadBadge } from '#ui/unread-badge.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { ADMIN_LINK } from './menu.ts'
import styles from './notice-links.module.css'

const LINKS: readonly { kind: NoticeKind; text: string; icon: LucideIconData }[] = [
  { kind: 'system', text: '系统通知', icon: Bell },
  { kind: 'comment', text: '评论', icon: MessageCircle },
  { kind: 'private', text: '私信', icon: MessageSquareText },
]

/** Links of a member's menu: the member's orders, each kind of notice with its unread count, and the pages of staff. */
export function NoticeLinks({ className, onFollow }: { className: string | undefined; onFollow?: () => void }) {
  const counters = useNoticeCounters()
  const isStaff = useSession(({ user }) => isEditor(user))
  return (
    <>
      <Link className={className} to="/my-orders" onClick={onFollow}>
        <Icon of={ClipboardList} sizePx={18} />
        我的委托
      </Link>
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

/** A dot while anything is unread, with the count for screen readers. */
export function UnreadDot() {
  const count = useUnreadTotal()
  if (count === 0) return null
  return (
    <span className={styles.dot}>
      <VisuallyHidden>，{count} 条未读</VisuallyHidden>
    </span>
  )
}
