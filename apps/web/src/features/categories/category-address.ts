import type { QueryFor } from '@portal/contract/calls.ts'
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '@portal/contract/constants.ts'

/** What the address of `/category` says. */
export interface CategoryAddress {
  /** `null` for all. */
  categoryId: number | null
  tagId: number | null
  /** The last page shown, from 1. */
  page: number
}

/** A list as far as it is shown. */
export interface ShownPages {
  /** From 1. */
  first: number
  last: number
  hasMore: boolean
}

const PAGE_SIZE = PAGE_SIZE_DEFAULT
/** Pages that are shown from the first on; a later one is shown by itself. As many as upstream gives in one answer. */
const MOST_PAGES_AT_ONCE = PAGE_SIZE_MAX / PAGE_SIZE

type ListQuery = QueryFor<'GET /v1/article/'>

/** Reads the query of `/category`; what makes no sense counts as left out. */
export function readCategoryAddress(query: URLSearchParams): CategoryAddress {
  return {
    categoryId: wholeNumber(query.get('categoryId')),
    tagId: wholeNumber(query.get('tagId')),
    page: wholeNumber(query.get('page')) ?? 1,
  }
}

/** The one address of a choice: only what was chosen, always in this order. */
export function toCategoryAddress({ categoryId, tagId, page }: CategoryAddress): string {
  const query = new URLSearchParams()
  if (categoryId !== null) query.set('categoryId', String(categoryId))
  if (tagId !== null) query.set('tagId', String(tagId))
  if (page > 1) query.set('page', String(page))
  const search = query.toString()
  return search ? `/category?${search}` : '/category'
}

/** Under which search engines should know it: pages from the first on hold each other, a later one stands by itself. */
export function canonicalOf(address: CategoryAddress): string {
  return toCategoryAddress({ ...address, page: isAlone(address) ? address.page : 1 })
}

export function hasChoice({ categoryId, tagId }: CategoryAddress): boolean {
  return categoryId !== null || tagId !== null
}

/** One call for all that the address shows. */
export function queryForAddress(address: CategoryAddress): ListQuery {
  if (isAlone(address)) return queryForPage(address, address.page)
  return { ...filterOf(address), pageNo: 1, pageSize: address.page * PAGE_SIZE }
}

/** A single page, as it is added to those shown. */
export function queryForPage(address: CategoryAddress, pageNo: number): ListQuery {
  return { ...filterOf(address), pageNo, pageSize: PAGE_SIZE }
}

/** @param answer of `queryForAddress`: `pages` counts pages of the size that was asked for */
export function shownPages(address: CategoryAddress, answer: { pages: number }): ShownPages {
  const { page } = address
  return isAlone(address)
    ? { first: page, last: page, hasMore: answer.pages > page }
    : { first: 1, last: page, hasMore: answer.pages > 1 }
}

function isAlone({ page }: CategoryAddress): boolean {
  return page > MOST_PAGES_AT_ONCE
}

function filterOf({ categoryId, tagId }: CategoryAddress): ListQuery {
  return { ...(categoryId !== null && { categoryId }), ...(tagId !== null && { tagId }) }
}

function wholeNumber(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : null
}
