import { expect, it } from 'vitest'
import { findPagePath } from './page-paths.ts'

it.each([
  ['/', '/'],
  ['/article/7', '/article/:articleId'],
  ['/notice/id', '/notice/id'],
  ['/notice/12', '/notice/:id'],
  ['/gem/', '/gem'],
  ['/user', '/user'],
  ['/article/7/8', undefined],
  ['/manage/people/1', undefined],
  ['/unheard-of', undefined],
])('counts a visit to %s as %s', (path, pattern) => {
  expect(findPagePath(path)).toBe(pattern)
})
