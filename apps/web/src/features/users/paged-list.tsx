import type { ReactNode } from 'react'
import { Button } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { LoadMore } from '#ui/lists/load-more.tsx'
import styles from './paged-list.module.css'
import type { Pages } from './use-pages.ts'

export interface PagedListProps<Row> {
  pages: Pages<Row>
  label: string
  keyOf: (row: Row) => string | number
  children: (row: Row) => ReactNode
  /** One next step, for when there is nothing. */
  empty: ReactNode
  /** The list comes whole, so that nobody looks for more of it. */
  isWhole?: boolean
}

/** The rows of a list with what stands under them: more, the end, or that it could not be had. */
export function PagedList<Row>({ pages, label, keyOf, children, empty, isWhole = false }: PagedListProps<Row>) {
  const { rows, state, hasMore, load } = pages
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

/** In place of what could not be had. */
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
