import { expect, it } from 'vitest'
import { pagesUpTo, readWholeNumber, shownPages, singlePage } from './list-pages.ts'

it('asks for all pages up to the one named, in one call that upstream does not cut', () => {
  expect(pagesUpTo(3)).toEqual({ pageNo: 1, pageSize: 30 })
  expect(pagesUpTo(10)).toEqual({ pageNo: 1, pageSize: 100 })
})

it('asks for a page beyond the tenth by itself', () => {
  expect(pagesUpTo(11)).toEqual({ pageNo: 11, pageSize: 10 })
  expect(singlePage(2)).toEqual({ pageNo: 2, pageSize: 10 })
})

it('knows whether there is more after what is shown', () => {
  expect(shownPages(2, { pages: 2 })).toEqual({ first: 1, last: 2, hasMore: true })
  expect(shownPages(2, { pages: 1 })).toEqual({ first: 1, last: 2, hasMore: false })
  expect(shownPages(1, { pages: 0 })).toEqual({ first: 1, last: 1, hasMore: false })
  expect(shownPages(12, { pages: 12 })).toEqual({ first: 12, last: 12, hasMore: false })
  expect(shownPages(12, { pages: 13 })).toEqual({ first: 12, last: 12, hasMore: true })
})

it('takes nonsense in an address for nothing', () => {
  expect(readWholeNumber('32')).toBe(32)
  for (const text of [null, '', '0', '-1', '1.5', '1e3', '01', '1000001', '99999999']) {
    expect(readWholeNumber(text), String(text)).toBeNull()
  }
})
