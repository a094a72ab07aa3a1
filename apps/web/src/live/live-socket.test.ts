import { CLOSE } from '@portal/contract/socket.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeSockets } from '#testing/fake-socket.ts'
import { type LiveSocket, openLiveSocket } from './live-socket.ts'

const ME = 'a1'
let sockets: ReturnType<typeof fakeSockets>
let live: LiveSocket
const onStatus = vi.fn()
const onFrame = vi.fn()
const checkSession = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  vi.clearAllMocks()
  sockets = fakeSockets()
  live = openLiveSocket({ userId: ME, onStatus, onFrame, checkSession })
})

afterEach(() => live.close())

const getStatus = () => onStatus.mock.lastCall?.[0]
/** Reported time until the next attempt, ms. */
const waitMs = () => getStatus().retryAtMs - Date.now()

it('connects to the site’s own address, with the scheme of the page', () => {
  expect(sockets.last().address).toBe('ws://localhost:8080/bff/ws')
})

it('reconnects with exponential back-off, up to 30 s', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7].map(() => {
    sockets.last().end(1006)
    const ms = waitMs()
    vi.advanceTimersByTime(ms)
    return ms
  })
  expect(waits).toEqual([750, 1500, 3000, 6000, 12_000, 22_500, 22_500])
  expect(sockets.all).toHaveLength(8)
})

it('resets the back-off after a steady connection', () => {
  for (const _ of [1, 2, 3]) {
    sockets.last().end(1006)
    vi.advanceTimersByTime(waitMs())
  }
  sockets.last().welcome(ME)
  vi.advanceTimersByTime(10_000)
  sockets.last().end(1006)
  expect(waitMs()).toBe(750)
})

it('reconnects within a second when the server restarts', () => {
  sockets.last().welcome(ME)
  vi.advanceTimersByTime(10_000)
  sockets.last().end(CLOSE.restarting)
  expect(waitMs()).toBe(500)
})

it.each([CLOSE.frameTooLarge, CLOSE.tooManyFrames, CLOSE.wrongOrigin])(
  'waits a minute after close code %i, also when the tab becomes visible or the network changes',
  (code) => {
    sockets.last().end(code)
    expect(waitMs()).toBe(60_000)
    live.verify()
    live.renew()
    live.catchUp()
    expect(sockets.all).toHaveLength(1)
    vi.advanceTimersByTime(60_000)
    expect(sockets.all).toHaveLength(2)
  },
)

it('waits several seconds after an overload, longer each time', () => {
  const waits = [1, 2, 3, 4, 5].map(() => {
    sockets.last().end(CLOSE.overloaded)
    live.verify()
    const ms = waitMs()
    vi.advanceTimersByTime(ms)
    return ms
  })
  expect(waits).toEqual([3750, 3750, 3750, 6000, 12_000])
  expect(sockets.all).toHaveLength(6)
})

it('catches up when a timer was throttled', () => {
  sockets.last().end(1006)
  live.catchUp()
  expect(sockets.all).toHaveLength(1)
  vi.setSystemTime(Date.now() + 1000)
  live.catchUp()
  expect(sockets.all).toHaveLength(2)
  live.catchUp()
  expect(sockets.all).toHaveLength(2)
})

it('reconnects at once when the tab becomes visible, unless it is open', () => {
  sockets.last().end(1006)
  live.verify()
  expect(sockets.all).toHaveLength(2)
  sockets.last().welcome(ME)
  live.verify()
  expect(sockets.all).toHaveLength(2)
})

it('renews a connection that was silent for five minutes when the tab becomes visible', () => {
  sockets.last().welcome(ME)
  live.verify()
  vi.advanceTimersByTime(5 * 60_000 + 1)
  live.catchUp()
  expect(sockets.all).toHaveLength(1)
  live.verify()
  expect(sockets.all).toHaveLength(2)
  expect(sockets.open()).toHaveLength(1)
})

it('gives up on a server that sends no welcome', () => {
  vi.advanceTimersByTime(10_000)
  expect(getStatus().state).toBe('waiting')
  expect(sockets.open()).toHaveLength(0)
})

it('waits when the browser refuses to open a socket', () => {
  vi.stubGlobal('WebSocket', () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  })
  live.renew()
  expect(getStatus().state).toBe('waiting')
  expect(sockets.open()).toHaveLength(0)
})

it('drops a dead connection at once on renewal, and ignores its late events', () => {
  const first = sockets.last()
  first.welcome(ME)
  live.renew()
  expect(sockets.open()).toEqual([sockets.last()])
  first.readyState = 1
  first.give({ t: 'typing', userId: 'b2' })
  first.end(1006)
  expect(onFrame.mock.calls.map(([frame]) => frame.t)).toEqual(['welcome'])
  expect(getStatus().state).toBe('connecting')
})

it('checks the session when the server closes with 4401, and slows down', () => {
  sockets.last().welcome(ME)
  sockets.last().end(CLOSE.loggedOut)
  expect(checkSession).toHaveBeenCalledTimes(1)
  expect(waitMs()).toBe(750)
  vi.advanceTimersByTime(750)
  sockets.last().end(CLOSE.loggedOut)
  expect(checkSession).toHaveBeenCalledTimes(2)
  expect(waitMs()).toBe(60_000)
})

it('checks the session after repeated failed handshakes', () => {
  for (const _ of [1, 2]) {
    sockets.last().end(1006)
    vi.advanceTimersByTime(waitMs())
  }
  expect(checkSession).not.toHaveBeenCalled()
  sockets.last().end(1006)
  expect(checkSession).toHaveBeenCalledTimes(1)
})

it('ignores a socket that welcomes another user', () => {
  sockets.last().welcome('b2', { system: 1, comment: 1, private: 1 })
  expect(onFrame).not.toHaveBeenCalled()
  expect(checkSession).toHaveBeenCalledTimes(1)
  expect(sockets.open()).toHaveLength(0)
})

it('ignores malformed frames and frames before the welcome', () => {
  sockets.last().give({ t: 'typing', userId: 'b2' })
  sockets.last().welcome(ME)
  sockets.last().onmessage?.({ data: '{' })
  expect(onFrame).toHaveBeenCalledTimes(1)
})

it('sends only over an open socket', () => {
  live.send({ t: 'typing', toUserId: 'b2' })
  const socket = sockets.last()
  socket.end(1006)
  live.send({ t: 'typing', toUserId: 'b2' })
  expect(socket.sent).toHaveLength(1)
})
