import type { DataFor } from '@portal/contract/calls.ts'
import type { ContentForm, ContentLock } from '@portal/contract/manage/content.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { type Answers, bad, good } from '#testing/answering.ts'
import { openManage, staffAnswers } from '#testing/open-manage.tsx'

type Content = DataFor<'GET /v1/manage/articles/{id}'>

const GET = 'GET /v1/manage/articles/7' as 'GET /v1/manage/articles/{id}'
const PUT = 'PUT /v1/manage/articles/7' as 'PUT /v1/manage/articles/{id}'
const DRAFT = 'PUT /v1/manage/articles/7/draft' as 'PUT /v1/manage/articles/{id}/draft'
const LOCK = 'POST /v1/manage/articles/7/lock' as 'POST /v1/manage/articles/{id}/lock'
const TAKE_OVER = 'POST /v1/manage/articles/7/takeOver' as 'POST /v1/manage/articles/{id}/takeOver'

const FORM: ContentForm = {
  ...{ title: '绿松石铁线', summary: '摘要', avatar: '', keywords: '', isOriginal: 1, originalUrl: '', categoryId: 33 },
  ...{ tagList: [], isStick: 0, isRecommend: 0, isCarousel: 0, contentMd: '铁线。' },
}
const lock = (more: Partial<ContentLock> = {}): ContentLock => ({
  ...{ holderId: 'a'.repeat(32), holderName: '顾怀瑾', isMine: true, since: '2026-11-20 10:00:00' },
  ...{ typedAt: null, unsaved: 0, ...more },
})
const OTHERS = lock({ holderId: 'b'.repeat(32), holderName: '沈砚秋', isMine: false, unsaved: 120 })
const content = (more: Partial<Content> = {}): Content => ({
  ...{ id: 7, version: 5, state: 'published', userId: 'u', nickname: '林知微', editorName: '沈砚秋' },
  ...{ changeTime: '2026-11-20 09:00:00', pageKey: null, isTemplate: false, form: FORM, draft: null, drafts: [] },
  ...{ schedule: null, lock: null, ...more },
})

const open = (more: Answers = {}, stored: Partial<Content> = {}) =>
  openManage(
    staffAnswers({}, {
      [GET]: good(GET, content(stored)),
      [LOCK]: good(LOCK, lock()),
      [DRAFT]: good(DRAFT, { time: '2026-11-20 10:05:00' }),
      'DELETE /v1/manage/articles/7/lock': good('DELETE /v1/manage/articles/{id}/lock', null),
      'DELETE /v1/manage/articles/7/draft': good('DELETE /v1/manage/articles/{id}/draft', null),
      'POST /v1/article/preview': good('POST /v1/article/preview', { content: '' }),
      'GET /v1/category/': good('GET /v1/category/', []),
      'GET /v1/tag/': good('GET /v1/tag/', []),
      ...more,
    } as Answers),
    '/articles/7',
  )
const titleField = () => screen.findByRole<HTMLInputElement>('textbox', { name: '标题' })
const typeTitle = async (title: string) => fireEvent.change(await titleField(), { target: { value: title } })
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const publish = () => press(/^发布为版本/)

beforeEach(() => localStorage.clear())

it('shows both sides when a colleague has saved meanwhile, and saves the choice on top of it', async () => {
  const theirs = { version: 6, editorName: '沈砚秋', time: '2026-11-20 10:04:00' }
  const current = { ...theirs, form: { ...FORM, title: '同事的标题', summary: '同事的摘要' } }
  const put = vi.fn().mockReturnValueOnce({ ...bad(409, '内容已被修改'), extra: { current } })
  put.mockReturnValue(good(PUT, { version: 7, state: 'published' }))
  const { fetch } = open({ [PUT]: put })
  await typeTitle('我的标题')
  await publish()
  expect(await screen.findByText(/同事的标题/)).toBeTruthy()
  expect((await titleField()).value).toBe('我的标题')
  fireEvent.click(screen.getByRole('radio', { name: '标题：用您的' }))
  await press('按所选合并')
  expect(await screen.findByText(/两边的内容已合并/)).toBeTruthy()
  await publish()
  expect(await screen.findByText('发布成功')).toBeTruthy()
  const merged = { ...FORM, title: '我的标题', summary: '同事的摘要' }
  expect(fetch.of(PUT).at(-1)?.body).toEqual({ version: 6, form: merged, state: 'published' })
})

it('lets only one write: the other reads, takes over, and writes from the stored version', async () => {
  const { fetch } = open({ [LOCK]: good(LOCK, OTHERS), [TAKE_OVER]: good(TAKE_OVER, lock()) }, { lock: OTHERS })
  expect(await screen.findByText('沈砚秋正在编辑')).toBeTruthy()
  expect((await titleField()).readOnly).toBe(true)
  expect(screen.queryByRole('button', { name: /^发布/ })).toBeNull()
  await press('接手编辑')
  const dialog = await screen.findByRole('dialog', { name: /接手编辑/ })
  expect(dialog.textContent).toContain('沈砚秋约有 120 字尚未保存')
  fireEvent.click(within(dialog).getByRole('button', { name: '接手编辑' }))
  await waitFor(async () => expect((await titleField()).readOnly).toBe(false))
  expect(fetch.of(TAKE_OVER)).toHaveLength(1)
})

it('keeps what was typed when a colleague takes over, as a draft on the server', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let isTaken = false
  const { fetch } = open({ [LOCK]: () => good(LOCK, isTaken ? OTHERS : lock()) })
  await typeTitle('接手之前写的')
  isTaken = true
  await vi.advanceTimersByTimeAsync(30_000)
  vi.useRealTimers()
  expect(await screen.findByText(/同事接手了编辑/)).toBeTruthy()
  expect(fetch.of(DRAFT).at(-1)?.body).toMatchObject({ baseVersion: 5, form: { title: '接手之前写的' } })
  expect((await titleField()).readOnly).toBe(true)
})

it.each([
  ['a refused save', bad(400, '请选择分类'), '请选择分类'],
  ['an ended login', bad(401, '登录已过期'), null],
  ['no connection', () => Promise.reject(new TypeError('Failed to fetch')), '网络不通，没有保存'],
])('keeps what was typed after %s and a reload', async (_name, answer, words) => {
  const { unmount } = open({ [PUT]: answer })
  await typeTitle('没有丢的标题')
  await publish()
  if (words !== null) expect(await screen.findByText(new RegExp(words))).toBeTruthy()
  else await waitFor(() => expect(localStorage.length).toBeGreaterThan(0))
  expect((await screen.findByDisplayValue('没有丢的标题')).isConnected).toBe(true)
  unmount()
  open()
  expect((await titleField()).value).toBe('没有丢的标题')
  expect(screen.getByText('已恢复上次未保存的内容')).toBeTruthy()
})

it('stores the draft with Ctrl S and publishes nothing', async () => {
  const { fetch } = open()
  fireEvent.keyDown(await titleField(), { key: 's', ctrlKey: true })
  expect(await screen.findByText('没有未保存的改动')).toBeTruthy()
  await typeTitle('草稿的标题')
  fireEvent.keyDown(await titleField(), { key: 's', ctrlKey: true })
  expect(await screen.findByText('草稿已保存，读者还看不到')).toBeTruthy()
  expect(fetch.of(DRAFT)).toHaveLength(1)
  expect(fetch.of(PUT)).toEqual([])
})

it('asks before Ctrl Enter publishes', async () => {
  const { fetch } = open({ [PUT]: good(PUT, { version: 6, state: 'published' }) })
  await typeTitle('要发布的标题')
  fireEvent.keyDown(await titleField(), { key: 'Enter', ctrlKey: true })
  const dialog = await screen.findByRole('dialog', { name: '发布为版本 6？' })
  expect(fetch.of(PUT)).toEqual([])
  fireEvent.click(within(dialog).getByRole('button', { name: '发布为版本 6' }))
  expect(await screen.findByText('发布成功')).toBeTruthy()
  expect(fetch.of(PUT)[0]?.body).toMatchObject({ version: 5, state: 'published', form: { title: '要发布的标题' } })
})

it('opens the preview of what is typed, and closes the empty tab when it is refused', async () => {
  const key = 'POST /v1/manage/articles/{id}/preview'
  const preview = vi.fn().mockReturnValueOnce(good(key, { address: '/article/7?preview=k', endTime: '' }))
  preview.mockReturnValue(bad(400, '请填写标题'))
  const tab = { location: { replace: vi.fn() }, close: vi.fn() }
  vi.stubGlobal('open', () => tab)
  const { fetch } = open({ 'POST /v1/manage/articles/7/preview': preview } as Answers)
  await typeTitle('预览的标题')
  fireEvent.keyDown(document.body, { key: 'P', ctrlKey: true, shiftKey: true })
  await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith('/article/7?preview=k'))
  expect(fetch.of('POST /v1/manage/articles/7/preview')[0]?.body).toMatchObject({ form: { title: '预览的标题' } })
  await press(/^预览/)
  await waitFor(() => expect(tab.close).toHaveBeenCalled())
})
