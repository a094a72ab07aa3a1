import { expect, it } from 'vitest'
import { splitTags } from './tag-choice.ts'

const tags = [
  { id: 1, name: '公告', articleNum: 3 },
  { id: 2, name: '翡翠', articleNum: 9 },
  { id: 3, name: '钻石', articleNum: 3 },
  { id: 4, name: '琥珀', articleNum: 1 },
]

it('gives the tags with the most articles first', () => {
  const { first, rest } = splitTags(tags, null, 2)
  expect(first.map(({ name }) => name)).toEqual(['翡翠', '公告'])
  expect(rest.map(({ name }) => name)).toEqual(['钻石', '琥珀'])
})

it('keeps the chosen tag among the first', () => {
  const { first, rest } = splitTags(tags, 4, 2)
  expect(first.map(({ name }) => name)).toEqual(['翡翠', '公告', '琥珀'])
  expect(rest.map(({ name }) => name)).toEqual(['钻石'])
})
