import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dispatchFrame } from '#live/live.ts'
import { useAnnouncement } from '#live/live-announcer.ts'
import { announceMessages } from './member-live.ts'

let isShowing = false
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  isShowing = false
  stop = announceMessages('a1', () => isShowing)
})

afterEach(() => stop())

const receiveMessage = (id: string, fromUserId = 'b2') =>
  dispatchFrame({ t: 'message', message: { id, fromUserId, toUserId: 'a1', content: '你好' } })
const getAnnouncement = () => useAnnouncement.getState().text

it('announces the first new message at once, and later ones together', () => {
  receiveMessage('m1')
  expect(getAnnouncement()).toBe('收到 1 条新私信')
  receiveMessage('m2')
  receiveMessage('m3')
  receiveMessage('m3')
  expect(getAnnouncement()).toBe('收到 1 条新私信')
  vi.advanceTimersByTime(10_000)
  expect(getAnnouncement()).toBe('收到 2 条新私信')
  vi.advanceTimersByTime(10_000)
  expect(getAnnouncement()).toBe('')
})

it('announces nothing on the messages page, and no message of the member', () => {
  receiveMessage('m1', 'a1')
  isShowing = true
  receiveMessage('m2')
  expect(getAnnouncement()).toBe('')
})
