import type { QueryFor } from '@portal/contract/calls.ts'
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '@portal/contract/constants.ts'
import type { ListAddress } from './list-address.ts'

/** Rows of one page. */
export const LIST_PAGE_SIZE = PAGE_SIZE_DEFAULT
/** Pages that are shown from the first on; of a later page only itself is. As many as upstream gives in one answer. */
export const MOST_PAGES_AT_ONCE = PAGE_SIZE_MAX / LIST_PAGE_SIZE

/** A list as far as it is shown. */
export interface ShownPages {
  /** From 1. */
  first: number
  last: number
  hasMore: boolean
}

type ListQuery = QueryFor<'GET /v1/article/'>

function filterOf({ categoryId, tagId, order }: ListAddress): ListQuery {
  return {
    categoryId,
    ...(tagId !== null && { tagId }),
    ...(order === 'hot' && { orderByDescColumn: 'quantity' }),
  }
}

/** One call for all that the address shows: pages 1 to N as one large page, a page beyond them by itself. */
export function queryForAddress(address: ListAddress): ListQuery {
  const { page } = address
  if (page > MOST_PAGES_AT_ONCE) return queryForPage(address, page)
  return { ...filterOf(address), pageNo: 1, pageSize: page * LIST_PAGE_SIZE }
}

/** A single page, as it is added to those shown. */
export function queryForPage(address: ListAddress, pageNo: number): ListQuery {
  return { ...filterOf(address), pageNo, pageSize: LIST_PAGE_SIZE }
}

/** @param answer of `queryForAddress`: `pages` counts pages of the size that was asked for */
export function shownPages({ page }: ListAddress, answer: { pages: number }): ShownPages {
  const isAlone = page > MOST_PAGES_AT_ONCE
  return { first: isAlone ? page : 1, last: page, hasMore: answer.pages > (isAlone ? page : 1) }
}
