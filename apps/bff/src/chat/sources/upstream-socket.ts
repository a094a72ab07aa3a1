import { SECOND_MS } from '@portal/contract/constants.ts'
import { CODE } from '@portal/contract/errors.ts'
import { CLOSE } from '@portal/contract/socket.ts'
import { WebSocket } from 'ws'
import { cancelNothing, type Timers } from '../timers.ts'
import { Backoff } from './backoff.ts'
import type { SourceCaller } from './source-caller.ts'

/** Address of upstream's socket. */
export interface SocketAddress {
  /** `ws://` or `wss://`; `?userId=` is added. */
  url: string
  /** PEM of a further certificate authority; tests only. */
  ca?: string | undefined
}

interface Options {
  address: SocketAddress
  userId: string
  source: SourceCaller
  /** Checks the session by a call to upstream; ends it when upstream rejects it. */
  checkSession: () => Promise<void>
  onOpen: () => void
  /** The socket was closed, or could not be opened. `failures`: number of failures in a row. */
  onClose: (loss: { failures: number; reason: string }) => void
  /** @returns whether the frame is a heartbeat */
  onFrame: (text: string) => boolean
  timers: Timers
  random: () => number
}

/** Maximum size of a frame. Bytes. */
const FRAME_MAX_BYTES = 64 * 1024
const HANDSHAKE_MS = 10 * SECOND_MS
/** Silence after which upstream is pinged; after twice as long the socket is terminated. */
const SILENCE_MS = 30 * SECOND_MS
const RETRY = { leastMs: 1 * SECOND_MS, mostMs: 30 * SECOND_MS }

/** Opens one user's socket at upstream, again after each loss. */
export function openUpstreamSocket(options: Options) {
  const { address, userId, source, checkSession, onOpen, onClose, onFrame, timers, random } = options
  const backoff = new Backoff({ ...RETRY, random })
  let socket: WebSocket | null = null
  let failures = 0
  let isClosed = false
  let isAlive = true
  let hasReceived = true
  let hasHeartbeat = false
  let cancel = cancelNothing

  function connect(): void {
    const caller = source.findSession()
    if (caller) listenTo(openSocket(caller.session.token))
    else retry()
  }

  function openSocket(token: string): WebSocket {
    const url = new URL(address.url)
    url.searchParams.set('userId', userId)
    return new WebSocket(url, {
      headers: { authorization: token },
      perMessageDeflate: false,
      maxPayload: FRAME_MAX_BYTES,
      handshakeTimeout: HANDSHAKE_MS,
      followRedirects: false,
      rejectUnauthorized: true,
      ...(address.ca ? { ca: address.ca } : {}),
    })
  }

  function listenTo(opening: WebSocket): void {
    socket = opening
    opening.on('open', () => {
      failures = 0
      isAlive = true
      hasHeartbeat = false
      watch(opening)
      onOpen()
    })
    opening.on('message', (data, isBinary) => {
      isAlive = true
      hasReceived = true
      if (!isBinary && onFrame(data.toString())) hasHeartbeat = true
    })
    opening.on('pong', pingWhenSilent)
    opening.on('ping', pingWhenSilent)
    opening.on('unexpected-response', (request, response) => {
      request.destroy()
      handleLoss(opening, `status ${response.statusCode}`, response.statusCode === CODE.unauthenticated)
    })
    opening.on('error', (error) => handleLoss(opening, error.message, false))
    opening.on('close', (code) => handleLoss(opening, `closed with ${code}`, code === CLOSE.loggedOut))
  }

  function pingWhenSilent(): void {
    isAlive = true
  }

  /** Detects dead connections by heartbeats. */
  function watch(open: WebSocket): void {
    cancel = timers.after(SILENCE_MS, () => {
      // Upstreams of this family drop a user's older socket without closing it: it stays open and receives nothing.
      const isForgotten = hasHeartbeat && !hasReceived
      if (!isAlive || isForgotten) return open.terminate()
      // A connection that is lost at once must not reset the backoff.
      backoff.reset()
      isAlive = false
      hasReceived = false
      open.ping()
      watch(open)
    })
  }

  function handleLoss(lost: WebSocket, reason: string, isRefused: boolean): void {
    if (socket !== lost) return
    socket = null
    cancel()
    if (isClosed) return
    failures += 1
    onClose({ failures, reason })
    // A call verifies the refusal: a proxy with a password answers 401 too.
    if (isRefused) checkSession().then(retry, retry)
    else retry()
  }

  function retry(): void {
    if (!isClosed) cancel = timers.after(backoff.next(), connect)
  }

  connect()
  return {
    close(): void {
      isClosed = true
      cancel()
      const open = socket
      socket = null
      // A handshake in progress ends in an error, which is ignored.
      if (open?.readyState === WebSocket.OPEN) open.close(1000)
      else open?.terminate()
    },
  }
}
