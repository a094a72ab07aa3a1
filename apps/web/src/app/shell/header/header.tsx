import { Menu, Search } from '@lucide/icons'
import { type MouseEvent, useEffect, useRef } from 'react'
import type { Site } from '#domain/site/site.ts'
import { classNames } from '#lib/class-names.ts'
import { openDialog } from '#lib/dialogs.ts'
import { deferredPart } from '#lib/parts/deferred-part.ts'
import { useSession } from '#lib/session.ts'
import { useUnreadTotal } from '#live/notice-counters.ts'
import { Brand } from '#ui/brand.tsx'
import { Container } from '#ui/container.tsx'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { Link } from '#ui/link.tsx'
import progress from '../reading-progress.module.css'
import { watchScroll } from '../scroll-watch.ts'
import { ThemeToggle } from '../theme.tsx'
import styles from './header.module.css'
import { MainNav } from './main-nav.tsx'
import { listLinks, SEARCH_PATH } from './menu.ts'

export function Header({ site }: { site: Site }) {
  return (
    <header ref={useSlide()} className={classNames(styles.root, 'slide-down')}>
      <Container width="shell" className={styles.bar}>
        <Burger />
        <Link className={styles.brand} to="/" aria-label={`${site.name} 首页`}>
          <Brand {...site.mark} />
        </Link>
        <MainNav menu={site.headerMenu} />
        <div className={styles.tools}>
          <ButtonLink
            icon={Search}
            className={styles.search}
            variant="quiet"
            to={SEARCH_PATH}
            aria-label="搜索新闻，快捷键 Ctrl+K"
            aria-haspopup="dialog"
            title="搜索（Ctrl+K）"
            onClick={openSearch}
          >
            <span className={styles.searchWord}>搜索</span>
          </ButtonLink>
          <ThemeToggle className={styles.wideOnly} />
          <ButtonLink className={classNames(styles.wideOnly, styles.contact)} to="/contact-us">
            联系咨询
          </ButtonLink>
          <UserBlock className={styles.user} />
        </div>
      </Container>
      <noscript>
        <nav className={styles.plainMenu} aria-label="菜单">
          {site.headerMenu.flatMap(listLinks).map(({ text, to }) => (
            <a key={to} href={to}>
              {text}
            </a>
          ))}
        </nav>
      </noscript>
      <ReadingProgress />
    </header>
  )
}

/** Parts of which the header of another language is built. */
export const HEADER_PARTS = { Brand, Container, ReadingProgress, useSlide, header: styles }

/** Opens the drawer; shows the number of unread notices, which the drawer links to. */
function Burger() {
  const unread = useUnreadTotal()
  const label = unread > 0 ? `打开菜单，${unread} 条未读` : '打开菜单'
  return (
    <IconButton
      className={styles.burger}
      icon={Menu}
      label={label}
      count={unread}
      onClick={() => openDialog('drawer')}
    />
  )
}

/** A plain click opens the dialog; with a modifier key, or without JavaScript, the link opens the search page. */
function openSearch(event: MouseEvent): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  openDialog('search')
}

/** Hides the header while scrolling down and shows it while scrolling up, by the class names of the specification. */
function useSlide() {
  const ref = useRef<HTMLElement>(null)
  useEffect(
    () =>
      watchScroll(({ direction }) => {
        const header = ref.current
        if (!header) return
        const isUp = direction === 'down' && !header.matches(':focus-within')
        header.classList.toggle('slide-up', isUp)
        header.classList.toggle('slide-down', !isUp)
      }),
    [],
  )
  return ref
}

/** Shows the scroll position on a scale at the header's lower edge; stays at the top when the header hides. */
function ReadingProgress() {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(
    () =>
      watchScroll(({ percent }) => {
        const scale = ref.current
        if (!scale) return
        scale.style.setProperty('--progress', `${percent}%`)
        scale.toggleAttribute('data-moved', Number(percent) > 0)
        const label = scale.lastElementChild
        if (label) label.textContent = `${percent}%`
      }),
    [],
  )
  return (
    // Hidden from screen readers, which report the position themselves.
    <div ref={ref} className={progress.root} aria-hidden="true">
      <div className={progress.bar} />
      <span className={progress.label}>0.00%</span>
    </div>
  )
}

interface UserBlockProps {
  className?: string | undefined
}

/* The login button is shown until the block is loaded, so that the menu does not move. */
const MemberBlock = deferredPart(async () => (await import('./member-block.tsx')).MemberBlock, LoginButton)

function UserBlock({ className }: UserBlockProps) {
  const user = useSession((state) => state.user)
  return user ? <MemberBlock user={user} className={className} /> : <LoginButton className={className} />
}

function LoginButton({ className }: UserBlockProps) {
  return (
    <Button className={className} variant="quiet" onClick={() => openDialog('login')}>
      登录
    </Button>
  )
}
