import type { QueryFor } from '@portal/contract/calls.ts'
import { withQuery } from '#lib/address.ts'
import { isShownAlone, type PageQuery, readWholeNumber } from '#lib/api/list-pages.ts'

/** State of `/category` in its address. */
export interface CategoryAddress {
  /** `null` for all. */
  categoryId: number | null
  tagId: number | null
  /** Last page shown, from 1. */
  page: number
}

/** Reads the query of `/category`; invalid values count as missing. */
export function readCategoryAddress(query: URLSearchParams): CategoryAddress {
  return {
    categoryId: readWholeNumber(query.get('categoryId')),
    tagId: readWholeNumber(query.get('tagId')),
    page: readWholeNumber(query.get('page')) ?? 1,
  }
}

/** The canonical address of a choice: only the chosen values, in a fixed order. */
export function toCategoryAddress({ categoryId, tagId, page }: CategoryAddress): string {
  return withQuery('/category', { categoryId, tagId, page: page > 1 ? page : null })
}

/** Canonical path: lists that start at the first page share one path, and a later page shown alone has its own. */
export function toCanonicalPath(address: CategoryAddress): string {
  return toCategoryAddress({ ...address, page: isShownAlone(address.page) ? address.page : 1 })
}

export function hasChoice({ categoryId, tagId }: CategoryAddress): boolean {
  return categoryId !== null || tagId !== null
}

/** Builds the query for a page of a choice. */
export function buildChoiceQuery(
  { categoryId, tagId }: CategoryAddress,
  pages: PageQuery,
): QueryFor<'GET /v1/article/'> {
  return { ...(categoryId !== null && { categoryId }), ...(tagId !== null && { tagId }), ...pages }
}
