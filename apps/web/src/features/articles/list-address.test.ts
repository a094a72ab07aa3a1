import { expect, it } from 'vitest'
import { readListAddress, toListAddress } from './list-address.ts'

const read = (query: string) => readListAddress(new URLSearchParams(query))

it('shows the first page of the news, newest first, when the address says nothing', () => {
  expect(read('')).toEqual({ categoryId: 32, tagId: null, order: 'newest', page: 1 })
})

it('reads category, tag, order and page', () => {
  expect(read('categoryId=33&tagId=4&order=hot&page=3')).toEqual({ categoryId: 33, tagId: 4, order: 'hot', page: 3 })
})

it.each(['page=0', 'page=-1', 'page=1.5', 'page=zwei', 'page=9999999', 'categoryId=', 'tagId=0x2', 'order=reads'])(
  'takes the default for %s',
  (query) => {
    expect(read(query)).toEqual(read(''))
  },
)

it('writes only what differs from the default', () => {
  expect(toListAddress(read(''))).toBe('/tags?categoryId=32')
  expect(toListAddress(read('page=1&order=newest&categoryId=34&utm=x'))).toBe('/tags?categoryId=34')
  expect(toListAddress(read('page=2&order=hot&tagId=4&categoryId=33'))).toBe(
    '/tags?categoryId=33&tagId=4&order=hot&page=2',
  )
})
