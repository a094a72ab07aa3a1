import { useEffect, useRef, useState } from 'react'
import type { ApiClient } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { LIST_PAGE_SIZE, type PageQuery, singlePage } from '#lib/api/list-pages.ts'

/** A list of the logged-in user, page by page. */
export interface Pages<Row> {
  rows: readonly Row[]
  /** `failed`: the first or the next page could not be loaded. */
  state: 'loading' | 'ready' | 'failed'
  hasMore: boolean
  /** Loads the next page, or the failed one again. */
  load: () => void
  /** Removes a row that no longer exists. */
  drop: (row: Row) => void
  keyOf: (row: Row) => string | number
}

export interface PagesOf<Row> {
  /** Loads one page. @throws ApiError, which the API client has shown */
  ask: (api: ApiClient, query: PageQuery) => Promise<{ rows: readonly Row[]; pages: number }>
  keyOf: (row: Row) => string | number
}

type Found<Row> = Pick<Pages<Row>, 'rows' | 'state' | 'hasMore'>

/** Loads the first page when the list is mounted: no loader can, because the server does not know the user. */
export function usePages<Row>(source: PagesOf<Row>): Pages<Row> {
  const api = useApi()
  const sourceRef = useRef(source)
  const [found, setFound] = useState<Found<Row>>({ rows: [], state: 'loading', hasMore: false })
  const controllerRef = useRef<AbortController | null>(null)

  const load = async (known: readonly Row[], signal: AbortSignal) => {
    setFound((before) => ({ ...before, state: 'loading' }))
    const { ask, keyOf } = sourceRef.current
    // Counted from the rows shown: after rows were dropped, the next page overlaps with the last one.
    const query = singlePage(Math.floor(known.length / LIST_PAGE_SIZE) + 1)
    try {
      const { rows, pages } = await ask(api.boundTo(signal), query)
      const keys = new Set(known.map(keyOf))
      const added = rows.filter((row) => !keys.has(keyOf(row)))
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
    keyOf: source.keyOf,
    load: () => {
      const signal = controllerRef.current?.signal
      if (found.state !== 'loading' && signal && !signal.aborted) void load(found.rows, signal)
    },
    drop: (row) => {
      const { keyOf } = sourceRef.current
      setFound((before) => ({ ...before, rows: before.rows.filter((kept) => keyOf(kept) !== keyOf(row)) }))
    },
  }
}
