import type { ReactNode, Ref } from 'react'
import { classNames } from '#lib/class-names.ts'
import { Link } from '../link.tsx'
import { UnreadBadge } from '../unread-badge.tsx'
import styles from './tab-links.module.css'

interface TabLink {
  text: ReactNode
  to: string
  isCurrent?: boolean
  unread?: number
}

export interface TabLinksProps {
  /** Accessible name of the row. */
  label: string
  tabs: readonly TabLink[]
  /** Whether the scroll position is kept. */
  keepsPlace?: boolean
  className?: string | undefined
  /** Class of each tab. */
  tabClass?: string | undefined
  ref?: Ref<HTMLElement>
}

/** Tabs that are links, each with an address. */
export function TabLinks({ label, tabs, keepsPlace = false, className, tabClass, ref }: TabLinksProps) {
  return (
    <nav className={classNames(styles.root, className)} aria-label={label} ref={ref}>
      {tabs.map(({ text, to, isCurrent = false, unread = 0 }) => (
        <Link
          className={classNames(styles.tab, tabClass)}
          key={to}
          to={to}
          preventScrollReset={keepsPlace}
          aria-current={isCurrent ? 'page' : undefined}
        >
          {text} <UnreadBadge count={unread} />
        </Link>
      ))}
    </nav>
  )
}
