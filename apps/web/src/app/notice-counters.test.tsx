import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { forgetNoticeCounters, setNoticeCounters } from '#lib/notice-counters.ts'
import { setUser, type UserInfo } from '#lib/session.ts'
import { openPage, plainPages } from '#testing/open-page.tsx'

const COUNT = 'GET /v1/im/getNewSystemNotice'
const member = { id: 'a1', nickname: '林知微', role: 'user' } as UserInfo

function openHome(user: UserInfo | null = member) {
  return openPage('/', plainPages('/', '/notice/id', '/im'), {
    'GET /bff/session': { code: 200, data: { user } },
    [COUNT]: { code: 200, data: { system: 2, comment: 1, private: 4 } },
  })
}

const toolbar = () => within(screen.getByRole('complementary', { name: '快捷工具', hidden: true }))

beforeEach(forgetNoticeCounters)

it('says in the toolbar and in the menu of the user how many notices of each kind are unread', async () => {
  openHome()
  expect(await screen.findByRole('button', { name: /^林知微.*7\s*条未读$/ })).toBeTruthy()
  expect(toolbar().getByRole('button', { name: '通知，3 条未读', hidden: true }).textContent).toContain('3')
  expect(toolbar().getByRole('button', { name: '私信，4 条未读', hidden: true })).toBeTruthy()
  const links = [/^系统通知\s*2\s*条未读$/, /^评论\s*1\s*条未读$/, /^私信\s*4\s*条未读$/].map((name) =>
    screen.getByRole('link', { name, hidden: true }).getAttribute('href'),
  )
  expect(links).toEqual(['/notice/id?type=0', '/notice/id?type=1', '/im'])
})

it('counts at each visit of a page and when the window is looked at again, and never for a visitor', async () => {
  const { fetch, router } = openHome()
  await waitFor(() => expect(fetch.of(COUNT).length).toBeGreaterThan(0))
  const atFirst = fetch.of(COUNT).length
  fireEvent.focus(window)
  await waitFor(() => expect(fetch.of(COUNT)).toHaveLength(atFirst + 1))
  await act(() => router.navigate('/im'))
  await waitFor(() => expect(fetch.of(COUNT).length).toBeGreaterThan(atFirst + 1))
  act(() => setUser(null))
  const beforeLeaving = fetch.of(COUNT).length
  fireEvent.focus(window)
  await act(() => router.navigate('/'))
  expect(fetch.of(COUNT)).toHaveLength(beforeLeaving)
  expect(toolbar().getByRole('button', { name: '通知', hidden: true })).toBeTruthy()
})

it('leads to the comments where only they are unread', async () => {
  const { router } = openHome()
  await screen.findByRole('button', { name: /^林知微.*7\s*条未读$/ })
  act(() => setNoticeCounters({ system: 0, comment: 1, private: 0 }))
  fireEvent.click(toolbar().getByRole('button', { name: '通知，1 条未读', hidden: true }))
  await waitFor(() => expect(router.state.location.search).toBe('?type=1'))
})
