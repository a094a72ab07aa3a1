import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useDesktopNotices } from './desktop-notice.ts'
import { watchForDesktopNotices } from './desktop-notice-watch.ts'
import { passFrame } from './live.ts'

interface Shown {
  title: string
  tag: string
  body: string | undefined
  onclick: () => void
}

const shown: Shown[] = []
const tell = vi.fn()
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
  tell.mockClear()
  openPage.mockClear()
  watch = watchForDesktopNotices({ userId: 'a1', isLeading: () => true, tell, openPage })
})

afterEach(() => {
  watch.end()
  localStorage.clear()
})

const receive = (id = 'm1', fromUserId = 'b2') =>
  passFrame({
    t: 'message',
    message: { id, fromUserId, toUserId: 'a1', fromUserNickname: '周观澜', content: '样品已寄出' },
  })

async function turnOn() {
  const { result } = renderHook(useDesktopNotices)
  await act(() => result.current.turnOn())
  return result
}

it('is off until the member has asked for it, and off again when the member says so', async () => {
  receive()
  vi.advanceTimersByTime(1000)
  expect(shown).toEqual([])
  const result = await turnOn()
  expect(result.current).toMatchObject({ isSupported: true, permission: 'granted', isOn: true })
  act(() => result.current.turnOff())
  expect(result.current.isOn).toBe(false)
  receive('m2')
  vi.advanceTimersByTime(1000)
  expect(shown).toEqual([])
})

it('stays off where the browser’s settings refuse it', async () => {
  permission = 'denied'
  const result = await turnOn()
  expect(result.current).toMatchObject({ permission: 'denied', isOn: false })
})

it('names the sender, keeps the text to itself, and leads to the conversation', async () => {
  await turnOn()
  receive()
  vi.advanceTimersByTime(1000)
  expect(shown.map(({ title, body }) => [title, body])).toEqual([['周观澜 发来私信', undefined]])
  shown[0]?.onclick()
  expect(openPage).toHaveBeenCalledWith('/im?userId=b2')
})

it('shows nothing when this tab or another one is looked at, nor of the member’s own messages', async () => {
  await turnOn()
  receive('m1')
  expect(tell).toHaveBeenCalledWith({ kind: 'look' })
  watch.hear({ kind: 'visible' })
  receive('m2', 'a1')
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
  receive('m3')
  vi.advanceTimersByTime(1000)
  expect(shown).toEqual([])
})

it('says to other tabs that it is looked at', () => {
  watch.hear({ kind: 'look' })
  expect(tell).not.toHaveBeenCalled()
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
  watch.hear({ kind: 'look' })
  expect(tell).toHaveBeenCalledWith({ kind: 'visible' })
})

it('leaves it to the tab with the socket, and shows a message that comes twice once', async () => {
  await turnOn()
  receive()
  receive()
  watch.end()
  watch = watchForDesktopNotices({ userId: 'a1', isLeading: () => false, tell, openPage })
  receive('m2')
  vi.advanceTimersByTime(1000)
  expect(shown).toEqual([])
  watch.end()
  watch = watchForDesktopNotices({ userId: 'a1', isLeading: () => true, tell, openPage })
  receive('m3')
  receive('m3')
  vi.advanceTimersByTime(1000)
  receive('m3')
  vi.advanceTimersByTime(1000)
  expect(shown).toHaveLength(1)
})

it('is not offered where pages cannot show notices', async () => {
  vi.stubGlobal('isSecureContext', false)
  const { result } = renderHook(useDesktopNotices)
  expect(result.current.isSupported).toBe(false)
  await act(() => result.current.turnOn())
  expect(result.current.isOn).toBe(false)
})
