import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { Loose } from './asking.ts'
import type { TestUpstream } from './make-upstream.ts'
import type { Member } from './members.ts'

/** A client of upstream's own socket. */
export interface OpenSocket {
  socket: WebSocket
  /** All frames so far. */
  frames: Loose[]
  /** Returns the next frame that was not returned yet. */
  next(): Promise<Loose>
  /** Resolves to the close code. */
  closed: Promise<number>
  close(): Promise<void>
}

/** User id and token that replace those of the member. */
export interface SocketIdentity {
  userId?: string
  token?: string
}

/** Connects as a member, or with the given token. */
export async function openSocket(
  upstream: TestUpstream,
  member: Pick<Member, 'id' | 'token'>,
  asking: SocketIdentity = {},
) {
  const { userId = member.id, token = member.token } = asking
  const url = `${upstream.url.replace('http', 'ws')}/websocket?userId=${encodeURIComponent(userId)}`
  const socket = new WebSocket(url, { headers: token === '' ? {} : { authorization: token }, perMessageDeflate: false })
  const frames: Loose[] = []
  const untaken: Loose[] = []
  const waiting: ((frame: Loose) => void)[] = []
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data))
    frames.push(frame)
    const taker = waiting.shift()
    if (taker) taker(frame)
    else untaken.push(frame)
  })
  const closed = new Promise<number>((resolve) => {
    socket.on('close', (code) => resolve(code))
  })
  await once(socket, 'open')
  const opened: OpenSocket = {
    socket,
    frames,
    next: () =>
      untaken.length > 0 ? Promise.resolve(untaken.shift()) : new Promise((resolve) => waiting.push(resolve)),
    closed,
    async close() {
      socket.close()
      await closed
    },
  }
  return opened
}
