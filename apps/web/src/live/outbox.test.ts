import type { ChatMessage, ClientFrame, ServerFrame } from '@portal/contract/frames.ts'
import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setUser, type UserInfo } from '#lib/session.ts'
import { dispatchFrame, type LiveFrame, onFrame, setLiveTransport } from './live.ts'
import { setLiveStatus, useLive } from './live-state.ts'
import { discardSend, retrySend, sendMessage, useOutbox, useOutboxTo } from './outbox.ts'
import { deliverOutbox } from './outbox-delivery.ts'

const ME = { id: 'a1' } as UserInfo
const HELLO = { toUserId: 'b2', content: '你好', type: 1 } as const

let sent: ClientFrame[]
let stop: () => void
const renew = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  useLive.setState(useLive.getInitialState(), true)
  setUser(ME)
  sent = []
  renew.mockClear()
  setLiveTransport({ post: (frame) => sent.push(frame), renew })
  stop = deliverOutbox()
})

afterEach(() => {
  stop()
  setUser(null)
})

const connect = () => setLiveStatus({ state: 'open', retryAtMs: null }, true)
const disconnect = () => setLiveStatus({ state: 'waiting', retryAtMs: 1 })
const listEntries = () => useOutbox.getState().entries
const sendAnswer = (ref: string, more: Partial<ChatMessage> = {}) =>
  dispatchFrame({ t: 'ok', ref, data: { id: 'm1', fromUserId: 'a1', ...HELLO, ...more } })
const refuse = (ref: string, code: number, message: string) => dispatchFrame({ t: 'error', ref, code, message })
/** Reloads the page: everything outside session storage is lost. */
function reload() {
  stop()
  const kept = sessionStorage.getItem('outbox')
  setUser(null)
  sessionStorage.setItem('outbox', kept ?? '')
  setUser(ME)
  stop = deliverOutbox()
}

it('waits for a connection, and removes a message when it is answered', () => {
  const ref = sendMessage(HELLO)
  expect(sent).toEqual([])
  expect(listEntries()[0]).toMatchObject({ state: 'pending', sentAtMs: null })
  connect()
  expect(sent).toEqual([{ t: 'send', ref, ...HELLO }])
  sendAnswer(ref)
  expect(listEntries()).toEqual([])
  expect(sessionStorage.getItem('outbox')).toBeNull()
})

it('resends an unanswered message after a reconnect, with the same ref', () => {
  connect()
  const ref = sendMessage(HELLO)
  disconnect()
  connect()
  expect(sent).toEqual([
    { t: 'send', ref, ...HELLO },
    { t: 'send', ref, ...HELLO, again: true },
  ])
})

it('resends an unanswered message after a reload, with the same ref', () => {
  connect()
  const ref = sendMessage(HELLO)
  reload()
  expect(listEntries()).toHaveLength(1)
  expect(sent[1]).toEqual({ t: 'send', ref, ...HELLO, again: true })
})

it('resends on an open socket without an answer, and finally reconnects', () => {
  connect()
  const ref = sendMessage(HELLO)
  vi.advanceTimersByTime(20_000)
  expect(sent[1]).toMatchObject({ ref, again: true })
  expect(renew).not.toHaveBeenCalled()
  vi.advanceTimersByTime(20_000)
  expect(renew).toHaveBeenCalledTimes(1)
  connect()
  expect(sent[2]).toMatchObject({ ref, again: true })
})

it('sends to one peer in order, each message after the confirmation of the one before', () => {
  connect()
  const [first, second] = [sendMessage(HELLO), sendMessage({ ...HELLO, content: '再见' })]
  const other = sendMessage({ ...HELLO, toUserId: 'c3' })
  expect(sent.map((frame) => (frame as { ref: string }).ref)).toEqual([first, other])
  sendAnswer(first)
  expect((sent.at(-1) as { ref: string }).ref).toBe(second)
})

it('keeps a refused message with its reason, sends the next, and retries on demand', () => {
  connect()
  const first = sendMessage(HELLO)
  const second = sendMessage({ ...HELLO, content: '再见' })
  refuse(first, 500, '对方不接收私信')
  expect(listEntries()[0]).toMatchObject({ state: 'failed', reason: '对方不接收私信' })
  expect((sent.at(-1) as { ref: string }).ref).toBe(second)
  sendAnswer(second)
  retrySend(listEntries()[0]?.ref ?? '')
  const last = sent.at(-1) as { ref: string; again?: boolean }
  // The server would repeat the first answer for the first ref.
  expect(last.ref).not.toBe(first)
  expect(last.again).toBeUndefined()
  sendAnswer(last.ref)
  expect(listEntries()).toEqual([])
})

it('discards a refused message on demand', () => {
  connect()
  refuse(sendMessage(HELLO), 403, '不行')
  discardSend(listEntries()[0]?.ref ?? '')
  expect(listEntries()).toEqual([])
})

it('retries transient failures automatically and on demand, with the same ref', () => {
  connect()
  const ref = sendMessage(HELLO)
  for (const waitMs of [2000, 5000, 15_000]) {
    refuse(ref, 502, '服务暂时不可用')
    expect(listEntries()[0]?.state).toBe('pending')
    vi.advanceTimersByTime(waitMs)
  }
  expect(sent).toHaveLength(4)
  refuse(ref, 502, '服务暂时不可用')
  expect(listEntries()[0]).toMatchObject({ state: 'failed', reason: '服务暂时不可用' })
  retrySend(ref)
  expect(sent.at(-1)).toEqual({ t: 'send', ref, ...HELLO, again: true })
})

it('waits for the next login after the session ends', () => {
  connect()
  const ref = sendMessage(HELLO)
  refuse(ref, 401, '当前会话已过期，请重新登录')
  disconnect()
  setUser(null)
  expect(listEntries()).toEqual([])
  setUser(ME)
  connect()
  expect(sent.at(-1)).toMatchObject({ ref, again: true })
})

it('neither sends nor keeps messages of the previous user', () => {
  sendMessage(HELLO)
  setUser({ id: 'z9' } as UserInfo)
  connect()
  expect(sent).toEqual([])
  expect(sessionStorage.getItem('outbox')).toBeNull()
  setUser(ME)
  expect(listEntries()).toEqual([])
})

it('rejects a message at once that exceeds a frame', () => {
  connect()
  sendMessage({ ...HELLO, content: '石'.repeat(6000) })
  expect(sent).toEqual([])
  expect(listEntries()[0]).toMatchObject({ state: 'failed', reason: '内容过长，请分成几条发送' })
})

it('shows a message once, in either order of answer and message', () => {
  connect()
  const shown = renderHook(() => useOutboxTo('b2'))
  const seen: LiveFrame[] = []
  const stopFrames = onFrame((frame) => seen.push(frame))
  const frame: ServerFrame = { t: 'message', message: { id: 'm1', fromUserId: 'a1', ...HELLO, content: '<p>你好</p>' } }
  const ref = sendMessage(HELLO)
  shown.rerender()
  expect(shown.result.current).toHaveLength(1)
  dispatchFrame(frame)
  shown.rerender()
  expect(shown.result.current).toEqual([])
  sendAnswer(ref)
  expect(listEntries()).toEqual([])
  expect(seen.map((one) => one.t === 'message' && one.message.id)).toEqual(['m1', 'm1'])
  stopFrames()
})

it('requires the sender’s consent to resend a message whose ref has expired', () => {
  connect()
  const ref = sendMessage(HELLO)
  disconnect()
  vi.advanceTimersByTime(11 * 60_000)
  connect()
  expect(sent).toHaveLength(1)
  expect(listEntries()[0]).toMatchObject({ state: 'failed', reason: '未能确认是否送达，请核对后重新发送' })
  retrySend(ref)
  expect(sent[1]).toEqual({ t: 'send', ref, ...HELLO, again: true })
})

it('restores only valid entries of the same user from session storage', () => {
  stop()
  setUser(null)
  sessionStorage.setItem('outbox', '{"userId":')
  setUser(ME)
  expect(listEntries()).toEqual([])
  stop = deliverOutbox()
})
