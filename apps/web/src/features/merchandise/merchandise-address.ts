import type { QueryFor } from '@portal/contract/calls.ts'
import { CATEGORY, PAGE_SIZE_MAX } from '@portal/contract/constants.ts'

/** Three rows of four, four of three, six of two. */
const MERCHANDISE_PAGE_SIZE = 12
/** Pages that are shown from the first on; of a later page only itself is. As many as upstream gives in one answer. */
const MOST_PAGES_AT_ONCE = Math.floor(PAGE_SIZE_MAX / MERCHANDISE_PAGE_SIZE)
const MOST_PAGE = 1000

type ListQuery = QueryFor<'GET /v1/article/'>

/** The last page shown, from 1; what makes no sense counts as 1. */
export function readMerchandisePage(query: URLSearchParams): number {
  const text = query.get('page') ?? ''
  return /^[1-9]\d{0,3}$/.test(text) ? Math.min(MOST_PAGE, Number(text)) : 1
}

export function toMerchandiseAddress(page: number): string {
  return page > 1 ? `/surrounding?page=${page}` : '/surrounding'
}

/** The first page that the address shows. */
export function firstPageOf(page: number): number {
  return page > MOST_PAGES_AT_ONCE ? page : 1
}

/** One call for all that the address shows: pages 1 to N as one large page, a page beyond them by itself. */
export function queryForAddress(page: number): ListQuery {
  if (firstPageOf(page) > 1) return queryForPage(page)
  return { categoryId: CATEGORY.merchandise, pageNo: 1, pageSize: page * MERCHANDISE_PAGE_SIZE }
}

export function queryForPage(pageNo: number): ListQuery {
  return { categoryId: CATEGORY.merchandise, pageNo, pageSize: MERCHANDISE_PAGE_SIZE }
}

/** @param pages of the answer to `queryForAddress`, which counts pages of the size that was asked for */
export function hasMoreAfter(page: number, pages: number): boolean {
  return pages > firstPageOf(page)
}
