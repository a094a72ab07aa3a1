import { useEffect, useRef } from 'react'
import { TabLinks } from '#ui/lists/tab-links.tsx'
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
    <TabLinks
      label={label}
      tabs={views.map(({ label: words, to, count, isCurrent }) => ({
        text: (
          <>
            {words}
            {count !== undefined && <span className={styles.count}>{count}</span>}
          </>
        ),
        to,
        isCurrent,
      }))}
      keepsPlace
      className={styles.root}
      tabClass={styles.tab}
      ref={ref}
    />
  )
}
