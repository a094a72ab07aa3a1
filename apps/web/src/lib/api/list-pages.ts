import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '@portal/contract/constants.ts'

/** Rows of one page. */
export const LIST_PAGE_SIZE = PAGE_SIZE_DEFAULT
/** Up to this page all pages from the first are shown, in one call; a later page is shown alone. */
const PAGES_AT_ONCE_MAX = PAGE_SIZE_MAX / LIST_PAGE_SIZE

export interface PageQuery {
  /** From 1. */
  pageNo: number
  pageSize: number
}

export interface ShownPages {
  /** From 1. */
  first: number
  last: number
  hasMore: boolean
}

/** Whether a page is shown without the pages before it. */
export function isShownAlone(page: number): boolean {
  return page > PAGES_AT_ONCE_MAX
}

/** The query of a view up to `page`: one large page, or the page alone. */
export function pagesUpTo(page: number): PageQuery {
  return isShownAlone(page) ? singlePage(page) : { pageNo: 1, pageSize: page * LIST_PAGE_SIZE }
}

export function singlePage(pageNo: number): PageQuery {
  return { pageNo, pageSize: LIST_PAGE_SIZE }
}

/** @param answer of `pagesUpTo(page)`; its `pages` counts pages of the requested size */
export function shownPages(page: number, answer: { pages: number }): ShownPages {
  const isAlone = isShownAlone(page)
  return { first: isAlone ? page : 1, last: page, hasMore: answer.pages > (isAlone ? page : 1) }
}

/** Pages and ids are smaller. */
const NUMBER_MAX = 1_000_000

/** Parses a page or id in an address, 1 to a million; `null` for anything else. */
export function readWholeNumber(text: string | null): number | null {
  if (text === null || !/^[1-9]\d{0,6}$/.test(text)) return null
  const number = Number(text)
  return number <= NUMBER_MAX ? number : null
}
