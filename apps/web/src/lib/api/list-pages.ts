import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '@portal/contract/constants.ts'

/** Rows of one page. */
export const LIST_PAGE_SIZE = PAGE_SIZE_DEFAULT
/** Pages that are shown from the first on; of a later page only itself is. As many as upstream gives in one answer. */
const MOST_PAGES_AT_ONCE = PAGE_SIZE_MAX / LIST_PAGE_SIZE

/** What a list's query asks for, counted in pages of its own size. */
export interface PageQuery {
  /** From 1. */
  pageNo: number
  pageSize: number
}

/** A list as far as it is shown. */
export interface ShownPages {
  /** From 1. */
  first: number
  last: number
  hasMore: boolean
}

/** Whether a page stands by itself: it is too far down to be shown with all before it. */
export function isShownAlone(page: number): boolean {
  return page > MOST_PAGES_AT_ONCE
}

/** All that a view up to `page` shows, as one call: pages 1 to N as one large page, a page beyond them by itself. */
export function pagesUpTo(page: number): PageQuery {
  return isShownAlone(page) ? singlePage(page) : { pageNo: 1, pageSize: page * LIST_PAGE_SIZE }
}

/** One page, as it is added to those shown. */
export function singlePage(pageNo: number): PageQuery {
  return { pageNo, pageSize: LIST_PAGE_SIZE }
}

/** @param answer to `pagesUpTo(page)`: `pages` counts pages of the size that was asked for */
export function shownPages(page: number, answer: { pages: number }): ShownPages {
  const isAlone = isShownAlone(page)
  return { first: isAlone ? page : 1, last: page, hasMore: answer.pages > (isAlone ? page : 1) }
}

/** Larger numbers are no page or id of ours. */
const MOST = 1_000_000

/** A page or an id in an address: a whole number from 1 to a million; `null` for anything else. */
export function readWholeNumber(text: string | null): number | null {
  if (text === null || !/^[1-9]\d{0,6}$/.test(text)) return null
  const number = Number(text)
  return number <= MOST ? number : null
}
