import { Link } from '../link.tsx'
import { UnreadBadge } from '../unread-badge.tsx'
import styles from './tab-links.module.css'

interface TabLink {
  text: string
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
}

/** Tabs that are links, each with an address. */
export function TabLinks({ label, tabs, keepsPlace = false }: TabLinksProps) {
  return (
    <nav className={styles.root} aria-label={label}>
      {tabs.map(({ text, to, isCurrent = false, unread = 0 }) => (
        <Link
          className={styles.tab}
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
