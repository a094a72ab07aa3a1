import { fireEvent } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { announceLogout, announceSession, setUser, type UserInfo, watchOtherTabs } from './session.ts'

const channels: FakeChannel[] = []

class FakeChannel extends EventTarget {
  isOpen = true
  constructor() {
    super()
    channels.push(this)
  }
  close() {
    this.isOpen = false
  }
}

it('follows other tabs, closes the channel for the back-forward cache, and reloads on return', () => {
  vi.stubGlobal('BroadcastChannel', FakeChannel)
  const handle = vi.fn()
  const stop = watchOtherTabs(handle)
  channels[0]?.dispatchEvent(new Event('message'))
  expect(handle).toHaveBeenCalledTimes(1)

  fireEvent(window, new Event('pagehide'))
  expect(channels[0]?.isOpen).toBe(false)
  fireEvent(window, Object.assign(new Event('pageshow'), { persisted: false }))
  expect(handle).toHaveBeenCalledTimes(1)
  fireEvent(window, Object.assign(new Event('pageshow'), { persisted: true }))
  expect(handle).toHaveBeenCalledTimes(2)
  channels[1]?.dispatchEvent(new Event('message'))
  expect(handle).toHaveBeenCalledTimes(3)

  stop()
  channels[1]?.dispatchEvent(new Event('message'))
  expect(handle).toHaveBeenCalledTimes(3)
})

it('synchronises tabs through local storage without channels, and stores no user there', () => {
  vi.stubGlobal('BroadcastChannel', undefined)
  const handle = vi.fn()
  const stop = watchOtherTabs(handle)
  announceSession()
  expect(localStorage.getItem('session')).toMatch(/^changed \d+$/)
  // The browser sends the event only to the other tabs.
  fireEvent(window, new StorageEvent('storage', { key: 'session', newValue: '1' }))
  fireEvent(window, new StorageEvent('storage', { key: 'theme', newValue: 'dark' }))
  expect(handle).toHaveBeenCalledTimes(1)
  stop()
  fireEvent(window, new StorageEvent('storage', { key: 'session', newValue: '2' }))
  expect(handle).toHaveBeenCalledTimes(1)
  localStorage.clear()
})

it('removes what was typed after a logout in another tab, and reloads the tab that shows it', () => {
  vi.stubGlobal('BroadcastChannel', undefined)
  const [handle, reload] = [vi.fn(), vi.fn()]
  const stop = watchOtherTabs(handle, reload)
  const receive = (newValue: string) => fireEvent(window, new StorageEvent('storage', { key: 'session', newValue }))
  sessionStorage.setItem('typed:orders-done', '{"code":"7KQ4RM"}')
  receive('changed 1')
  expect([sessionStorage.getItem('typed:orders-done'), handle.mock.calls.length]).toEqual(['{"code":"7KQ4RM"}', 1])
  receive('logout 2')
  expect([sessionStorage.getItem('typed:orders-done'), reload.mock.calls.length]).toEqual([null, 1])
  receive('logout 3')
  expect([handle.mock.calls.length, reload.mock.calls.length]).toEqual([2, 1])
  stop()

  sessionStorage.setItem('typed:orders-new', '0.name=x')
  announceLogout()
  expect([sessionStorage.getItem('typed:orders-new'), localStorage.getItem('session')]).toEqual([
    null,
    expect.stringMatching(/^logout \d+$/),
  ])
  localStorage.clear()
})

it('keeps what was typed for the next login of the same member, and for a visitor who logs in', () => {
  vi.stubGlobal('BroadcastChannel', undefined)
  const reload = vi.fn()
  const [first, other] = ['a', 'b'].map((id) => ({ id: id.repeat(32), nickname: id }) as UserInfo)
  const readTyped = () => sessionStorage.getItem('typed:orders-new')
  sessionStorage.setItem('typed:orders-new', '0.name=x')
  for (const user of [first, null, first]) setUser(user ?? null, reload)
  expect([readTyped(), reload.mock.calls.length]).toEqual(['0.name=x', 0])
  setUser(null, reload)
  setUser(other ?? null, reload)
  expect([readTyped(), reload.mock.calls.length]).toEqual([null, 1])
  announceLogout()
  sessionStorage.setItem('typed:orders-new', '0.name=y')
  setUser(first ?? null, reload)
  expect([readTyped(), reload.mock.calls.length]).toEqual(['0.name=y', 1])
  localStorage.clear()
})
