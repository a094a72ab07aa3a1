import { CATEGORY } from '@portal/contract/constants.ts'
import { withQuery } from '#lib/address.ts'
import { readWholeNumber } from '#lib/api/list-pages.ts'
import { readKeyword } from '#lib/keyword.ts'

/** State of an article list in its address. */
export interface ListAddress {
  categoryId: number
  /** Articles with this tag only; `null` for all. */
  tagId: number | null
  /**
   * Keyword filter; empty for none. Search results have an order of their own and no tags, so a keyword excludes both.
   */
  keyword: string
  order: 'newest' | 'hot'
  /** Last page shown, from 1. */
  page: number
}

/** Reads the query of `/tags`; missing or invalid values get their defaults. */
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

/** The canonical address of a list: only non-default values, in a fixed order. */
export function toListAddress({ categoryId, tagId, keyword, order, page }: ListAddress): string {
  return withQuery('/tags', {
    categoryId,
    keyword: keyword || null,
    tagId,
    order: order === 'hot' ? order : null,
    page: page > 1 ? page : null,
  })
}

/** Names of the categories in the navigation; upstream's names may differ. */
export const CATEGORY_NAMES: Readonly<Record<number, string>> = {
  [CATEGORY.news]: '新闻资讯',
  [CATEGORY.research]: '研究',
  [CATEGORY.gem]: '宝石百科',
  [CATEGORY.merchandise]: '品牌周边',
}
