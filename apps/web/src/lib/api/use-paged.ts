import { useRef, useState } from 'react'
import { showToast } from '../toasts.ts'
import { ApiError } from './api-client.ts'

/** Rows of pages `first` to `last` of a list. */
export interface Paged<Row> {
  rows: readonly Row[]
  first: number
  last: number
  /** Number of pages. */
  pages: number
}

export interface PagedList<Row> extends Paged<Row> {
  isBusy: boolean
  loadMore: () => Promise<void>
  loadEarlier: () => Promise<void>
  /** Updates the rows shown. */
  change: (change: (rows: readonly Row[]) => readonly Row[]) => void
  replace: (paged: Paged<Row>) => void
}

/**
 * Extends a list page by page, at both ends.
 * @param load loads one page. @throws ApiError, which the client has reported to the visitor
 */
export function usePaged<Row extends { id: string | number }>(
  start: Paged<Row>,
  load: (pageNo: number) => Promise<Pick<Paged<Row>, 'rows' | 'pages'>>,
): PagedList<Row> {
  const [paged, setPaged] = useState(start)
  const [isBusy, setIsBusy] = useState(false)
  const isLoadingRef = useRef(false)

  const add = async (pageNo: number, side: 'before' | 'after') => {
    if (isLoadingRef.current) return
    isLoadingRef.current = true
    setIsBusy(true)
    try {
      const { rows, pages } = await load(pageNo)
      setPaged((shown) => {
        // New entries shift the pages: the last row of one page may repeat on the next.
        const known = new Set(shown.rows.map(({ id }) => id))
        const added = rows.filter(({ id }) => !known.has(id))
        return side === 'after'
          ? { ...shown, rows: [...shown.rows, ...added], last: pageNo, pages }
          : { ...shown, rows: [...added, ...shown.rows], first: pageNo, pages }
      })
    } catch (reason) {
      if (!(reason instanceof ApiError)) showToast('error', '网络不通，请稍后重试')
    } finally {
      isLoadingRef.current = false
      setIsBusy(false)
    }
  }
  return {
    ...paged,
    isBusy,
    loadMore: () => add(paged.last + 1, 'after'),
    loadEarlier: () => add(paged.first - 1, 'before'),
    change: (change) => setPaged((shown) => ({ ...shown, rows: change(shown.rows) })),
    replace: setPaged,
  }
}
