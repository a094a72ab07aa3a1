import { expect, it } from 'vitest'
import { buildChoiceQuery, readCategoryAddress, toCanonicalPath, toCategoryAddress } from './category-address.ts'

const read = (query: string) => readCategoryAddress(new URLSearchParams(query))

it('reads the choice, and treats invalid values as none', () => {
  expect(read('categoryId=32&page=3')).toEqual({ categoryId: 32, tagId: null, page: 3 })
  expect(read('categoryId=x&tagId=-1&page=0')).toEqual({ categoryId: null, tagId: null, page: 1 })
})

it('writes one address per choice', () => {
  expect(toCategoryAddress(read('page=2&categoryId=32'))).toBe('/category?categoryId=32&page=2')
  expect(toCategoryAddress(read('page=1'))).toBe('/category')
})

it('requests only the choice', () => {
  expect(buildChoiceQuery(read('tagId=4&page=3'), { pageNo: 1, pageSize: 30 })).toEqual({
    tagId: 4,
    pageNo: 1,
    pageSize: 30,
  })
})

it('has the first page as canonical, or a later page that is shown alone', () => {
  expect(toCanonicalPath(read('tagId=4&page=3'))).toBe('/category?tagId=4')
  expect(toCanonicalPath(read('tagId=4&page=11'))).toBe('/category?tagId=4&page=11')
})
