import type { QueryFor } from '@portal/contract/calls.ts'
import { CATEGORY, PAGE_SIZE_MAX } from '@portal/contract/constants.ts'

/** Fills rows of four, three or two. */
const MERCHANDISE_PAGE_SIZE = 12
/** Pages shown from the first on; a later page is shown alone. As many as one response may have. */
const PAGES_AT_ONCE_MAX = Math.floor(PAGE_SIZE_MAX / MERCHANDISE_PAGE_SIZE)
const MOST_PAGE = 1000

type ListQuery = QueryFor<'GET /v1/article/'>

/** Last page shown, from 1; invalid values count as 1. */
export function readMerchandisePage(query: URLSearchParams): number {
  const text = query.get('page') ?? ''
  return /^[1-9]\d{0,3}$/.test(text) ? Math.min(MOST_PAGE, Number(text)) : 1
}

export function toMerchandiseAddress(page: number): string {
  return page > 1 ? `/surrounding?page=${page}` : '/surrounding'
}

/** First page shown. */
export function firstPageOf(page: number): number {
  return page > PAGES_AT_ONCE_MAX ? page : 1
}

/** Query for everything shown: pages 1 to N as one large page, or a later page alone. */
export function queryForAddress(page: number): ListQuery {
  if (firstPageOf(page) > 1) return queryForPage(page)
  return { categoryId: CATEGORY.merchandise, pageNo: 1, pageSize: page * MERCHANDISE_PAGE_SIZE }
}

export function queryForPage(pageNo: number): ListQuery {
  return { categoryId: CATEGORY.merchandise, pageNo, pageSize: MERCHANDISE_PAGE_SIZE }
}

/** @param pages of the response to `queryForAddress`, in pages of the requested size */
export function hasMoreAfter(page: number, pages: number): boolean {
  return pages > firstPageOf(page)
}
