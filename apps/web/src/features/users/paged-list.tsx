import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ApiClient } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { LIST_PAGE_SIZE, type PageQuery, toPageQuery } from '#lib/api/list-pages.ts'
import { Button } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { LoadMore } from '#ui/lists/load-more.tsx'
import styles from './user-pages.module.css'

interface PagedListProps<Row extends Keyed> {
  pages: Pages<Row>
  label: string
  children: (row: Row) => ReactNode
  /** Content for an empty list: one next step. */
  empty: ReactNode
  /** Whether the list has only one page. */
  isWhole?: boolean
}

/** The rows of a list, followed by the button for more rows, the end mark, or the error. */
export function PagedList<Row extends Keyed>({ pages, label, children, empty, isWhole = false }: PagedListProps<Row>) {
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
          <li key={row.id}>{children(row)}</li>
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

/** A list of the logged-in user, page by page. */
interface Pages<Row> {
  rows: readonly Row[]
  /** `failed`: the first or the next page could not be loaded. */
  state: 'loading' | 'ready' | 'failed'
  hasMore: boolean
  /** Loads the next page, or the failed page again. */
  load: () => void
  /** Removes a row that no longer exists. */
  drop: (row: Row) => void
}

interface Keyed {
  id: string | number
}

/**
 * Loads one page.
 * @throws ApiError, which the API client has shown
 */
export type PageLoader<Row> = (api: ApiClient, query: PageQuery) => Promise<{ rows: readonly Row[]; pages: number }>

type Found<Row> = Pick<Pages<Row>, 'rows' | 'state' | 'hasMore'>

/** Loads the first page when the list is mounted. A loader cannot do it, because the server does not know the user. */
export function usePages<Row extends Keyed>(loadPage: PageLoader<Row>): Pages<Row> {
  const api = useApi()
  const [found, setFound] = useState<Found<Row>>({ rows: [], state: 'loading', hasMore: false })
  const controllerRef = useRef<AbortController | null>(null)

  const load = async (known: readonly Row[], signal: AbortSignal) => {
    setFound((before) => ({ ...before, state: 'loading' }))
    // The page number is derived from the shown rows: after rows were removed, the next page overlaps with the last
    // one.
    const query = toPageQuery(Math.floor(known.length / LIST_PAGE_SIZE) + 1)
    try {
      const { rows, pages } = await loadPage(api.bindTo(signal), query)
      const ids = new Set(known.map(({ id }) => id))
      const added = rows.filter(({ id }) => !ids.has(id))
      setFound({ rows: [...known, ...added], state: 'ready', hasMore: pages > query.pageNo })
    } catch {
      if (!signal.aborted) setFound((before) => ({ ...before, state: 'failed' }))
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the list is mounted
  useEffect(() => {
    const controller = new AbortController()
    controllerRef.current = controller
    // Skips the first of the two effects that React runs in development.
    queueMicrotask(() => {
      if (!controller.signal.aborted) void load([], controller.signal)
    })
    return () => controller.abort()
  }, [])

  return {
    ...found,
    load: () => {
      const signal = controllerRef.current?.signal
      if (found.state !== 'loading' && signal && !signal.aborted) void load(found.rows, signal)
    },
    drop: ({ id }) => setFound((before) => ({ ...before, rows: before.rows.filter((row) => row.id !== id) })),
  }
}
