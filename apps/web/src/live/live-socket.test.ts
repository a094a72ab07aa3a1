import { CLOSE } from '@portal/contract/socket.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeSockets } from '#testing/fake-socket.ts'
import { type LiveSocket, openLiveSocket } from './live-socket.ts'

const ME = 'a1'
let sockets: ReturnType<typeof fakeSockets>
let live: LiveSocket
const onStatus = vi.fn()
const onFrame = vi.fn()
const onDoubt = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  vi.clearAllMocks()
  sockets = fakeSockets()
  live = openLiveSocket({ userId: ME, onStatus, onFrame, onDoubt })
})

afterEach(() => live.close())

const status = () => onStatus.mock.lastCall?.[0]
/** Milliseconds until the next try, as it was told. */
const waitMs = () => status().retryAtMs - Date.now()

it('asks at the site’s own address, by the scheme of the page', () => {
  expect(sockets.last().address).toBe('ws://localhost:8080/bff/ws')
})

it('comes back by itself, later and later, up to half a minute apart', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7].map(() => {
    sockets.last().end(1006)
    const ms = waitMs()
    vi.advanceTimersByTime(ms)
    return ms
  })
  expect(waits).toEqual([750, 1500, 3000, 6000, 12_000, 22_500, 22_500])
  expect(sockets.all).toHaveLength(8)
})

it('begins anew with short waits after a connection that held', () => {
  for (const _ of [1, 2, 3]) {
    sockets.last().end(1006)
    vi.advanceTimersByTime(waitMs())
  }
  sockets.last().welcome(ME)
  vi.advanceTimersByTime(10_000)
  sockets.last().end(1006)
  expect(waitMs()).toBe(750)
})

it('comes back within a second when the server restarts', () => {
  sockets.last().welcome(ME)
  vi.advanceTimersByTime(10_000)
  sockets.last().end(CLOSE.restarting)
  expect(waitMs()).toBe(500)
})

it.each([CLOSE.frameTooLarge, CLOSE.tooManyFrames, CLOSE.wrongOrigin])(
  'has patience after %i, whatever happens',
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

it('gives a server that has too much to do some seconds, and more of them each time', () => {
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

it('makes up for a timer that was held back', () => {
  sockets.last().end(1006)
  live.catchUp()
  expect(sockets.all).toHaveLength(1)
  vi.setSystemTime(Date.now() + 1000)
  live.catchUp()
  expect(sockets.all).toHaveLength(2)
  live.catchUp()
  expect(sockets.all).toHaveLength(2)
})

it('tries at once when somebody looks, and not while it is open', () => {
  sockets.last().end(1006)
  live.verify()
  expect(sockets.all).toHaveLength(2)
  sockets.last().welcome(ME)
  live.verify()
  expect(sockets.all).toHaveLength(2)
})

it('trusts a connection no more that was silent for five minutes, when somebody looks again', () => {
  sockets.last().welcome(ME)
  live.verify()
  vi.advanceTimersByTime(5 * 60_000 + 1)
  live.catchUp()
  expect(sockets.all).toHaveLength(1)
  live.verify()
  expect(sockets.all).toHaveLength(2)
  expect(sockets.open()).toHaveLength(1)
})

it('takes a server that says nothing for one that is not there', () => {
  vi.advanceTimersByTime(10_000)
  expect(status().state).toBe('waiting')
  expect(sockets.open()).toHaveLength(0)
})

it('waits where the browser refuses to open one', () => {
  vi.stubGlobal('WebSocket', () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  })
  live.renew()
  expect(status().state).toBe('waiting')
  expect(sockets.open()).toHaveLength(0)
})

it('lets a dead connection go at once when it is renewed, and hears nothing of it any more', () => {
  const first = sockets.last()
  first.welcome(ME)
  live.renew()
  expect(sockets.open()).toEqual([sockets.last()])
  first.readyState = 1
  first.give({ t: 'typing', userId: 'b2' })
  first.end(1006)
  expect(onFrame.mock.calls.map(([frame]) => frame.t)).toEqual(['welcome'])
  expect(status().state).toBe('connecting')
})

it('asks who is logged in when the server says that nobody is, and does not run against the wall', () => {
  sockets.last().welcome(ME)
  sockets.last().end(CLOSE.loggedOut)
  expect(onDoubt).toHaveBeenCalledTimes(1)
  expect(waitMs()).toBe(750)
  vi.advanceTimersByTime(750)
  sockets.last().end(CLOSE.loggedOut)
  expect(onDoubt).toHaveBeenCalledTimes(2)
  expect(waitMs()).toBe(60_000)
})

it('asks who is logged in where handshakes fail again and again, as a refusal looks like that', () => {
  for (const _ of [1, 2]) {
    sockets.last().end(1006)
    vi.advanceTimersByTime(waitMs())
  }
  expect(onDoubt).not.toHaveBeenCalled()
  sockets.last().end(1006)
  expect(onDoubt).toHaveBeenCalledTimes(1)
})

it('reads nothing of a socket that greets somebody else', () => {
  sockets.last().welcome('b2', { system: 1, comment: 1, private: 1 })
  expect(onFrame).not.toHaveBeenCalled()
  expect(onDoubt).toHaveBeenCalledTimes(1)
  expect(sockets.open()).toHaveLength(0)
})

it('leaves out what it cannot read, and what comes before the greeting', () => {
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
