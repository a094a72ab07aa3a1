import { useEffect, useRef } from 'react'
import { Link } from '#ui/link.tsx'
import styles from './view-tabs.module.css'

export interface View {
  label: string
  to: string
  /** Number of rows; a text where it is cut: 1000+. */
  count?: number | string
  isCurrent: boolean
}

/** The tabs of a list's views, each with its address. */
export function ViewTabs({ label, views }: { label: string; views: readonly View[] }) {
  const ref = useRef<HTMLElement>(null)
  const current = views.find(({ isCurrent }) => isCurrent)?.to

  // Scrolling tabs show the whole current one and a part of the next.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab has become the current one
  useEffect(() => {
    const root = ref.current
    const tab = root?.querySelector<HTMLElement>('[aria-current]')
    if (!root || !tab) return
    const begin = tab.offsetLeft - root.offsetLeft
    const end = begin + tab.offsetWidth
    if (begin < root.scrollLeft || end > root.scrollLeft + root.clientWidth) {
      root.scrollLeft = begin - (root.clientWidth - tab.offsetWidth) / 2
    }
  }, [current])

  return (
    <nav className={styles.root} aria-label={label} ref={ref}>
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
