import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useDesktopNotices } from './desktop-notice.ts'
import { watchForDesktopNotices } from './desktop-notice-watch.ts'
import { dispatchFrame } from './live.ts'

interface Shown {
  title: string
  tag: string
  body: string | undefined
  onclick: () => void
}

const shown: Shown[] = []
const broadcast = vi.fn()
const openPage = vi.fn()
let permission: NotificationPermission
let watch: ReturnType<typeof watchForDesktopNotices>

class FakeNotification {
  static get permission() {
    return permission
  }
  static async requestPermission() {
    if (permission === 'default') permission = 'granted'
    return permission
  }
  onclick = () => {}
  constructor(title: string, { tag = '', body }: NotificationOptions) {
    shown.push(Object.assign(this, { title, tag, body }))
  }
  close() {}
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('Notification', FakeNotification)
  vi.stubGlobal('isSecureContext', true)
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  vi.spyOn(window, 'focus').mockImplementation(() => {})
  permission = 'default'
  shown.length = 0
  broadcast.mockClear()
  openPage.mockClear()
  watch = watchForDesktopNotices({ userId: 'a1', isLeading: () => true, broadcast, openPage })
})

afterEach(() => {
  watch.end()
  localStorage.clear()
})

const receiveMessage = (id = 'm1', fromUserId = 'b2') =>
  dispatchFrame({
    t: 'message',
    message: { id, fromUserId, toUserId: 'a1', fromUserNickname: '周观澜', content: '样品已寄出' },
  })

async function turnOn() {
  const { result } = renderHook(useDesktopNotices)
  await act(() => result.current.turnOn())
  return result
}

it('is off until the member turns it on, and can be turned off again', async () => {
  receiveMessage()
  vi.advanceTimersByTime(1000)
  expect(shown).toEqual([])
  const result = await turnOn()
  expect(result.current).toMatchObject({ isSupported: true, permission: 'granted', isOn: true })
  act(() => result.current.turnOff())
  expect(result.current.isOn).toBe(false)
  receiveMessage('m2')
  vi.advanceTimersByTime(1000)
  expect(shown).toEqual([])
})

it('stays off when the browser denies the permission', async () => {
  permission = 'denied'
  const result = await turnOn()
  expect(result.current).toMatchObject({ permission: 'denied', isOn: false })
})

it('names the sender without the text, and opens the conversation', async () => {
  await turnOn()
  receiveMessage()
  vi.advanceTimersByTime(1000)
  expect(shown.map(({ title, body }) => [title, body])).toEqual([['周观澜 发来私信', undefined]])
  shown[0]?.onclick()
  expect(openPage).toHaveBeenCalledWith('/im?userId=b2')
})

it('shows nothing while any tab is visible, and nothing for the member’s own messages', async () => {
  await turnOn()
  receiveMessage('m1')
  expect(broadcast).toHaveBeenCalledWith({ kind: 'look' })
  watch.handleMessage({ kind: 'visible' })
  receiveMessage('m2', 'a1')
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
  receiveMessage('m3')
  vi.advanceTimersByTime(1000)
  expect(shown).toEqual([])
})

it('answers other tabs that it is visible', () => {
  watch.handleMessage({ kind: 'look' })
  expect(broadcast).not.toHaveBeenCalled()
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
  watch.handleMessage({ kind: 'look' })
  expect(broadcast).toHaveBeenCalledWith({ kind: 'visible' })
})

it('shows notices in the leading tab only, and each message once', async () => {
  await turnOn()
  receiveMessage()
  receiveMessage()
  watch.end()
  watch = watchForDesktopNotices({ userId: 'a1', isLeading: () => false, broadcast, openPage })
  receiveMessage('m2')
  vi.advanceTimersByTime(1000)
  expect(shown).toEqual([])
  watch.end()
  watch = watchForDesktopNotices({ userId: 'a1', isLeading: () => true, broadcast, openPage })
  receiveMessage('m3')
  receiveMessage('m3')
  vi.advanceTimersByTime(1000)
  receiveMessage('m3')
  vi.advanceTimersByTime(1000)
  expect(shown).toHaveLength(1)
})

it('is not supported where pages cannot show notices', async () => {
  vi.stubGlobal('isSecureContext', false)
  const { result } = renderHook(useDesktopNotices)
  expect(result.current.isSupported).toBe(false)
  await act(() => result.current.turnOn())
  expect(result.current.isOn).toBe(false)
})
