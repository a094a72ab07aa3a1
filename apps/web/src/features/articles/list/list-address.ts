import { CATEGORY } from '@portal/contract/constants.ts'
import { readWholeNumber } from '#lib/api/list-pages.ts'
import { readKeyword } from '#lib/keyword.ts'

/** What the address of an article list says. */
export interface ListAddress {
  categoryId: number
  /** Articles with this tag only; `null` for all. */
  tagId: number | null
  /**
   * Articles that hold it only; empty for all. They come as the search orders them, which knows no tags: neither tag nor
   * order is kept beside a keyword.
   */
  keyword: string
  order: 'newest' | 'hot'
  /** The last page shown, from 1. */
  page: number
}

/** Reads the query of `/tags`; what is missing or makes no sense counts as its default. */
export function readListAddress(query: URLSearchParams): ListAddress {
  const keyword = readKeyword(query.get('keyword') ?? '')
  return {
    categoryId: readWholeNumber(query.get('categoryId')) ?? CATEGORY.news,
    tagId: keyword ? null : readWholeNumber(query.get('tagId')),
    keyword,
    order: !keyword && query.get('order') === 'hot' ? 'hot' : 'newest',
    page: readWholeNumber(query.get('page')) ?? 1,
  }
}

/** The one address of a list: only what differs from the default, always in this order. */
export function toListAddress({ categoryId, tagId, keyword, order, page }: ListAddress): string {
  const query = new URLSearchParams({ categoryId: String(categoryId) })
  if (keyword) query.set('keyword', keyword)
  if (tagId !== null) query.set('tagId', String(tagId))
  if (order === 'hot') query.set('order', 'hot')
  if (page > 1) query.set('page', String(page))
  return `/tags?${query}`
}
