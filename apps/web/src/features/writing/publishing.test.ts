import { PUBLISH_STATE } from '@portal/contract/constants.ts'
import { expect, it } from 'vitest'
import { choosePublishing } from './publishing.ts'
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
])('offers a %s with an article in state %s the action %s', (role, stored, label, state, hasDraft) => {
  const { main, draft: way } = choosePublishing({ id: '7', role }, stored)
  expect([main.label, main.state, way !== null]).toEqual([label, state, hasDraft])
})

it('warns that a changed article is not public until it is reviewed', () => {
  expect(choosePublishing({ id: '7', role: 'user' }, published).note).toBe('修改要重新审核，审核通过前文章不公开')
})

it('explains how an unpublished article is published again', () => {
  expect(choosePublishing({ id: '7', role: 'user' }, offShelf).note).toBe('文章已下架，修改后可以重新提交审核')
  expect(choosePublishing({ id: '7', role: 'editor' }, offShelf).note).toBe('文章已下架，发布后重新公开')
})
