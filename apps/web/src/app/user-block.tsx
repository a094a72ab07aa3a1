import { LogOut, PenLine, UserRound } from 'lucide-react'
import { Link } from 'react-router-dom'
import { classNames } from '#lib/class-names.ts'
import { openDialog } from '#lib/dialogs.ts'
import { useSession } from '#lib/session.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Dropdown } from './dropdown.tsx'
import { useLogOut } from './log-out.ts'
import { NoticeLinks, UnreadDot } from './notice-links.tsx'
import styles from './user-block.module.css'

/** Who is logged in, with the way out; or the way in. */
export function UserBlock({ className }: { className?: string | undefined }) {
  const user = useSession((state) => state.user)
  const logOut = useLogOut()
  if (!user) {
    return (
      <Button className={className} variant="quiet" onClick={() => openDialog('login')}>
        登录
      </Button>
    )
  }
  const name = user.nickname || '我的账号'
  return (
    <div className={classNames(styles.root, className)}>
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
        <NoticeLinks className={styles.item} />
        <button type="button" className={styles.item} onClick={logOut}>
          <Icon of={LogOut} sizePx={18} />
          退出登录
        </button>
      </Dropdown>
    </div>
  )
}
