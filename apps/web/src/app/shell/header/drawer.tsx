import {
  CircleQuestionMark,
  FileText,
  FlaskConical,
  Gem,
  House,
  LogOut,
  type LucideIconData,
  Newspaper,
  ReceiptText,
  ShoppingBag,
  X,
} from '@lucide/icons'
import { CATEGORY } from '@portal/contract/constants.ts'
import { useLocation } from 'react-router-dom'
import type { Site } from '#domain/site/site.ts'
import { logOut } from '#features/account/log-out.ts'
import { useApi } from '#lib/api/api-context.ts'
import { closeDialog, openDialog } from '#lib/dialogs.ts'
import { useSession } from '#lib/session.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Brand } from '#ui/brand.tsx'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { Button } from '#ui/forms/button.tsx'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import shared from '#ui/shared.module.css'
import { ElderToggle } from '../elder-toggle.tsx'
import { ThemeToggle } from '../theme.tsx'
import styles from './drawer.module.css'
import { getCurrentMark, LINK_ICONS, listLinks } from './menu.ts'
import { NoticeLinks } from './notice-links.tsx'

const ICONS: Readonly<Record<string, LucideIconData>> = {
  ...LINK_ICONS,
  '/': House,
  '/notice/fees': ReceiptText,
  [`/tags?categoryId=${CATEGORY.news}`]: Newspaper,
  [`/tags?categoryId=${CATEGORY.research}`]: FlaskConical,
  '/gem': Gem,
  '/surrounding': ShoppingBag,
  '/question': CircleQuestionMark,
}

const close = () => closeDialog('drawer')

/** The menu of narrow screens. */
export function Drawer({ site }: { site: Site }) {
  const location = useLocation()
  return (
    <Dialog label="菜单" placement="left" className={styles.root} hasCloseButton={false} dismissOnScrim onClose={close}>
      <div className={styles.head}>
        <Link to="/" className={styles.brand} aria-label={`${site.name} 首页`} onClick={close}>
          <Brand {...site.mark} />
        </Link>
        <IconButton icon={X} label="关闭菜单" onClick={close} />
      </div>
      <nav className={styles.menu} aria-label="菜单">
        {site.headerMenu.map((item) => (
          <section className={styles.group} key={item.text + item.to} aria-label={item.links && item.text}>
            {item.links && <h2 className={styles.title}>{item.text}</h2>}
            <ul className={styles.links}>
              {listLinks(item).map(({ text, to }) => (
                <li key={to}>
                  <Link className={styles.link} to={to} aria-current={getCurrentMark(to, location)} onClick={close}>
                    <Icon of={ICONS[to] ?? FileText} sizePx={20} className={styles.icon} />
                    {text}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <div className={styles.modes}>
        <ElderToggle />
        <ThemeToggle />
      </div>
      <Account />
    </Dialog>
  )
}

function Account() {
  const user = useSession((state) => state.user)
  const api = useApi()
  if (!user) {
    return (
      <div className={styles.foot}>
        <span className={shared.note}>登录后可收藏、评论</span>
        <Button onClick={() => openDialog('login')}>登录</Button>
      </div>
    )
  }
  const name = user.nickname || '我的账号'
  return (
    <>
      <nav className={styles.own} aria-label="我的">
        <NoticeLinks className={styles.ownLink} onFollow={close} />
      </nav>
      <div className={styles.foot}>
        <Link className={styles.user} to="/user" onClick={close}>
          <Avatar name={name} src={user.avatar} />
          <span className={styles.name}>{name}</span>
        </Link>
        <Button icon={LogOut} variant="outline" onClick={() => void logOut(api)}>
          退出登录
        </Button>
      </div>
    </>
  )
}
