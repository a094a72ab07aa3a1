import { EventEmitter, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type WebSocket, WebSocket as WebSocketClient, WebSocketServer } from 'ws'
import { createSocketHub, type SocketHub } from './socket-hub.ts'

/** A socket whose peer can leave pings unanswered or stop reading. */
class StandInSocket extends EventEmitter {
  answers = true
  bufferedAmount = 0
  pings = 0
  sent: string[] = []
  code: number | undefined

  ping() {
    this.pings += 1
    if (this.answers) this.emit('pong')
  }
  send(frame: Buffer) {
    this.sent.push(String(frame))
  }
  close(code: number) {
    this.code ??= code
    if (this.answers) this.emit('close')
  }
  terminate() {
    this.code ??= 1006
    this.emit('close')
  }
}

let hub: SocketHub
beforeEach(() => {
  vi.useFakeTimers()
  hub = createSocketHub({ bufferedMax: 100 })
})
afterEach(async () => {
  vi.useRealTimers()
  await hub.close()
})

function add(userId: string, sessionKey = userId): StandInSocket {
  const socket = new StandInSocket()
  hub.add(socket as unknown as WebSocket, { userId, sessionKey })
  return socket
}

it('pings each socket every 25 s, and closes one that misses two', () => {
  const [alive, dead] = [add('a'), add('b')]
  dead.answers = false
  vi.advanceTimersByTime(50_000)
  expect([alive.pings, dead.pings]).toEqual([2, 2])
  expect(dead.code).toBeUndefined()
  vi.advanceTimersByTime(25_000)
  expect([alive.code, dead.code]).toEqual([undefined, 4408])
  expect(hub.has('b')).toBe(false)
})

it('spreads pings over time', () => {
  const sockets = Array.from({ length: 1000 }, (_, nth) => add(`${nth}`))
  vi.advanceTimersByTime(1000)
  expect(sockets.filter(({ pings }) => pings > 0)).toHaveLength(40)
  vi.advanceTimersByTime(24_000)
  expect(sockets.every(({ pings }) => pings === 1)).toBe(true)
})

it('counts any text frame as a sign of life', () => {
  const socket = add('a')
  socket.answers = false
  for (let nth = 0; nth < 4; nth += 1) {
    vi.advanceTimersByTime(25_000)
    socket.emit('message', Buffer.from('{"code":4}'), false)
  }
  expect(socket.code).toBeUndefined()
})

it('closes a socket with a full send buffer, and sends to the others', () => {
  const [slow, quick] = [add('a'), add('a')]
  slow.bufferedAmount = 101
  hub.send(['a', 'a', 'nobody'], '一')
  hub.send(['a'], '二')
  expect([slow.code, slow.sent]).toEqual([1013, []])
  expect(quick.sent).toEqual(['一', '二'])
})

it('keeps the newest 64 sockets of a user', () => {
  const sockets = Array.from({ length: 66 }, () => add('a'))
  expect(sockets.filter(({ code }) => code === 1013)).toEqual(sockets.slice(0, 2))
})

it('closes the sockets of an ended session only', () => {
  const [ended, kept] = [add('a', 'one'), add('a', 'two')]
  expect(hub.listSessionKeys()).toEqual(new Set(['one', 'two']))
  hub.endSessions(new Set(['one']))
  expect([ended.code, kept.code]).toEqual([4401, undefined])
})

it('closes all sockets with the restart code, also those of unresponsive peers', async () => {
  const [polite, silent] = [add('a'), add('b')]
  silent.answers = false
  const closed = hub.close()
  await vi.advanceTimersByTimeAsync(1000)
  await closed
  expect([polite.code, silent.code]).toEqual([1012, 1012])
  const lateSocket = add('c')
  expect(lateSocket.code).toBe(1012)
})

it('bounds the buffer of a stopped reader without affecting others', async () => {
  vi.useRealTimers()
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const real = createSocketHub({ bufferedMax: 256 * 1024 })
  let names = 0
  server.on('connection', (socket) => {
    names += 1
    real.add(socket, { userId: names === 1 ? 'stopped' : 'reading', sessionKey: 'x' })
  })
  const connect = async () => {
    const socket = new WebSocketClient(`ws://127.0.0.1:${port}`)
    await once(socket, 'open')
    return socket
  }
  const [stopped, reading] = [await connect(), await connect()]
  stopped.pause()
  let got = 0
  reading.on('message', () => {
    got += 1
  })
  let sent = 0
  while (real.has('stopped') && sent < 2000) {
    real.send(['stopped', 'reading'], 'x'.repeat(64 * 1024))
    sent += 1
    while (got < sent) await once(reading, 'message')
  }
  expect(sent).toBeLessThan(2000)
  expect(real.has('reading')).toBe(true)
  stopped.terminate()
  await real.close()
  server.close()
})
