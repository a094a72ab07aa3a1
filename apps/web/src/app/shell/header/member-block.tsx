import { LogOut, PenLine, UserRound } from '@lucide/icons'
import type { UserInfo } from '@portal/contract/accounts/users.ts'
import { lazy, Suspense } from 'react'
import { isEditor, isOwner } from '#domain/people/roles.ts'
import { logOut } from '#features/account/log-out.ts'
import { useApi } from '#lib/api/api-context.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { Dropdown } from './dropdown.tsx'
import styles from './member-block.module.css'
import { NoticeLinks, UnreadDot } from './notice-links.tsx'

const EditLink = lazy(async () => ({ default: (await import('./edit-link.tsx')).EditLink }))

/** Name and menu of the current user. */
export function MemberBlock({ user, className }: { user: UserInfo; className?: string | undefined }) {
  const api = useApi()
  const name = user.nickname || '我的账号'
  return (
    <div className={className}>
      <Dropdown
        align="end"
        triggerClassName={styles.trigger}
        trigger={
          <>
            <Avatar name={name} src={user.avatar} />
            <span className={styles.name}>{name}</span>
            <UnreadDot />
          </>
        }
      >
        <Link className={styles.item} to="/user">
          <Icon of={UserRound} sizePx={18} />
          个人主页
        </Link>
        <Link className={styles.item} to="/newposts">
          <Icon of={PenLine} sizePx={18} />
          写文章
        </Link>
        {/* The menu of the site has no short posts before the first one. */}
        {isOwner(user) && (
          <Link className={styles.item} to="/newSays">
            <Icon of={PenLine} sizePx={18} />
            发说说
          </Link>
        )}
        <NoticeLinks className={styles.item} />
        <button type="button" className={styles.item} onClick={() => void logOut(api)}>
          <Icon of={LogOut} sizePx={18} />
          退出登录
        </button>
      </Dropdown>
      {isEditor(user) && (
        <Suspense>
          <EditLink />
        </Suspense>
      )}
    </div>
  )
}
