import { useEffect, useRef, useState } from 'react'
import type { ApiClient } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { LIST_PAGE_SIZE, type PageQuery, singlePage } from '#lib/api/list-pages.ts'

/** A list of the reader's own, page after page. */
export interface Pages<Row> {
  rows: readonly Row[]
  /** `failed`: the first page could not be had, or the next one. */
  state: 'loading' | 'ready' | 'failed'
  hasMore: boolean
  /** Asks for the next page, or again for the one that failed. */
  load: () => void
  /** Takes a row out that is no longer there. */
  drop: (row: Row) => void
}

export interface PagesOf<Row> {
  /** One page. @throws ApiError when upstream does not; the visitor has been told */
  ask: (api: ApiClient, query: PageQuery) => Promise<{ rows: readonly Row[]; pages: number }>
  keyOf: (row: Row) => string | number
}

interface Found<Row> {
  rows: readonly Row[]
  state: Pages<Row>['state']
  hasMore: boolean
}

/** Loads the first page when the list is first shown: it belongs to whoever is logged in, so no loader has it. */
export function usePages<Row>(source: PagesOf<Row>): Pages<Row> {
  const api = useApi()
  const sourceRef = useRef(source)
  const [found, setFound] = useState<Found<Row>>({ rows: [], state: 'loading', hasMore: false })
  const controllerRef = useRef<AbortController | null>(null)

  const load = async (known: readonly Row[], signal: AbortSignal) => {
    setFound((before) => ({ ...before, state: 'loading' }))
    const { ask, keyOf } = sourceRef.current
    // Counted by what is shown: after rows were dropped, the next page begins before the end of the one before.
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the list is first shown
  useEffect(() => {
    const controller = new AbortController()
    controllerRef.current = controller
    // In development React undoes and redoes the effect at once: only what is left then asks.
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
    drop: (row) => {
      const { keyOf } = sourceRef.current
      setFound((before) => ({ ...before, rows: before.rows.filter((kept) => keyOf(kept) !== keyOf(row)) }))
    },
  }
}
