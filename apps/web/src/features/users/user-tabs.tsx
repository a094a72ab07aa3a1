import { Link } from 'react-router-dom'
import { TABS, type TabName, tabAddress } from './user-address.ts'
import styles from './user-tabs.module.css'

export interface UserTabsProps {
  current: TabName
  /** Those that upstream has nothing for. */
  missing: ReadonlySet<TabName>
}

/** Each tab has an address of its own; changing it leaves the page where it was scrolled to. */
export function UserTabs({ current, missing }: UserTabsProps) {
  return (
    <nav className={styles.root} aria-label="个人主页">
      {TABS.filter(({ name }) => !missing.has(name)).map(({ name, text }) => (
        <Link
          className={styles.tab}
          key={name}
          to={tabAddress(name)}
          preventScrollReset
          aria-current={name === current ? 'page' : undefined}
        >
          {text}
        </Link>
      ))}
    </nav>
  )
}
