import { expect, it } from 'vitest'
import { readWholeNumber, toPageQuery, toPagesQuery, toShownPages } from './list-pages.ts'

it('requests all pages up to the given one in one call', () => {
  expect(toPagesQuery(3)).toEqual({ pageNo: 1, pageSize: 30 })
  expect(toPagesQuery(10)).toEqual({ pageNo: 1, pageSize: 100 })
})

it('requests a page after the tenth alone', () => {
  expect(toPagesQuery(11)).toEqual({ pageNo: 11, pageSize: 10 })
  expect(toPageQuery(2)).toEqual({ pageNo: 2, pageSize: 10 })
})

it('reports whether more pages follow', () => {
  expect(toShownPages(2, { pages: 2 })).toEqual({ first: 1, last: 2, hasMore: true })
  expect(toShownPages(2, { pages: 1 })).toEqual({ first: 1, last: 2, hasMore: false })
  expect(toShownPages(1, { pages: 0 })).toEqual({ first: 1, last: 1, hasMore: false })
  expect(toShownPages(12, { pages: 12 })).toEqual({ first: 12, last: 12, hasMore: false })
  expect(toShownPages(12, { pages: 13 })).toEqual({ first: 12, last: 12, hasMore: true })
})

it('ignores invalid numbers in an address', () => {
  expect(readWholeNumber('32')).toBe(32)
  for (const text of [null, '', '0', '-1', '1.5', '1e3', '01', '1000001', '99999999']) {
    expect(readWholeNumber(text), String(text)).toBeNull()
  }
})
