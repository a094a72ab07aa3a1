import type { Socket } from 'node:net'
import type { ClientFrame, ServerFrame } from '@portal/contract/frames.ts'
import { CLOSE } from '@portal/contract/socket.ts'
import type { WebSocket } from 'ws'
import type { ChatMetrics } from './chat-metrics.ts'
import type { ChatCaller } from './chat-upstream.ts'
import { readClientFrame } from './client-frames.ts'
import { CLOSE_GRACE_MS, MISSED_PINGS, type RelayLimits } from './relay-limits.ts'
import { cancelNothing, type Timers } from './timers.ts'

interface Options {
  socket: WebSocket
  wire: Wire
  caller: ChatCaller
  pingGroup: number
  limits: RelayLimits
  metrics: ChatMetrics
  now: () => number
  timers: Timers
  onFrame: (connection: Connection, frame: ClientFrame) => void
  /** Called once, when the socket receives nothing any more. */
  onLeave: (connection: Connection) => void
}

/** What a socket writes to. */
export type Wire = Pick<Socket, 'cork' | 'uncork'>

const MALFORMED = 400

/** One socket of one logged-in browser. */
export class Connection {
  /** Caller who was identified at the handshake. */
  readonly caller: ChatCaller
  /** Connections of one group are pinged together. */
  readonly pingGroup: number
  /** `false` once either side has begun to close it. */
  isOpen = true
  /** `true` once its first frame was sent: from then on events are delivered. */
  isWelcome = false
  readonly #options: Options
  /** Number of frames that the client may send now; refills evenly. */
  #budget: number
  #budgetAtMs: number
  #missedPings = 0
  #brokenInARow = 0
  #cancelEnd = cancelNothing
  #isCounted = false
  #isCorked = false

  constructor(options: Options) {
    const { socket, caller, pingGroup, limits, now } = options
    this.caller = caller
    this.pingGroup = pingGroup
    this.#options = options
    this.#budget = limits.frameBurst
    this.#budgetAtMs = now()
    // Nothing from the browser is read before the first frame has been sent.
    socket.pause()
    // The handshake's own listener would hold its request and response in memory as long as the socket lives.
    socket.removeAllListeners('error')
    socket.on('error', () => {
      // The frame is too large or not text: `ws` closes the socket with the matching code.
      this.#leave()
      this.#terminateSoon()
    })
    socket.on('message', (data, isBinary) => this.#readFrame(data as Buffer, isBinary))
    socket.on('ping', () => this.#isWithinBudget())
    socket.on('pong', () => this.#isWithinBudget())
    socket.on('close', (code) => {
      this.#cancelEnd()
      this.#leave()
      this.#count(code)
    })
  }

  welcome(frame: ServerFrame): void {
    this.isWelcome = true
    this.send(frame)
    if (this.isOpen) this.#options.socket.resume()
  }

  send(frame: ServerFrame): void {
    this.sendText(Buffer.from(JSON.stringify(frame)))
  }

  /** Sends a frame that is the same for many sockets. */
  sendText(text: Buffer) {
    const { socket, limits } = this.#options
    if (!this.isOpen) return
    if (socket.bufferedAmount > limits.bufferedBytes) return this.close(CLOSE.overloaded)
    this.#cork()
    socket.send(text, { binary: false })
  }

  close(code: number): void {
    const { socket } = this.#options
    if (!this.isOpen) return
    this.#count(code)
    this.#leave()
    // A paused socket would not read the close frame of the peer.
    socket.resume()
    socket.close(code)
    this.#terminateSoon()
  }

  /** Pings, and closes a socket that has not answered the last two pings. */
  ping() {
    if (!this.isOpen) return
    if (this.#missedPings >= MISSED_PINGS) return this.close(CLOSE.heartbeatMissed)
    this.#missedPings += 1
    this.#options.socket.ping()
  }

  /** Sends frames of one tick in one packet: a packet costs more than its frames. */
  #cork(): void {
    if (this.#isCorked) return
    const { wire } = this.#options
    this.#isCorked = true
    wire.cork()
    process.nextTick(() => {
      this.#isCorked = false
      wire.uncork()
    })
  }

  #leave(): void {
    if (!this.isOpen) return
    this.isOpen = false
    this.#options.onLeave(this)
  }

  #count(code: number): void {
    if (!this.#isCounted) this.#options.metrics.closed(code)
    this.#isCounted = true
  }

  /** Terminates the socket after a delay: a client that does not read does not read the close frame either. */
  #terminateSoon(): void {
    const { socket, timers } = this.#options
    if (socket.readyState !== socket.CLOSED) this.#cancelEnd = timers.after(CLOSE_GRACE_MS, () => socket.terminate())
  }

  /** Counts every frame, including control frames: each ping buffers a pong in memory. */
  #isWithinBudget(): boolean {
    this.#missedPings = 0
    if (this.isOpen && !this.#takeFromBudget()) this.close(CLOSE.tooManyFrames)
    return this.isOpen
  }

  #takeFromBudget(): boolean {
    const { limits, now } = this.#options
    const nowMs = now()
    const refill = ((nowMs - this.#budgetAtMs) * limits.framesPerSecond) / 1000
    this.#budget = Math.min(limits.frameBurst, this.#budget + refill)
    this.#budgetAtMs = nowMs
    if (this.#budget < 1) return false
    this.#budget -= 1
    return true
  }

  #readFrame(data: Buffer, isBinary: boolean) {
    const { limits, metrics, onFrame } = this.#options
    if (!this.#isWithinBudget()) return
    const read = isBinary ? { problem: '只接受文本消息' } : readClientFrame(data.toString('utf8'))
    metrics.frame('frame' in read ? read.frame.t : 'broken')
    if ('frame' in read) {
      this.#brokenInARow = 0
      return onFrame(this, read.frame)
    }
    this.#brokenInARow += 1
    const { problem, ...ref } = read
    if (this.#brokenInARow > limits.brokenInARow) this.close(CLOSE.tooManyFrames)
    else this.send({ t: 'error', ...ref, code: MALFORMED, message: problem })
  }
}
