import type { ArticleListItem } from '@portal/contract/articles/articles.ts'
import { FIRST_PAGE, SEARCH_PAGE_SIZE } from '@portal/contract/constants.ts'
import { useEffect, useRef, useState } from 'react'
import type { ApiClient } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { readKeyword } from '#lib/keyword.ts'

export const DEBOUNCE_MS = 300

interface Found {
  /** Hits; `null` before the first answer, and when there is no keyword. */
  hits: readonly ArticleListItem[] | null
  pageNo: number
  pages: number
}

export type Search = ReturnType<typeof useSearch>

const NO_HITS: Found = { hits: null, pageNo: FIRST_PAGE, pages: 0 }

/** Searches while the visitor types. A new search aborts the previous one. */
export function useSearch() {
  const api = useApi()
  const [found, setFound] = useState(NO_HITS)
  const [isBusy, setIsBusy] = useState(false)
  const running = useRef<AbortController | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const keyword = useRef('')

  const stop = () => {
    clearTimeout(timer.current)
    running.current?.abort()
    running.current = null
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: aborts the running search on unmount
  useEffect(() => stop, [])

  const load = async (pageNo: number) => {
    stop()
    const controller = new AbortController()
    running.current = controller
    setIsBusy(true)
    try {
      const { records, pages } = await api.call('GET /v1/article/search', {
        query: { pageNo, pageSize: SEARCH_PAGE_SIZE, keyword: keyword.current },
        signal: controller.signal,
      })
      if (running.current !== controller) return
      setFound(({ hits }) => ({ hits: pageNo === FIRST_PAGE ? records : [...(hits ?? []), ...records], pageNo, pages }))
    } catch {
      // The search was aborted, or the API client has shown the error; the earlier hits remain.
    } finally {
      if (running.current === controller) setIsBusy(false)
    }
  }

  return {
    hits: found.hits,
    isBusy,
    hasMore: found.pageNo < found.pages,
    /** Searches for the text; `isImmediate` skips the debouncing. */
    search: (text: string, isImmediate = false) => {
      const wanted = readKeyword(text)
      if (wanted === keyword.current && !isImmediate) return
      keyword.current = wanted
      stop()
      if (!wanted) {
        setFound(NO_HITS)
        setIsBusy(false)
      } else if (isImmediate) void load(FIRST_PAGE)
      else timer.current = setTimeout(() => void load(FIRST_PAGE), DEBOUNCE_MS)
    },
    loadMore: () => {
      if (!isBusy) void load(found.pageNo + 1)
    },
    /** Reports that a visitor followed one of the hits. */
    follow: () => reportSearch(api, keyword.current),
  }
}

/** Counts a search with hits. Failures are ignored. */
export function reportSearch(api: ApiClient, keyword: string): void {
  api.call('POST /v1/hot', { body: { keyword }, quiet: true }).catch(() => undefined)
}
