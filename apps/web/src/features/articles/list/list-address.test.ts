import { expect, it } from 'vitest'
import { readListAddress, toListAddress } from './list-address.ts'

const read = (query: string) => readListAddress(new URLSearchParams(query))

it('defaults to the first page of the news, newest first', () => {
  expect(read('')).toEqual({ categoryId: 32, tagId: null, keyword: '', order: 'newest', page: 1 })
})

it('reads category, tag, order and page', () => {
  const whole = read('categoryId=33&tagId=4&order=hot&page=3')
  expect(whole).toEqual({ categoryId: 33, tagId: 4, keyword: '', order: 'hot', page: 3 })
})

it.each(['page=0', 'page=-1', 'page=1.5', 'page=zwei', 'page=9999999', 'categoryId=', 'tagId=0x2', 'order=reads'])(
  'uses the default for %s',
  (query) => {
    expect(read(query)).toEqual(read(''))
  },
)

it('writes only values that differ from the defaults', () => {
  expect(toListAddress(read(''))).toBe('/tags?categoryId=32')
  expect(toListAddress(read('page=1&order=newest&categoryId=34&utm=x'))).toBe('/tags?categoryId=34')
  expect(toListAddress(read('page=2&order=hot&tagId=4&categoryId=33'))).toBe(
    '/tags?categoryId=33&tagId=4&order=hot&page=2',
  )
})

it('trims the keyword, and drops tag and order when there is a keyword', () => {
  const address = read('categoryId=33&keyword=%20翡%20翠&tagId=4&order=hot&page=2')
  expect(address).toEqual({ categoryId: 33, tagId: null, keyword: '翡翠', order: 'newest', page: 2 })
  expect(toListAddress(address)).toBe(`/tags?categoryId=33&keyword=${encodeURIComponent('翡翠')}&page=2`)
})
