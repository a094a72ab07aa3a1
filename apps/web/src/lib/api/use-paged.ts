import { useRef, useState } from 'react'
import { showToast } from '../toasts.ts'
import { ApiError } from './api-client.ts'

/** Rows of a list that is shown from page `first` to page `last`. */
export interface Paged<Row> {
  rows: readonly Row[]
  first: number
  last: number
  /** Pages there are in all. */
  pages: number
}

export interface PagedList<Row> extends Paged<Row> {
  isBusy: boolean
  loadMore: () => Promise<void>
  loadEarlier: () => Promise<void>
  /** Changes rows that are shown, e.g. after an act. */
  change: (change: (rows: readonly Row[]) => readonly Row[]) => void
  /** Shows other pages instead. */
  replace: (paged: Paged<Row>) => void
}

export interface PagedOptions<Row> {
  start: Paged<Row>
  keyOf: (row: Row) => string | number
  /** Gives one page. @throws ApiError when upstream does not; whoever asks has told the visitor */
  load: (pageNo: number) => Promise<{ rows: readonly Row[]; pages: number }>
}

/** Adds page after page to a list, below and above. */
export function usePaged<Row>({ start, keyOf, load }: PagedOptions<Row>): PagedList<Row> {
  const [paged, setPaged] = useState(start)
  const [isBusy, setIsBusy] = useState(false)
  const isLoadingRef = useRef(false)

  const add = async (pageNo: number, side: 'before' | 'after') => {
    if (isLoadingRef.current) return
    isLoadingRef.current = true
    setIsBusy(true)
    try {
      const { rows, pages } = await load(pageNo)
      setPaged((shown) => joined(shown, { rows, pageNo, pages }, side, keyOf))
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

function joined<Row>(
  shown: Paged<Row>,
  { rows, pageNo, pages }: { rows: readonly Row[]; pageNo: number; pages: number },
  side: 'before' | 'after',
  keyOf: (row: Row) => string | number,
): Paged<Row> {
  // What was added meanwhile moves the others on: the last of a page comes again on the next.
  const known = new Set(shown.rows.map(keyOf))
  const added = rows.filter((row) => !known.has(keyOf(row)))
  return side === 'after'
    ? { ...shown, rows: [...shown.rows, ...added], last: pageNo, pages }
    : { ...shown, rows: [...added, ...shown.rows], first: pageNo, pages }
}
