import type { QueryFor } from '@portal/contract/calls.ts'
import { isShownAlone, type PageQuery, readWholeNumber } from '#lib/api/list-pages.ts'

/** What the address of `/category` says. */
export interface CategoryAddress {
  /** `null` for all. */
  categoryId: number | null
  tagId: number | null
  /** The last page shown, from 1. */
  page: number
}

/** Reads the query of `/category`; what makes no sense counts as left out. */
export function readCategoryAddress(query: URLSearchParams): CategoryAddress {
  return {
    categoryId: readWholeNumber(query.get('categoryId')),
    tagId: readWholeNumber(query.get('tagId')),
    page: readWholeNumber(query.get('page')) ?? 1,
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
  return toCategoryAddress({ ...address, page: isShownAlone(address.page) ? address.page : 1 })
}

export function hasChoice({ categoryId, tagId }: CategoryAddress): boolean {
  return categoryId !== null || tagId !== null
}

/** What the call for a choice's pages asks for. */
export function choiceQuery({ categoryId, tagId }: CategoryAddress, pages: PageQuery): QueryFor<'GET /v1/article/'> {
  return { ...(categoryId !== null && { categoryId }), ...(tagId !== null && { tagId }), ...pages }
}
