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

const receive = (id: string, fromUserId = 'b2') =>
  dispatchFrame({ t: 'message', message: { id, fromUserId, toUserId: 'a1', content: '你好' } })
const announced = () => useAnnouncement.getState().text

it('announces the first new message at once, and later ones together', () => {
  receive('m1')
  expect(announced()).toBe('收到 1 条新私信')
  receive('m2')
  receive('m3')
  receive('m3')
  expect(announced()).toBe('收到 1 条新私信')
  vi.advanceTimersByTime(10_000)
  expect(announced()).toBe('收到 2 条新私信')
  vi.advanceTimersByTime(10_000)
  expect(announced()).toBe('')
})

it('announces nothing on the messages page, and no message of the member', () => {
  receive('m1', 'a1')
  isShowing = true
  receive('m2')
  expect(announced()).toBe('')
})
