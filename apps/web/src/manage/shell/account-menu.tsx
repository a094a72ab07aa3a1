import { LogOut, ShieldCheck, UserRound } from '@lucide/icons'
import { DUTY_NAMES } from '@portal/contract/accounts/duties.ts'
import { useNavigate } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { Menu, MenuAnchor, MenuButton } from '#manage/controls/layout/menu.tsx'
import { logOut } from '#manage/staff/log-out.ts'
import { useSelf } from '#manage/staff/staff-store.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Icon } from '#ui/icon.tsx'
import styles from './top-bar.module.css'

/** The caller's menu at the right end of the top bar. */
export function AccountMenu() {
  const api = useApi()
  const navigate = useNavigate()
  const { nickname, avatar, duties } = useSelf()
  const isOwner = duties.includes('owner')
  const names = isOwner ? DUTY_NAMES.owner : duties.map((duty) => DUTY_NAMES[duty]).join('、')
  return (
    <Menu
      className={styles.me}
      label={
        <>
          <span className={styles.avatar} data-owner={isOwner || undefined}>
            <Avatar name={nickname} src={avatar} />
          </span>
          <span className={styles.person}>
            {nickname} <small className={styles.duties}>{names}</small>
          </span>
        </>
      }
    >
      <MenuButton onClick={() => void navigate('/security')}>
        <Icon of={ShieldCheck} sizePx={16} />
        登录与安全
      </MenuButton>
      <MenuAnchor href="/user">
        <Icon of={UserRound} sizePx={16} />
        我的主页
      </MenuAnchor>
      <MenuButton onClick={() => void logOut(api)}>
        <Icon of={LogOut} sizePx={16} />
        退出登录
      </MenuButton>
    </Menu>
  )
}
