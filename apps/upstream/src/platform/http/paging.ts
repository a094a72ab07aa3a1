import { FIRST_PAGE, PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '@portal/contract/constants.ts'

export interface Page {
  number: number
  size: number
  /** Number of rows before the page. */
  offset: number
}

/** Reads `pageNo` and `pageSize` as other upstreams do: the size is ignored without a number. */
export function toPage(query: { pageNo?: number; pageSize?: number }): Page {
  const number = Math.max(FIRST_PAGE, query.pageNo ?? FIRST_PAGE)
  const requested = query.pageNo === undefined ? undefined : query.pageSize
  const size = requested === undefined || requested < 1 ? PAGE_SIZE_DEFAULT : Math.min(PAGE_SIZE_MAX, requested)
  return { number, size, offset: (number - 1) * size }
}

/** Makes the page object with all eight members. */
export function toWirePage<T>(records: T[], total: number, page: Page) {
  return {
    records,
    total,
    size: page.size,
    current: page.number,
    orders: [],
    hitCount: false,
    searchCount: true,
    pages: Math.ceil(total / page.size),
  }
}
