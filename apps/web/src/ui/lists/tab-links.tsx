import { Link } from '../link.tsx'
import { UnreadBadge } from '../unread-badge.tsx'
import styles from './tab-links.module.css'

interface TabLink {
  text: string
  to: string
  isCurrent?: boolean
  /** Shown beside the words when it is more than 0. */
  unread?: number
}

export interface TabLinksProps {
  /** Names the row for those who do not see it. */
  label: string
  tabs: readonly TabLink[]
  /** The page stays where it was scrolled to. */
  keepsPlace?: boolean
}

/** Views of one page side by side, each with an address of its own; the one shown has a ruler under it. */
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
