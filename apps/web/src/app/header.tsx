import { Menu, Search } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { classNames } from '#lib/class-names.ts'
import { openDialog } from '#lib/dialogs.ts'
import { Brand } from '#ui/brand.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Container } from '#ui/container.tsx'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import styles from './header.module.css'
import { MainNav } from './main-nav.tsx'
import { ReadingProgress } from './reading-progress.tsx'
import { watchScroll } from './scroll-watch.ts'
import type { Site } from './site.ts'
import { ThemeToggle } from './theme-toggle.tsx'
import { UserBlock } from './user-block.tsx'

export function Header({ site }: { site: Site }) {
  return (
    <header ref={useSlide()} className={classNames(styles.root, 'slide-down')}>
      <Container width="shell" className={styles.bar}>
        <IconButton className={styles.burger} icon={Menu} label="打开菜单" onClick={() => openDialog('drawer')} />
        <Link className={styles.brand} to="/" aria-label={`${site.name} 首页`}>
          <Brand {...site.mark} />
        </Link>
        <MainNav />
        <div className={styles.tools}>
          <Button
            className={styles.search}
            variant="quiet"
            aria-label="搜索新闻，快捷键 Ctrl+K"
            title="搜索（Ctrl+K）"
            onClick={() => openDialog('search')}
          >
            <Icon of={Search} sizePx={18} />
            <span className={styles.searchWord}>搜索</span>
          </Button>
          <ThemeToggle className={styles.wideOnly} />
          <ButtonLink className={styles.wideOnly} to="/contact-us">
            联系咨询
          </ButtonLink>
          <UserBlock className={styles.user} />
        </div>
      </Container>
      <ReadingProgress />
    </header>
  )
}

/** Slides the header away on the way down and back on the way up, by the two class names of the specification. */
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
