import { fireEvent } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { watchOtherTabs } from './session.ts'

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

it('hears of other tabs, lets go of the channel when the page is put away, and asks when it comes back', () => {
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
