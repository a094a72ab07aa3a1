import type { ArticleListItem } from '@portal/contract/articles.ts'
import { FIRST_PAGE, SEARCH_PAGE_SIZE } from '@portal/contract/constants.ts'
import { useEffect, useRef, useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { readKeyword } from '#lib/keyword.ts'
import { reportSearch } from './report-search.ts'

/** Waited after the last key, so that not every key is a search. */
export const DEBOUNCE_MS = 300

interface Found {
  /** `null` before the first answer, and when there is no keyword. */
  hits: readonly ArticleListItem[] | null
  pageNo: number
  pages: number
}

export interface Search extends Pick<Found, 'hits'> {
  isBusy: boolean
  hasMore: boolean
  /** Takes what is typed; whitespace in it does not count. `isHasty`: without waiting for more. */
  search: (text: string, isHasty?: boolean) => void
  loadMore: () => void
  /** A visitor goes to one of the hits. */
  follow: () => void
}

const NOTHING: Found = { hits: null, pageNo: FIRST_PAGE, pages: 0 }

/** Searches while a visitor types: an older search ends when a newer begins, and its answer never shows. */
export function useSearch(): Search {
  const api = useApi()
  const [found, setFound] = useState(NOTHING)
  const [isBusy, setIsBusy] = useState(false)
  const running = useRef<AbortController | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const keyword = useRef('')

  const stop = () => {
    clearTimeout(timer.current)
    running.current?.abort()
    running.current = null
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: ends what runs, once, with the dialog
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
      // Given up for a newer search, or shown by the API client; what was found before stays.
    } finally {
      if (running.current === controller) setIsBusy(false)
    }
  }

  return {
    hits: found.hits,
    isBusy,
    hasMore: found.pageNo < found.pages,
    search: (text, isHasty = false) => {
      const wanted = readKeyword(text)
      if (wanted === keyword.current && !isHasty) return
      keyword.current = wanted
      stop()
      if (!wanted) {
        setFound(NOTHING)
        setIsBusy(false)
      } else if (isHasty) void load(FIRST_PAGE)
      else timer.current = setTimeout(() => void load(FIRST_PAGE), DEBOUNCE_MS)
    },
    loadMore: () => {
      if (!isBusy) void load(found.pageNo + 1)
    },
    follow: () => reportSearch(api, keyword.current),
  }
}
