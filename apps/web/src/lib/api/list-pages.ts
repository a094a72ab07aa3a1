import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '@portal/contract/constants.ts'

/** Number of rows in a page. */
export const LIST_PAGE_SIZE = PAGE_SIZE_DEFAULT

export interface PageQuery {
  /** Number of the page, from 1. */
  pageNo: number
  pageSize: number
}

export interface ShownPages {
  /** Number of the first page shown, from 1. */
  first: number
  last: number
  hasMore: boolean
}

/** Whether a page is shown without the pages before it, because all of them do not fit into one answer. */
export function isShownAlone(page: number, size = LIST_PAGE_SIZE): boolean {
  return page * size > PAGE_SIZE_MAX
}

/** The query of a view up to `page`: one large page, or the page alone. */
export function toPagesQuery(page: number, size = LIST_PAGE_SIZE): PageQuery {
  return isShownAlone(page, size) ? toPageQuery(page, size) : { pageNo: 1, pageSize: page * size }
}

export function toPageQuery(pageNo: number, size = LIST_PAGE_SIZE): PageQuery {
  return { pageNo, pageSize: size }
}

/**
 * Describes the pages shown by an answer.
 * @param answer answer to `pagesUpTo(page)`; its `pages` counts pages of the requested size
 */
export function toShownPages(page: number, answer: { pages: number }, size = LIST_PAGE_SIZE): ShownPages {
  const isAlone = isShownAlone(page, size)
  return { first: isAlone ? page : 1, last: page, hasMore: answer.pages > (isAlone ? page : 1) }
}

/** Upper limit of pages and ids. */
const NUMBER_MAX = 1_000_000

/** Parses a page or id in an address, 1 to a million; `null` for anything else. */
export function readWholeNumber(text: string | null): number | null {
  if (text === null || !/^[1-9]\d{0,6}$/.test(text)) return null
  const number = Number(text)
  return number <= NUMBER_MAX ? number : null
}

/** `extra` of a list whose entries can be merged into each other. */
export interface Merges {
  merged?: readonly { from: number; into: number }[]
}

/** Finds the entry that an id leads to: itself, or the entry into which it was merged. */
export function findMergeTarget<Id extends number | null>(id: Id, extra: Merges): Id | number {
  return extra.merged?.find((one) => one.from === id)?.into ?? id
}
