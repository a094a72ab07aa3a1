import { MINUTE_MS, SECOND_MS } from '@portal/contract/constants.ts'
import type { ClientFrame, ServerFrame } from '@portal/contract/frames.ts'
import { CLOSE, SOCKET_PATH } from '@portal/contract/socket.ts'
import { CONNECTING, type LiveStatus } from './live-state.ts'

const FIRST_DELAY_MS = 1 * SECOND_MS
const LONGEST_DELAY_MS = 30 * SECOND_MS
/** At least so long after a server that has too much to do: it may be over in seconds, as when upstream restarts. */
const OVERLOAD_DELAY_MS = 5 * SECOND_MS
/** After a close that says that trying again soon is of no use. */
const PATIENT_DELAY_MS = 1 * MINUTE_MS
/** No `welcome` within it: the try has failed. */
const WELCOME_MS = 10 * SECOND_MS
/** A connection that has held so long was a good one: the next failure counts as the first. */
const STEADY_MS = 10 * SECOND_MS

/**
 * A connection may have died without a word, and scripts do not see the server's pings: after so long without a frame it
 * is not trusted.
 */
const SILENT_MS = 5 * MINUTE_MS

const PATIENT_CODES: readonly number[] = [CLOSE.wrongOrigin, CLOSE.tooManyFrames, CLOSE.frameTooLarge]

export interface LiveSocketOptions {
  /** Whose frames are wanted: a socket that greets somebody else is closed unread. */
  userId: string
  onStatus: (status: LiveStatus) => void
  onFrame: (frame: ServerFrame) => void
  /**
   * The server says that nobody is logged in, or does not say why it lets nobody in: who is logged in is to be asked.
   * Where somebody is, the socket tries on by itself.
   */
  onDoubt: () => void
}

export interface LiveSocket {
  /** Nothing happens when it is not open. */
  send: (frame: ClientFrame) => void
  /** Tries now when that is overdue: the timers of a hidden tab are held back. */
  catchUp: () => void
  /**
   * Somebody looks at the site again: tries now when it waits, unless the server has asked for patience, and renews a
   * connection that has been silent for long.
   */
  verify: () => void
  /** Takes the connection for dead and opens another. */
  renew: () => void
  close: () => void
}

type Timer = ReturnType<typeof setTimeout>

/** Opens the socket and keeps it open: after a loss it comes back by itself, later and later while that fails. */
export function openLiveSocket({ userId, onStatus, onFrame, onDoubt }: LiveSocketOptions): LiveSocket {
  let socket: WebSocket | null = null
  /** Tries since the last good connection. */
  let tries = 0
  /** The server has asked for it: nobody's looking or being online makes the next try come earlier. */
  let isPatient = false
  let retryAtMs = 0
  let timer: Timer | undefined
  let isEnded = false
  let lastFrameMs = 0

  function connect(): void {
    clearTimeout(timer)
    drop()
    isPatient = false
    onStatus(CONNECTING)
    socket = tryToOpen()
    if (socket) listenTo(socket)
    else lose(0, false)
  }

  function listenTo(own: WebSocket): void {
    let isWelcome = false
    lastFrameMs = Date.now()
    timer = setTimeout(() => lose(0, isWelcome), WELCOME_MS)
    own.onmessage = ({ data }) => {
      if (own !== socket) return
      lastFrameMs = Date.now()
      const frame = readFrame(data)
      if (frame?.t === 'welcome') {
        if (frame.userId !== userId) return lose(CLOSE.loggedOut, true)
        isWelcome = true
        expectToHold()
      }
      if (frame && isWelcome) onFrame(frame)
    }
    own.onclose = ({ code }) => {
      if (own === socket) lose(code, isWelcome)
    }
  }

  function expectToHold(): void {
    clearTimeout(timer)
    timer = setTimeout(() => {
      tries = 0
    }, STEADY_MS)
  }

  /** Lets the connection go without waiting for its end: a dead one takes minutes over it. */
  function drop(): void {
    const old = socket
    socket = null
    old?.close()
  }

  function lose(code: number, wasWelcome: boolean): void {
    clearTimeout(timer)
    drop()
    // The first time somebody may just have logged in anew, in another tab.
    const isHopeless = PATIENT_CODES.includes(code) || (code === CLOSE.loggedOut && tries > 0)
    isPatient = isHopeless || code === CLOSE.overloaded
    const delayMs = isHopeless ? PATIENT_DELAY_MS * (0.5 + Math.random()) : delayAfter(code)
    retryAtMs = Date.now() + delayMs
    tries += 1
    timer = setTimeout(connect, delayMs)
    onStatus({ state: 'waiting', retryAtMs })
    // A refused handshake looks to a script as if nobody had answered.
    if (code === CLOSE.loggedOut || (!wasWelcome && tries % TRIES_BEFORE_DOUBT === 0)) onDoubt()
  }

  function delayAfter(code: number): number {
    // All who were on it come back: within a second, not at the same instant.
    if (code === CLOSE.restarting && tries === 0) return SECOND_MS * Math.random()
    const leastMs = code === CLOSE.overloaded ? OVERLOAD_DELAY_MS : FIRST_DELAY_MS
    return Math.min(LONGEST_DELAY_MS, Math.max(leastMs, FIRST_DELAY_MS * 2 ** tries)) * (0.5 + Math.random() / 2)
  }

  function renew(): void {
    if (!isEnded && !isPatient && socket?.readyState !== WebSocket.CONNECTING) connect()
  }

  connect()
  return {
    send: (frame) => {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame))
    },
    catchUp: () => {
      if (!isEnded && !socket && Date.now() >= retryAtMs) connect()
    },
    verify: () => {
      const isSilent = Date.now() - lastFrameMs > SILENT_MS
      if (!socket || isSilent) renew()
    },
    renew,
    close: () => {
      isEnded = true
      clearTimeout(timer)
      drop()
    },
  }
}

/** The handshake fails and nobody says why: so often before it is asked whether anybody is logged in at all. */
const TRIES_BEFORE_DOUBT = 3

/** `null` where the browser refuses it on the spot: Safari before 16 does not take `'self'` of a page's policy for sockets. */
function tryToOpen(): WebSocket | null {
  try {
    return new WebSocket(location.origin.replace(/^http/, 'ws') + SOCKET_PATH)
  } catch {
    return null
  }
}

function readFrame(data: unknown): ServerFrame | null {
  try {
    return JSON.parse(String(data)) as ServerFrame
  } catch {
    return null
  }
}
