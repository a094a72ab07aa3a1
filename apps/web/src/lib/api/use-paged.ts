import { useRef, useState } from 'react'
import { showOffline } from './use-busy.ts'

/** Rows of pages `first` to `last` of a list. */
export interface Paged<Row> {
  rows: readonly Row[]
  first: number
  last: number
  /** Number of pages in the list. */
  pages: number
}

export type PagedList<Row extends { id: string | number }> = ReturnType<typeof usePaged<Row>>

/**
 * Extends a list page by page, at both ends.
 * @param load function that loads one page; it throws ApiError, which the client has shown to the visitor
 */
export function usePaged<Row extends { id: string | number }>(
  start: Paged<Row>,
  load: (pageNo: number) => Promise<Pick<Paged<Row>, 'rows' | 'pages'>>,
) {
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
        // New entries shift the pages, so the last row of a page may be repeated on the next.
        const known = new Set(shown.rows.map(({ id }) => id))
        const added = rows.filter(({ id }) => !known.has(id))
        return side === 'after'
          ? { ...shown, rows: [...shown.rows, ...added], last: pageNo, pages }
          : { ...shown, rows: [...added, ...shown.rows], first: pageNo, pages }
      })
    } catch (reason) {
      showOffline(reason)
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
    /** Updates the shown rows. */
    change: (change: (rows: readonly Row[]) => readonly Row[]) =>
      setPaged((shown) => ({ ...shown, rows: change(shown.rows) })),
    replace: setPaged,
  }
}
