import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { writeSingleKeys } from '#lib/single-keys.ts'
import type { Answers } from '#testing/answering.ts'
import { makePlainPages, openPage } from '#testing/open-page.tsx'

const ME = 'GET /v1/manage/me'
const PAGES = 'GET /v1/manage/pages'
const ARTICLE = 'GET /v1/manage/articles/7'

const page = {
  path: '/about',
  articleId: 3,
  version: 12,
  editorName: '沈砚秋',
  changeTime: '2026-11-18 10:31:00',
  hasDraft: true,
}
const article = { version: 3, editorName: '林知微', changeTime: '2026-11-20 08:00:00', draft: null, drafts: [] }

/** Opens a page as a member of staff with these duties. */
function openAs(duties: readonly string[], path: string, isProven = true) {
  const answers: Record<string, unknown> = {
    'GET /bff/session': { code: 200, data: { user: { id: '7', nickname: '林知微', role: 'editor' } } },
    [ME]: { code: 200, data: { duties, isProven } },
    [PAGES]: { code: 200, data: [page, { ...page, path: '/p/song-jian', articleId: 9 }] },
    [ARTICLE]: { code: 200, data: article },
  }
  return openPage(path, makePlainPages('/about', '/article/7', '/gem', '/p/song-jian'), answers as Answers)
}

const findEditLink = () => screen.findByRole('link', { name: /^编辑/ })

afterEach(() => writeSingleKeys(true))

it('leads from a standing page to its editor, with version, last editor, time and draft', async () => {
  openAs(['edit'], '/about')
  expect((await findEditLink()).getAttribute('href')).toBe('/manage/pages/about')
  const bar = screen.getByRole('complementary', { name: '编辑此页' })
  expect(bar.textContent).toContain('版本 12，沈砚秋 2026-11-18 10:31')
  expect(screen.getByRole('link', { name: '有未发布的草稿' }).getAttribute('href')).toBe('/manage/pages/about')
})

it.each([
  [true, '/manage/pages/9'],
  [false, '/manage/pages'],
])('leads from an own page to its editor, or to the list: second factor proved is %s', async (isProven, editor) => {
  openAs(['edit'], '/p/song-jian', isProven)
  expect((await findEditLink()).getAttribute('href')).toBe(editor)
})

it('leads from an article to its editor, and disappears on a page without an editor', async () => {
  const { router } = openAs(['owner'], '/article/7')
  expect((await findEditLink()).getAttribute('href')).toBe('/manage/articles/7')
  expect(screen.getByRole('complementary', { name: '编辑此页' }).textContent).toContain('版本 3，林知微')
  expect(screen.queryByRole('link', { name: '有未发布的草稿' })).toBeNull()
  await router.navigate('/gem')
  await waitFor(() => expect(screen.queryByRole('link', { name: /^编辑/ })).toBeNull())
})

it('is hidden from staff without the duty to edit, and makes no call that upstream would refuse', async () => {
  const { fetch, router } = openAs(['support', 'certify'], '/about')
  await waitFor(() => expect(fetch.of(ME)).not.toEqual([]))
  const asked = fetch.of(ME).length
  await router.navigate('/article/7')
  await waitFor(() => expect(fetch.of(ME).length).toBeGreaterThan(asked))
  expect(screen.queryByRole('link', { name: /^编辑/ })).toBeNull()
  expect([...fetch.of(PAGES), ...fetch.of(ARTICLE)]).toEqual([])
})

it('makes no further call while the login has not proved the second factor', async () => {
  const { fetch } = openAs(['edit'], '/about', false)
  expect((await findEditLink()).getAttribute('href')).toBe('/manage/pages/about')
  expect(fetch.of(PAGES)).toEqual([])
})

it('opens the editor with E, unless single-key shortcuts are switched off', async () => {
  openAs(['edit'], '/about')
  const link = await findEditLink()
  let clicks = 0
  link.addEventListener('click', (event) => {
    event.preventDefault()
    clicks += 1
  })
  fireEvent.keyDown(document.body, { key: 'e' })
  expect(clicks).toBe(1)
  writeSingleKeys(false)
  fireEvent.keyDown(document.body, { key: 'e' })
  expect(clicks).toBe(1)
})
