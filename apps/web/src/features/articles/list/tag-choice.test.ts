import { expect, it } from 'vitest'
import { listCategoryTags, splitTags } from './tag-choice.ts'

const tags = [
  { id: 1, name: '公告', articleNum: 3 },
  { id: 2, name: '翡翠', articleNum: 9 },
  { id: 3, name: '鉴定工具', articleNum: 8 },
  { id: 4, name: '琥珀', articleNum: 0 },
]
const listNames = (list: readonly { name: string }[]) => list.map(({ name }) => name)

it('lists the tags of the category’s articles, most frequent first', () => {
  const [notice, feicui] = [
    { id: 1, name: '公告' },
    { id: 2, name: '翡翠' },
  ]
  const sample = [{ tagList: [notice] }, { tagList: [notice, feicui] }, { tagList: null }, {}]
  expect(listNames(listCategoryTags(tags, sample))).toEqual(['公告', '翡翠'])
})

it('lists all tags in use when the category’s sample is missing', () => {
  expect(listNames(listCategoryTags(tags, []))).toEqual(['翡翠', '鉴定工具', '公告'])
})

it('keeps the chosen tag among the first', () => {
  const { first, rest } = splitTags(tags, 4, 2)
  expect(listNames(first)).toEqual(['公告', '翡翠', '琥珀'])
  expect(listNames(rest)).toEqual(['鉴定工具'])
})
