import { ArrowUpRight, CircleQuestionMark, Keyboard, Menu as MenuIcon, Search } from '@lucide/icons'
import { KeyCaps } from '#manage/controls/keys/key-caps.tsx'
import { usePlaceCounts } from '#manage/staff/place-counts.ts'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { AccountMenu } from './account-menu.tsx'
import { useSite } from './site-info.ts'
import { ThemeButton } from './theme-button.tsx'
import styles from './top-bar.module.css'

interface TopBarProps {
  /** Address in the handbook. */
  helpTo: string
  onMenu: () => void
  onJump: () => void
  onKeys: () => void
}

/** The top bar: jump list, public site, keys, theme, account menu. */
export function TopBar({ helpTo, onMenu, onJump, onKeys }: TopBarProps) {
  const { mark } = useSite((state) => state.site)
  const waiting = usePlaceCounts(({ counts }) => Object.values(counts).reduce((sum, { count }) => sum + count, 0))
  return (
    <header className={styles.root}>
      <IconButton
        className={styles.narrow}
        icon={MenuIcon}
        count={waiting}
        label={waiting > 0 ? `打开管理菜单，${waiting} 件待办` : '打开管理菜单'}
        onClick={onMenu}
      />
      <span className={styles.title}>
        {mark.head} <small>管理</small>
      </span>
      <button type="button" className={styles.jump} onClick={onJump}>
        <Icon of={Search} sizePx={16} />
        <span className={styles.jumpWords}>搜索或跳转</span>
        <span className={styles.jumpKeys}>
          <KeyCaps of="Mod+K" />
        </span>
      </button>
      <a className={styles.site} href="/">
        查看网站
        <Icon of={ArrowUpRight} sizePx={16} />
      </a>
      <Link className={styles.help} to={helpTo} aria-label="本页手册" title="本页手册">
        <Icon of={CircleQuestionMark} />
      </Link>
      <IconButton className={styles.wide} icon={Keyboard} label="快捷键" title="快捷键 ?" onClick={onKeys} />
      <ThemeButton className={styles.wide} />
      <AccountMenu />
    </header>
  )
}
