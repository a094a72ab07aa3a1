import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { setUser, type UserInfo, useSession } from '#lib/session.ts'
import { resetNoticeCounters, setNoticeCounters } from '#live/notice-counters.ts'
import { fakeSockets } from '#testing/fake-socket.ts'
import { makePlainPages, openPage } from '#testing/open-page.tsx'

const COUNT = 'GET /v1/im/getNewSystemNotice'
const member = { id: 'a1', nickname: '林知微', role: 'user' } as UserInfo

function openHome(user: UserInfo | null = member) {
  return openPage('/', makePlainPages('/', '/notice/id', '/im'), {
    'GET /bff/session': { code: 200, data: { user } },
    [COUNT]: { code: 200, data: { system: 2, comment: 1, private: 4 } },
  })
}

const getToolbar = () => within(screen.getByRole('complementary', { name: '快捷工具', hidden: true }))

beforeEach(resetNoticeCounters)

it('shows unread notices of each kind in toolbar and user menu', async () => {
  openHome()
  expect(await screen.findByRole('button', { name: /^林知微.*7\s*条未读$/ })).toBeTruthy()
  expect(getToolbar().getByRole('button', { name: '通知，3 条未读', hidden: true }).textContent).toContain('3')
  expect(getToolbar().getByRole('button', { name: '私信，4 条未读', hidden: true })).toBeTruthy()
  const links = [/^系统通知\s*2\s*条未读$/, /^评论\s*1\s*条未读$/, /^私信\s*4\s*条未读$/].map((name) =>
    screen.getByRole('link', { name, hidden: true }).getAttribute('href'),
  )
  expect(links).toEqual(['/notice/id?type=0', '/notice/id?type=1', '/im'])
})

it('shows at most 99+, and announces the exact number', async () => {
  openHome()
  await screen.findByRole('button', { name: /^林知微.*7\s*条未读$/ })
  act(() => setNoticeCounters({ system: 0, comment: 0, private: 120 }))
  expect(getToolbar().getByRole('button', { name: '私信，120 条未读', hidden: true }).textContent).toContain('99+')
  expect(screen.getByRole('button', { name: '打开菜单，120 条未读', hidden: true }).textContent).toBe('99+')
  expect(screen.getByRole('button', { name: /^林知微.*120\s*条未读$/ })).toBeTruthy()
  expect(screen.getByRole('link', { name: /^私信\s*99\+\s*条未读$/, hidden: true })).toBeTruthy()
})

it('counts at each page visit and on focus, but never for a visitor', async () => {
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
  expect(getToolbar().getByRole('button', { name: '通知', hidden: true })).toBeTruthy()
})

it('links to the comments when only those are unread', async () => {
  const { router } = openHome()
  await screen.findByRole('button', { name: /^林知微.*7\s*条未读$/ })
  act(() => setNoticeCounters({ system: 0, comment: 1, private: 0 }))
  fireEvent.click(getToolbar().getByRole('button', { name: '通知，1 条未读', hidden: true }))
  await waitFor(() => expect(router.state.location.search).toBe('?type=1'))
})

describe('with a socket', () => {
  const unread = { system: 0, comment: 0, private: 2 }

  /** The stubbed `requestIdleCallback` reports the page as idle at once. */
  function openLiveHome(user: UserInfo | null = member) {
    const sockets = fakeSockets()
    vi.stubGlobal('requestIdleCallback', (act: () => void) => setTimeout(act))
    vi.stubGlobal('cancelIdleCallback', clearTimeout)
    return { ...openHome(user), sockets }
  }

  it('receives counters by the socket, shows them in the title, and does not poll', async () => {
    const { fetch, router, sockets } = openLiveHome()
    await waitFor(() => expect(sockets.all).toHaveLength(1))
    act(() => sockets.last().welcome(member.id, unread))
    expect(getToolbar().getByRole('button', { name: '私信，2 条未读', hidden: true })).toBeTruthy()
    expect(document.title).toMatch(/^\(2\) /)
    await act(() => router.navigate('/im'))
    fireEvent.focus(window)
    expect(fetch.of(COUNT)).toEqual([])
    act(() => sockets.last().give({ t: 'counters', ...unread, private: 0 }))
    expect(getToolbar().getByRole('button', { name: '私信', hidden: true })).toBeTruthy()
    expect(document.title).not.toMatch(/^\(/)
  })

  it('polls when the socket cannot be opened', async () => {
    const { fetch, sockets } = openLiveHome()
    await waitFor(() => expect(sockets.all).toHaveLength(1))
    expect(fetch.of(COUNT)).toEqual([])
    act(() => sockets.last().end(1006))
    await waitFor(() => expect(fetch.of(COUNT)).toHaveLength(1))
  })

  it('announces a new message', async () => {
    const { sockets } = openLiveHome()
    await waitFor(() => expect(sockets.all).toHaveLength(1))
    const message = { id: 'm1', fromUserId: 'b2', toUserId: member.id, content: '你好' }
    act(() => sockets.last().welcome(member.id))
    act(() => sockets.last().give({ t: 'message', message }))
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('收到 1 条新私信')
  })

  it('closes the socket at logout, and opens none for a visitor', async () => {
    const { sockets } = openLiveHome()
    await waitFor(() => expect(sockets.all).toHaveLength(1))
    act(() => sockets.last().welcome(member.id, unread))
    act(() => setUser(null))
    expect(sockets.open()).toEqual([])
    expect(document.title).not.toMatch(/^\(/)

    const visitor = openLiveHome(null)
    await waitFor(() => expect(useSession.getState().status).toBe('ready'))
    expect(visitor.sockets.all).toEqual([])
  })
})
