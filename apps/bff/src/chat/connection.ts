import type { Socket } from 'node:net'
import type { ClientFrame, ServerFrame } from '@portal/contract/frames.ts'
import { CLOSE } from '@portal/contract/socket.ts'
import type { WebSocket } from 'ws'
import type { ChatMetrics } from './chat-metrics.ts'
import type { ChatCaller } from './chat-upstream.ts'
import { readClientFrame } from './client-frames.ts'
import { createFrameBudget } from './frame-budget.ts'
import { CLOSE_GRACE_MS, MISSED_PINGS, type RelayLimits } from './relay-limits.ts'
import { nothingToCancel, type Timers } from './timers.ts'

/** One socket of one logged-in browser. */
export interface Connection {
  /** From the handshake. */
  readonly caller: ChatCaller
  /** Those of one turn are pinged together. */
  readonly turn: number
  /** Neither side has begun to close it. */
  readonly isOpen: boolean
  /** Has received its first frame: from then on events are delivered. */
  readonly isWelcome: boolean
  /** The first frame. Until then nothing that the browser sends is read. */
  welcome(frame: ServerFrame): void
  send(frame: ServerFrame): void
  /** A frame that is the same for many. */
  sendText(text: Buffer): void
  close(code: number): void
  /** Asks for a sign of life; the socket that gave none to the last two is closed. */
  ping(): void
}

interface Options {
  socket: WebSocket
  wire: Wire
  caller: ChatCaller
  turn: number
  limits: RelayLimits
  metrics: ChatMetrics
  now: () => number
  timers: Timers
  onFrame: (connection: Connection, frame: ClientFrame) => void
  /** Called once, when it receives nothing any more. */
  onLeave: (connection: Connection) => void
}

/** What a socket writes to. */
export type Wire = Pick<Socket, 'cork' | 'uncork'>

const MALFORMED = 400

type Writable<T> = { -readonly [Name in keyof T]: T[Name] }

export function createConnection({
  socket,
  wire,
  caller,
  turn,
  limits,
  metrics,
  now,
  timers,
  onFrame,
  onLeave,
}: Options): Connection {
  const mayPass = createFrameBudget({ burst: limits.frameBurst, perSecond: limits.framesPerSecond, now })
  let missedPings = 0
  let brokenInARow = 0
  let cancelEnd = nothingToCancel
  let isCounted = false
  let isHeld = false

  /** Sends frames of one tick in one packet: a packet costs more than its frames. */
  function hold(): void {
    if (isHeld) return
    isHeld = true
    wire.cork()
    process.nextTick(() => {
      isHeld = false
      wire.uncork()
    })
  }

  function leave(): void {
    if (!connection.isOpen) return
    connection.isOpen = false
    onLeave(connection)
  }

  function count(code: number): void {
    if (!isCounted) metrics.closed(code)
    isCounted = true
  }

  function close(code: number): void {
    if (!connection.isOpen) return
    count(code)
    leave()
    // A paused socket would not read the close frame of the peer.
    socket.resume()
    socket.close(code)
    endSoon()
  }

  /** Whoever does not read does not read the end either. */
  function endSoon(): void {
    if (socket.readyState !== socket.CLOSED) cancelEnd = timers.after(CLOSE_GRACE_MS, () => socket.terminate())
  }

  /** Counts whatever comes, control frames too: each ping puts an answer into our memory. */
  function isWithinBudget(): boolean {
    missedPings = 0
    if (connection.isOpen && !mayPass()) close(CLOSE.tooManyFrames)
    return connection.isOpen
  }

  function readFrame(data: Buffer, isBinary: boolean): void {
    if (!isWithinBudget()) return
    const read = isBinary ? { problem: '只接受文本消息' } : readClientFrame(data.toString('utf8'))
    metrics.frame('frame' in read ? read.frame.t : 'broken')
    if ('frame' in read) {
      brokenInARow = 0
      onFrame(connection, read.frame)
      return
    }
    brokenInARow += 1
    const { problem, ...ref } = read
    if (brokenInARow > limits.brokenInARow) close(CLOSE.tooManyFrames)
    else connection.send({ t: 'error', ...ref, code: MALFORMED, message: problem })
  }

  // No getters: they would make it as heavy as the socket itself.
  const connection: Writable<Connection> = {
    caller,
    turn,
    isOpen: true,
    isWelcome: false,
    welcome(frame) {
      connection.isWelcome = true
      connection.send(frame)
      if (connection.isOpen) socket.resume()
    },
    send(frame) {
      connection.sendText(Buffer.from(JSON.stringify(frame)))
    },
    sendText(text) {
      if (!connection.isOpen) return
      if (socket.bufferedAmount > limits.bufferedBytes) return close(CLOSE.overloaded)
      hold()
      socket.send(text, { binary: false })
    },
    close,
    ping() {
      if (!connection.isOpen) return
      if (missedPings >= MISSED_PINGS) {
        close(CLOSE.heartbeatMissed)
        return
      }
      missedPings += 1
      socket.ping()
    },
  }

  socket.pause()
  // The handshake's own listener would keep its request and answer for as long as the socket lives.
  socket.removeAllListeners('error')
  socket.on('error', () => {
    // Too large or not text: `ws` closes it with the matching code.
    leave()
    endSoon()
  })
  socket.on('message', (data, isBinary) => readFrame(data as Buffer, isBinary))
  socket.on('ping', isWithinBudget)
  socket.on('pong', isWithinBudget)
  socket.on('close', (code) => {
    cancelEnd()
    leave()
    count(code)
  })
  return connection
}
