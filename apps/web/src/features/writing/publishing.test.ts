import { PUBLISH_STATE } from '@portal/contract/constants.ts'
import { expect, it } from 'vitest'
import { publishingOf } from './publishing.ts'
import type { PublishState } from './writing.ts'

const { published, inReview, draft, offShelf } = PUBLISH_STATE

it.each<['user' | 'editor' | 'owner', PublishState | null, string, PublishState, boolean]>([
  ['user', null, '提交审核', inReview, true],
  ['user', draft, '提交审核', inReview, true],
  ['user', inReview, '提交审核', inReview, true],
  ['user', published, '提交修改', inReview, false],
  ['user', offShelf, '提交审核', inReview, true],
  ['editor', offShelf, '发布', published, true],
  ['editor', null, '发布', published, true],
  ['owner', published, '更新文章', published, false],
])('a %s with an article in state %s is offered %s', (role, stored, label, state, hasDraft) => {
  const { main, draft: way } = publishingOf({ id: '7', role }, stored)
  expect([main.label, main.state, way !== null]).toEqual([label, state, hasDraft])
})

it('says beforehand that a changed article is not public until it has been looked at again', () => {
  expect(publishingOf({ id: '7', role: 'user' }, published).note).toBe('修改要重新审核，审核通过前文章不公开')
})

it('says how an article that is off the shelf comes back', () => {
  expect(publishingOf({ id: '7', role: 'user' }, offShelf).note).toBe('文章已下架，修改后可以重新提交审核')
  expect(publishingOf({ id: '7', role: 'editor' }, offShelf).note).toBe('文章已下架，发布后重新公开')
})
