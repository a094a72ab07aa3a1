import { expect, it } from 'vitest'
import { readListAddress } from './list-address.ts'
import { queryForAddress, queryForPage, shownPages } from './list-pages.ts'

const address = (query: string) => readListAddress(new URLSearchParams(query))

it('asks for all pages up to the one named, in one call that upstream does not cut', () => {
  expect(queryForAddress(address('page=3'))).toEqual({ categoryId: 32, pageNo: 1, pageSize: 30 })
  expect(queryForAddress(address('page=10'))).toEqual({ categoryId: 32, pageNo: 1, pageSize: 100 })
})

it('asks for a page beyond the tenth by itself', () => {
  expect(queryForAddress(address('page=11'))).toEqual({ categoryId: 32, pageNo: 11, pageSize: 10 })
})

it('asks by tag and for the most read first when the address does', () => {
  expect(queryForPage(address('categoryId=33&tagId=4&order=hot'), 2)).toEqual({
    categoryId: 33,
    tagId: 4,
    orderByDescColumn: 'quantity',
    pageNo: 2,
    pageSize: 10,
  })
})

it('knows whether there is more after what is shown', () => {
  expect(shownPages(address('page=2'), { pages: 2 })).toEqual({ first: 1, last: 2, hasMore: true })
  expect(shownPages(address('page=2'), { pages: 1 })).toEqual({ first: 1, last: 2, hasMore: false })
  expect(shownPages(address(''), { pages: 0 })).toEqual({ first: 1, last: 1, hasMore: false })
  expect(shownPages(address('page=12'), { pages: 12 })).toEqual({ first: 12, last: 12, hasMore: false })
  expect(shownPages(address('page=12'), { pages: 13 })).toEqual({ first: 12, last: 12, hasMore: true })
})
