import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { type Answers, bad, good } from '#testing/answering.ts'
import { openManage, staffAnswers } from '#testing/open-manage.tsx'
import { excerptMarkdown } from './search-preview.tsx'

const GET = 'GET /v1/manage/articles/7' as 'GET /v1/manage/articles/{id}'
const MOVE = 'PUT /v1/manage/articles/7/address' as 'PUT /v1/manage/articles/{id}/address'
const LOCK = 'POST /v1/manage/articles/7/lock' as 'POST /v1/manage/articles/{id}/lock'
const FORM = {
  title: '绿松石 FTIR 要点',
  summary: '不取样即可区分。',
  avatar: '',
  keywords: '',
  isOriginal: 1,
  originalUrl: '',
  categoryId: 33,
  tagList: [],
  isStick: 0,
  isRecommend: 0,
  isCarousel: 0,
  contentMd: '# 样品\n\n**铁线**与[蜡](/a)。',
}
const makeContent = (slug: string | null, form: object = {}) => ({
  id: 7,
  version: 5,
  state: 'published',
  userId: 'u',
  nickname: '林知微',
  editorName: '沈砚秋',
  slug,
  changeTime: '2026-11-20 09:00:00',
  pageKey: null,
  isTemplate: false,
  form: { ...FORM, ...form },
  draft: null,
  drafts: [],
  schedule: null,
  lock: null,
})
const OWN_LOCK = {
  holderId: 'a'.repeat(32),
  holderName: '顾怀瑾',
  isMine: true,
  since: '2026-11-20 10:00:00',
  typedAt: null,
  unsaved: 0,
}

const open = async (more: Answers = {}, slug: string | null = null, form: object = {}) => {
  const opened = openManage(
    staffAnswers({}, {
      [GET]: good(GET, makeContent(slug, form) as never),
      [LOCK]: good(LOCK, OWN_LOCK),
      'DELETE /v1/manage/articles/7/lock': good('DELETE /v1/manage/articles/{id}/lock', null),
      'POST /v1/article/preview': good('POST /v1/article/preview', { content: '' }),
      'GET /v1/category/': good('GET /v1/category/', []),
      'GET /v1/tag/': good('GET /v1/tag/', []),
      ...more,
    } as Answers),
    '/articles/7',
  )
  await screen.findByRole('heading', { name: '地址与搜索' })
  return opened
}
const findField = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^地址/ })
const type = (value: string) => fireEvent.change(findField(), { target: { value } })
const findButton = () => screen.getByRole<HTMLButtonElement>('button', { name: '改地址' })
beforeEach(() => localStorage.clear())

const getResult = () => within(screen.getByRole('figure', { name: '搜索结果的样子' }))

it('changes the address, after a valid proposal was taken over', async () => {
  const { fetch } = await open({ [MOVE]: good(MOVE, { isRedirected: true }) }, 'old-one')
  type('FTIR 要点')
  expect(findButton().disabled).toBe(true)
  fireEvent.click(await screen.findByRole('button', { name: 'ftir' }))
  expect(findField().value).toBe('ftir')
  fireEvent.click(findButton())
  expect(await screen.findByText('地址已改，旧地址会跳转到新地址')).toBeTruthy()
  expect(fetch.of(MOVE).map(({ body }) => body)).toEqual([{ slug: 'ftir' }])
})

it('takes the address back when the field is emptied', async () => {
  const { fetch } = await open({ [MOVE]: good(MOVE, { isRedirected: true }) }, 'old-one')
  type('')
  fireEvent.click(findButton())
  await waitFor(() => expect(fetch.of(MOVE).map(({ body }) => body)).toEqual([{ slug: null }]))
})

it('keeps what was typed when the address is taken, and says so at the field', async () => {
  await open({ [MOVE]: bad(400, '这个地址已有文章或页面在用；可以用 ftir-2') })
  type('ftir')
  fireEvent.click(findButton())
  expect(await screen.findByText('这个地址已有文章或页面在用；可以用 ftir-2')).toBeTruthy()
  expect(findField().value).toBe('ftir')
  expect(findField().getAttribute('aria-invalid')).toBe('true')
})

it('shows the search result from the unsaved values, and says what is cut', async () => {
  await open({}, 'ftir')
  const result = getResult()
  expect(result.getByText(/› article › ftir$/)).toBeTruthy()
  expect(result.getByText(/^标题/).textContent).toBe('标题 11 / 30 字　摘要 8 / 80 字')
  fireEvent.change(await screen.findByRole('textbox', { name: '标题' }), { target: { value: '石'.repeat(31) } })
  fireEvent.change(screen.getByRole('textbox', { name: /^摘要/ }), { target: { value: '𠮷'.repeat(81) } })
  expect(await getResult().findByText(`${'石'.repeat(30)}…`)).toBeTruthy()
  expect(getResult().getByText(`${'𠮷'.repeat(80)}…`)).toBeTruthy()
  expect(getResult().getByText('标题超过 30 字，搜索结果里可能截断')).toBeTruthy()
  expect(getResult().getByText('摘要超过 80 字，搜索结果里可能截断')).toBeTruthy()
})

it('says what takes the place of a missing summary and cover', async () => {
  await open({}, null, { summary: '' })
  expect(getResult().getByText(/› article › 7$/)).toBeTruthy()
  expect(getResult().getByText('样品 铁线与蜡。')).toBeTruthy()
  expect(getResult().getByText('没有填摘要，用正文的开头')).toBeTruthy()
  const shared = screen.getByRole('figure', { name: '分享出去的样子' })
  expect(shared.querySelector('img')?.getAttribute('src')).toBe('/og.png')
  expect(within(shared).getByText('没有封面，用本站的图')).toBeTruthy()
})

it('shows the cover of a shared link, but not a drawing that messengers cannot show', async () => {
  const { unmount } = await open({}, null, { avatar: '/file/img/a.jpg' })
  const getPicture = () =>
    screen.getByRole('figure', { name: '分享出去的样子' }).querySelector('img')?.getAttribute('src')
  expect(getPicture()).toBe('/file/img/a.jpg')
  unmount()
  await open({}, null, { avatar: '/file/img/a.svg' })
  await vi.waitFor(() => expect(getPicture()).toBe('/og.png'))
})

it.each([
  ['| 项 | 值 |\n|---|---|\n| 折射率 | 1.61 |', '项 值 折射率 1.61'],
  ['![图](/file/img/a.png)\n\n> 引文\n\n1. 甲\n2. 乙', '引文 甲 乙'],
  ['字'.repeat(200), '字'.repeat(80)],
])('takes the beginning of %j for a description', (text, excerpt) => expect(excerptMarkdown(text)).toBe(excerpt))
