import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { ErrorPage } from '#app/error-page.tsx'
import { useDialogs } from '#lib/dialogs.ts'
import { setUser, type UserInfo } from '#lib/session.ts'
import { resetNoticeCounters, setNoticeCounters, useNoticeCounters } from '#live/notice-counters.ts'
import { type Answers, type Asked, bad } from '#testing/answering.ts'
import { makePlainPages, openPage } from '#testing/open-page.tsx'
import { Component as NoticesPage, loader as noticesLoader, meta as noticesMeta } from './notices-page.tsx'

const page = { Component: NoticesPage, loader: noticesLoader, ErrorBoundary: ErrorPage, handle: { meta: noticesMeta } }
const pages = [
  { ...page, path: '/notice' },
  { ...page, path: '/notice/id' },
]
const getTabs = () => within(screen.getByRole('navigation', { name: '通知类型' }))
const member = { id: 'a1', nickname: '林知微', role: 'user' } as UserInfo
const LIST = 'GET /v1/im/getMessageNotice'
const COUNT = 'GET /v1/im/getNewSystemNotice'

const notice = {
  id: 'n1',
  fromUserId: 'b2',
  fromUserNickname: '许南星',
  content: '请问检测需要多久？',
  articleId: 25,
  articleTitle: '红外光谱鉴别要点',
  noticeType: 1,
  commentMark: 2,
  isRead: 0,
  createTime: '2026-11-20 11:20',
  createTimeStr: '2小时前',
  ext: { commentId: 31 },
}

function openNotices(path: string, records: object[] = [notice], answers: Answers = {}) {
  return openPage(path, pages, {
    [LIST]: { code: 200, data: { records, pages: records.length > 0 ? 1 : 0 } },
    [COUNT]: { code: 200, data: { system: 2, comment: 1, private: 0 } },
    'GET /bff/session': { code: 200, data: { user: member } },
    ...answers,
  })
}

beforeEach(resetNoticeCounters)

it('shows the author of a comment, a link to it, and that it is new', async () => {
  const { fetch } = openNotices('/notice/id?type=1')
  const row = await screen.findByRole('article')
  expect(row.textContent).toContain('许南星 评论了你的文章未读')
  expect(row.textContent).toContain('请问检测需要多久？')
  expect(within(row).getByRole('link', { name: '红外光谱鉴别要点' }).getAttribute('href')).toBe(
    '/article/25#comment-31',
  )
  expect(within(row).getByRole('link', { name: '许南星' }).getAttribute('href')).toBe('/user?userId=b2')
  expect(fetch.of(LIST)[0]?.query.get('type')).toBe('1')
})

it.each([
  [{ noticeType: 0, content: '恭喜您发布了一篇文章', fromUserNickname: null }, '系统通知', '/article/25'],
  [{ noticeType: 1, commentMark: 1, ext: null }, '许南星 回复了你的评论', '/article/25#comments'],
  [{ noticeType: 2, articleId: null, content: null }, '许南星 关注了你', null],
  [{ noticeType: 3, content: null }, '许南星 赞了你的文章', '/article/25'],
  [{ noticeType: 4, content: null }, '许南星 收藏了你的文章', '/article/25'],
])('describes each kind of notice in words: %j', async (changes, words, to) => {
  openNotices('/notice/id?type=0', [{ ...notice, ...changes }])
  const row = await screen.findByRole('article')
  expect(row.textContent).toContain(words)
  expect(within(row).queryByRole('link', { name: '红外光谱鉴别要点' })?.getAttribute('href') ?? null).toBe(to)
})

it('leads from a notice about an own order to its progress', async () => {
  const content = '委托单 WT20261120000425：样品已收到。'
  openNotices('/notice/id?type=0', [{ ...notice, noticeType: 0, articleId: null, content, fromUserNickname: null }])
  const link = await screen.findByRole('link', { name: '查看委托单' })
  expect(link.getAttribute('href')).toBe('/my-orders?no=WT20261120000425')
})

it('redirects type 2 to the private messages, and gives follows another address', async () => {
  const { router, fetch, unmount } = openPage('/notice/id?type=2', [...pages, ...makePlainPages('/im')])
  await screen.findByRole('heading', { name: '页面 /im' })
  expect(router.state.location.pathname).toBe('/im')
  expect(fetch.of(LIST)).toEqual([])
  unmount()
  const follows = openNotices('/notice/id?type=follow')
  await screen.findByRole('article')
  expect(follows.fetch.of(LIST)[0]?.query.get('type')).toBe('2')
  const tab = screen.getByRole('link', { name: '关注' })
  expect([tab.getAttribute('href'), tab.getAttribute('aria-current')]).toEqual(['/notice/id?type=follow', 'page'])
})

it('opens system notices first, also for unknown kinds', async () => {
  const { fetch, unmount } = openNotices('/notice')
  await screen.findByRole('article')
  expect(
    getTabs()
      .getByRole('link', { name: /^系统通知/ })
      .getAttribute('aria-current'),
  ).toBe('page')
  expect(fetch.of(LIST)[0]?.query.get('type')).toBe('0')
  expect(getTabs().getByRole('link', { name: '私信' }).getAttribute('href')).toBe('/im')
  unmount()
  openNotices('/notice?type=9')
  expect(await screen.findByRole('heading', { name: '此页未见记录' })).toBeTruthy()
})

it('shows unread counts of each kind, except of the open one', async () => {
  openNotices('/notice/id?type=1')
  await screen.findByRole('article')
  expect(await getTabs().findByRole('link', { name: /^系统通知\s*2\s*条未读$/ })).toBeTruthy()
  await waitFor(() => expect(useNoticeCounters.getState()).toEqual({ system: 2, comment: 0, private: 0 }))
  act(() => setNoticeCounters({ system: 2, comment: 3, private: 0 }))
  expect(getTabs().getByRole('link', { name: /^评论\s*3\s*条未读$/ })).toBeTruthy()
})

it('deletes one notice after a confirmation', async () => {
  const { fetch } = openNotices('/notice/id?type=1', [notice, { ...notice, id: 'n2', fromUserNickname: '陆青禾' }], {
    'DELETE /v1/im/deleteMessage': { code: 200, data: null },
  })
  const [remove] = await screen.findAllByRole('button', { name: '删除这条通知' })
  fireEvent.click(remove as HTMLElement)
  const dialog = await screen.findByRole('dialog', { name: '删除这条通知？' })
  fireEvent.click(within(dialog).getByRole('button', { name: /^删除/ }))
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1))
  expect(fetch.of('DELETE /v1/im/deleteMessage')[0]?.query.get('id')).toBe('n1')
})

it('deletes all notices of a kind after a confirmation, and keeps them on failure', async () => {
  let isRefused = true
  const { fetch } = openNotices('/notice/id?type=1', [notice], {
    'DELETE /v1/im/deleteMessage': () => (isRefused ? bad(500, '系统繁忙') : { code: 200, data: null }),
  })
  fireEvent.click(await screen.findByRole('button', { name: '全部删除' }))
  const dialog = await screen.findByRole('dialog', { name: '删除全部评论？' })
  const confirm = within(dialog).getByRole('button', { name: /^删除/ })
  fireEvent.click(confirm)
  expect(await screen.findByText('系统繁忙')).toBeTruthy()
  expect(screen.getByRole('article', { hidden: true })).toBeTruthy()
  isRefused = false
  await waitFor(() => expect(confirm.getAttribute('aria-busy')).toBeNull())
  fireEvent.click(confirm)
  expect(await screen.findByText('暂无评论')).toBeTruthy()
  expect(fetch.of('DELETE /v1/im/deleteMessage').at(-1)?.query.toString()).toBe('type=1')
})

it('adds the next page below', async () => {
  openNotices('/notice/id?type=1', [], {
    [LIST]: ({ query }: Asked) => ({
      code: 200,
      data: { records: [{ ...notice, id: `n${query.get('pageNo')}` }], pages: 2 },
    }),
  })
  fireEvent.click(await screen.findByRole('button', { name: /加载更多/ }))
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2))
  expect(screen.getByText('没有更多了')).toBeTruthy()
})

it('requires a login from a visitor, and makes no request for notices', async () => {
  const { fetch } = openNotices('/notice/id?type=0', [], {
    'GET /bff/session': { code: 200, data: { user: null } },
  })
  expect(await screen.findByText('登录后查看通知')).toBeTruthy()
  expect(useDialogs.getState().open).toBe('login')
  expect([...fetch.of(LIST), ...fetch.of(COUNT)]).toEqual([])
  act(() => setUser(member))
  expect(await screen.findByText('暂无系统通知')).toBeTruthy()
})
