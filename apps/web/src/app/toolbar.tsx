import { ArrowUpToLine, Bell, MessageSquareText } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { openDialog } from '#lib/dialogs.ts'
import { hasUser } from '#lib/session.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { watchScroll } from './scroll-watch.ts'
import { ThemeToggle } from './theme-toggle.tsx'
import styles from './toolbar.module.css'

/** System notices; comments are type 1. */
const NOTICES_PATH = '/notice/id?type=0'
const MESSAGES_PATH = '/im'

/** Comes in from the right once the page was scrolled down. */
export function Toolbar() {
  const ref = useRef<HTMLElement>(null)
  const navigate = useNavigate()
  useEffect(() => watchScroll(({ isToolbarShown }) => ref.current?.toggleAttribute('data-shown', isToolbarShown)), [])
  const goAsMember = (path: string) => {
    if (hasUser()) void navigate(path)
    else openDialog('login')
  }
  return (
    <aside ref={ref} className={styles.root} aria-label="快捷工具">
      <IconButton icon={Bell} label="通知" onClick={() => goAsMember(NOTICES_PATH)} />
      <IconButton icon={MessageSquareText} label="私信" onClick={() => goAsMember(MESSAGES_PATH)} />
      <ThemeToggle />
      <IconButton icon={ArrowUpToLine} label="回到顶部" onClick={goToTop} />
    </aside>
  )
}

function goToTop(): void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  scrollTo({ top: 0, behavior: isStill ? 'auto' : 'smooth' })
}
