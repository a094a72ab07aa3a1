import type { ReactNode } from 'react'
import { Button } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { LoadMore } from '#ui/lists/load-more.tsx'
import type { Pages } from './use-pages.ts'
import styles from './user-pages.module.css'

export interface PagedListProps<Row> {
  pages: Pages<Row>
  label: string
  children: (row: Row) => ReactNode
  /** What to show for an empty list: one next step. */
  empty: ReactNode
  /** The list has one page only. */
  isWhole?: boolean
}

/** The rows of a list, and under them the button for more, the end, or the failure. */
export function PagedList<Row>({ pages, label, children, empty, isWhole = false }: PagedListProps<Row>) {
  const { rows, state, hasMore, load, keyOf } = pages
  if (rows.length === 0 && state === 'loading') {
    return (
      <p className={styles.busy}>
        loading...
        <noscript> 这份列表需要浏览器启用 JavaScript</noscript>
      </p>
    )
  }
  if (rows.length === 0 && state === 'ready' && !hasMore) return <EmptyState>{empty}</EmptyState>
  return (
    <>
      <ul aria-label={label}>
        {rows.map((row) => (
          <li key={keyOf(row)}>{children(row)}</li>
        ))}
      </ul>
      {state === 'failed' ? (
        <LoadFailed onRetry={load} />
      ) : (
        !isWhole && <LoadMore hasMore={hasMore} isBusy={state === 'loading'} onLoad={load} />
      )}
    </>
  )
}

function LoadFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles.failed} role="alert">
      <p>这一部分暂时没有取到</p>
      <Button variant="outline" onClick={onRetry}>
        重新加载
      </Button>
    </div>
  )
}
