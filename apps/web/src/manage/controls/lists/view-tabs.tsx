import { Link } from '#ui/link.tsx'
import styles from './view-tabs.module.css'

export interface View {
  label: string
  to: string
  /** Rows in it; as text where it is cut: 1000+. */
  count?: number | string
  isCurrent: boolean
}

/** Saved views of a list, each with its address. */
export function ViewTabs({ label, views }: { label: string; views: readonly View[] }) {
  return (
    <nav className={styles.root} aria-label={label}>
      {views.map(({ label: words, to, count, isCurrent }) => (
        <Link
          className={styles.tab}
          key={to}
          to={to}
          preventScrollReset={true}
          aria-current={isCurrent ? 'page' : undefined}
        >
          {words}
          {count !== undefined && <span className={styles.count}>{count}</span>}
        </Link>
      ))}
    </nav>
  )
}
