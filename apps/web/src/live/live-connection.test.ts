import type { ServerFrame } from '@portal/contract/frames.ts'
import { CLOSE } from '@portal/contract/socket.ts'
import { fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { UserInfo } from '#lib/session.ts'
import { fakeSockets } from '#testing/fake-socket.ts'
import { fakeTabs, removeTabs } from '#testing/fake-tabs.ts'

const UNREAD = { system: 1, comment: 2, private: 3 }

let sockets: ReturnType<typeof fakeSockets>
let browser: ReturnType<typeof fakeTabs>
let opened: Tab[] = []

type Tab = Awaited<ReturnType<typeof makeTab>>

async function openTab(userId?: string): Promise<Tab> {
  const tab = await makeTab(userId)
  opened.push(tab)
  return tab
}

/** Makes a tab with its own modules, like a real tab; window and document are shared. */
async function makeTab(userId = 'a1') {
  vi.resetModules()
  const [{ startLive }, live, session, notices, outbox] = await Promise.all([
    import('./live-connection.ts'),
    import('./live.ts'),
    import('#lib/session.ts'),
    import('./notice-counters.ts'),
    import('./outbox.ts'),
  ])
  session.setUser({ id: userId } as UserInfo)
  const frames: ServerFrame[] = []
  live.onFrame((frame) => frames.push(frame))
  const reloadSession = vi.fn(async () => {})
  const openPage = vi.fn()
  const stop = startLive({ userId, reloadSession, openPage })
  await settle()
  return {
    ...live,
    ...session,
    ...outbox,
    frames,
    reloadSession,
    openPage,
    stop,
    state: () => live.useLive.getState().state,
    since: () => live.useLive.getState().since,
    counters: () => notices.useNoticeCounters.getState(),
  }
}

async function openTabs(count: number) {
  const tabs: Tab[] = []
  for (let tab = 0; tab < count; tab += 1) tabs.push(await openTab())
  return tabs as [Tab, Tab, ...Tab[]]
}

const settle = () => vi.advanceTimersByTimeAsync(0)
const makeMessage = (fromUserId: string, id = 'm1') =>
  ({ t: 'message', message: { id, fromUserId, toUserId: 'a1', content: '你好' } }) as const

beforeEach(() => {
  vi.useFakeTimers()
  sockets = fakeSockets()
  browser = fakeTabs()
})

afterEach(() => {
  for (const { stop } of opened) stop()
  opened = []
  removeTabs()
})

it('opens one socket for five tabs, and passes every frame to all', async () => {
  const tabs = await openTabs(5)
  expect(sockets.all).toHaveLength(1)
  sockets.last().welcome('a1', UNREAD)
  await settle()
  sockets.last().give(makeMessage('b2'))
  await settle()
  for (const tab of tabs) {
    expect(tab.state()).toBe('open')
    expect(tab.since()).toBe(1)
    expect(tab.counters()).toEqual(UNREAD)
    expect(tab.frames.map(({ t }) => t)).toEqual(['welcome', 'message'])
  }
  sockets.last().give({ t: 'counters', ...UNREAD, private: 0 })
  await settle()
  expect(tabs.map((tab) => tab.counters().private)).toEqual([0, 0, 0, 0, 0])
})

it('sends status and counters to a tab that opens later', async () => {
  await openTab()
  sockets.last().welcome('a1', UNREAD)
  const later = await openTab()
  await settle()
  expect(later.state()).toBe('open')
  expect(later.since()).toBe(1)
  expect(later.counters()).toEqual(UNREAD)
})

it('moves the socket to another tab when the leader closes, and the others refetch', async () => {
  const [first, second, third] = await openTabs(3)
  sockets.last().welcome('a1')
  await settle()
  first.stop()
  await settle()
  expect(sockets.open()).toEqual([sockets.all[1]])
  expect(third?.state()).toBe('connecting')
  sockets.last().welcome('a1')
  await settle()
  expect([second.since(), third?.since()]).toEqual([2, 2])
  sockets.last().give(makeMessage('b2'))
  await settle()
  expect(third?.frames.at(-1)?.t).toBe('message')
})

it('replaces a frozen leader by a visible tab', async () => {
  const [frozen, second] = await openTabs(2)
  sockets.last().welcome('a1')
  await settle()
  const [channel] = browser.channels()
  if (channel) channel.isFrozen = true
  await vi.advanceTimersByTimeAsync(10_000 + 1500)
  sockets.last().welcome('a1')
  expect(second.since()).toBe(2)
  channel?.thaw()
  await settle()
  expect(sockets.open()).toEqual([sockets.last()])
  expect(frozen.state()).toBe('open')
})

it('sends frames of other tabs, and returns the answer to the requester', async () => {
  const [, second] = await openTabs(2)
  sockets.last().welcome('a1')
  await settle()
  const withdrawn = second.request({ t: 'withdraw', id: 'm1' })
  await settle()
  const [frame] = sockets.last().sent
  expect(frame).toMatchObject({ t: 'withdraw', id: 'm1' })
  sockets.last().give({ t: 'ok', ref: (frame as { ref: string }).ref, data: null })
  expect(await withdrawn).toBeNull()
})

it('completes a request although the leading tab closes meanwhile', async () => {
  const [first, second] = await openTabs(2)
  sockets.last().welcome('a1')
  await settle()
  const read = second.request({ t: 'read', userId: 'b2' })
  await settle()
  first.stop()
  await settle()
  sockets.last().welcome('a1')
  const [frame] = sockets.last().sent
  expect(frame).toEqual(sockets.all[0]?.sent[0])
  sockets.last().give({ t: 'error', ref: (frame as { ref: string }).ref, code: 500, message: '不行' })
  await expect(read).rejects.toThrow('不行')
})

it('times out a request without an answer', async () => {
  const tab = await openTab()
  const read = expect(tab.request({ t: 'read', userId: 'b2' })).rejects.toMatchObject({ code: 504 })
  await vi.advanceTimersByTimeAsync(20_000)
  await read
})

it('never delivers frames of one user to the next', async () => {
  const [firstTab, otherTab] = [await openTab('a1'), await openTab('b2')]
  expect(sockets.all).toHaveLength(2)
  for (const socket of sockets.all) socket.welcome('a1', UNREAD)
  sockets.all[0]?.give(makeMessage('c3'))
  await settle()
  expect(firstTab.frames.map(({ t }) => t)).toEqual(['welcome', 'message'])
  expect(otherTab.frames).toEqual([])
  expect(otherTab.counters().private).toBe(0)
  // The cookie of the second browser belongs to another user than the page assumes.
  expect(otherTab.reloadSession).toHaveBeenCalledTimes(1)

  firstTab.setUser({ id: 'd4' } as UserInfo)
  sockets.all[0]?.give(makeMessage('c3', 'm2'))
  expect(firstTab.frames).toHaveLength(2)
})

it('ends the session in all tabs after 4401, and stops reconnecting', async () => {
  const [first, second] = await openTabs(2)
  sockets.last().welcome('a1')
  await settle()
  first.reloadSession.mockImplementation(async () => {
    first.setUser(null)
    first.stop()
    second.setUser(null)
    second.stop()
  })
  const others = vi.fn()
  const listening = new BroadcastChannel('session')
  listening.onmessage = others
  sockets.last().end(CLOSE.loggedOut)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(first.state()).toBe('off')
  expect(others).toHaveBeenCalledTimes(1)
  expect(sockets.all).toHaveLength(1)
})

it('releases lock, channel and socket for the back-forward cache, and rejoins on return', async () => {
  const tab = await openTab()
  sockets.last().welcome('a1')
  fireEvent(window, new Event('pagehide'))
  await settle()
  expect(sockets.open()).toEqual([])
  expect(browser.channels()).toEqual([])
  fireEvent(window, new Event('pageshow'))
  await settle()
  sockets.last().welcome('a1')
  expect(tab.state()).toBe('open')
  expect(tab.since()).toBe(2)
  expect(sockets.all).toHaveLength(2)
})

it('reconnects after sleep and after a change of network', async () => {
  await openTab()
  sockets.last().welcome('a1')
  fireEvent(window, new Event('online'))
  expect(sockets.all).toHaveLength(2)
  sockets.last().welcome('a1')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sockets.all).toHaveLength(2)
  vi.setSystemTime(Date.now() + 3_600_000)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(sockets.all).toHaveLength(3)
})

it('opens a socket in each tab when tabs cannot communicate', async () => {
  removeTabs()
  const tabs = await openTabs(2)
  for (const socket of sockets.all) socket.welcome('a1', UNREAD)
  expect(sockets.all).toHaveLength(2)
  expect(tabs.map((tab) => tab.state())).toEqual(['open', 'open'])
})

it('sends a message for a tab without a socket, and delivers the answer there', async () => {
  const [, second] = await openTabs(2)
  second.sendMessage({ toUserId: 'b2', content: '你好', type: 1 })
  sockets.last().welcome('a1')
  await settle()
  const [frame] = sockets.last().sent
  expect(frame).toMatchObject({ t: 'send', toUserId: 'b2', content: '你好', type: 1 })
  const { message } = makeMessage('a1')
  sockets.last().give({ t: 'ok', ref: (frame as { ref: string }).ref, data: message })
  await settle()
  expect(second.useOutbox.getState().entries).toEqual([])
  expect(second.frames.at(-1)).toEqual({ t: 'message', message })
})

it('stays off without WebSocket support', async () => {
  vi.stubGlobal('WebSocket', undefined)
  expect((await openTab()).state()).toBe('off')
})
