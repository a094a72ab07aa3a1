import { MINUTE_MS, SECOND_MS } from '@portal/contract/constants.ts'
import type { ClientFrame, ServerFrame } from '@portal/contract/frames.ts'
import { CLOSE, SOCKET_PATH } from '@portal/contract/socket.ts'
import { CONNECTING, type LiveStatus } from './live-state.ts'

const FIRST_DELAY_MS = 1 * SECOND_MS
const LONGEST_DELAY_MS = 30 * SECOND_MS
/** Minimum delay after an overload, which may last seconds, for example while upstream restarts. */
const OVERLOAD_DELAY_MS = 5 * SECOND_MS
/** Delay after a close code that rules out a quick retry. */
const PATIENT_DELAY_MS = 1 * MINUTE_MS
/** Timeout of `welcome`. */
const WELCOME_MS = 10 * SECOND_MS
/** Time after which a connection counts as steady and resets the back-off. */
const STEADY_MS = 10 * SECOND_MS

/** Time without a frame after which a connection may be dead; scripts do not see the server's pings. */
const SILENT_MS = 5 * MINUTE_MS

const PATIENT_CODES: readonly number[] = [CLOSE.wrongOrigin, CLOSE.tooManyFrames, CLOSE.frameTooLarge]

export interface LiveSocketOptions {
  /** Id of the user; a socket that welcomes another user is closed. */
  userId: string
  onStatus: (status: LiveStatus) => void
  onFrame: (frame: ServerFrame) => void
  /**
   * Called when the login may have ended: after a 4401, or after repeated failed handshakes. Reconnection continues.
   */
  checkSession: () => void
}

export type LiveSocket = ReturnType<typeof openLiveSocket>

/** Opens the socket and reconnects with exponential back-off. */
export function openLiveSocket({ userId, onStatus, onFrame, checkSession }: LiveSocketOptions) {
  let socket: WebSocket | null = null
  /** Number of attempts since the last steady connection. */
  let tries = 0
  /** Whether the server requested a delay that visibility and network changes must not shorten. */
  let isPatient = false
  let retryAtMs = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isEnded = false
  let lastFrameMs = 0

  function connect(): void {
    clearTimeout(timer)
    drop()
    isPatient = false
    onStatus(CONNECTING)
    socket = openSocket()
    if (socket) listen(socket)
    else handleLoss(0, false)
  }

  function listen(own: WebSocket): void {
    let isWelcome = false
    lastFrameMs = Date.now()
    timer = setTimeout(() => handleLoss(0, isWelcome), WELCOME_MS)
    own.onmessage = ({ data }) => {
      if (own !== socket) return
      lastFrameMs = Date.now()
      const frame = readFrame(data)
      if (frame?.t === 'welcome') {
        if (frame.userId !== userId) return handleLoss(CLOSE.loggedOut, true)
        isWelcome = true
        resetTriesLater()
      }
      if (frame && isWelcome) onFrame(frame)
    }
    own.onclose = ({ code }) => {
      if (own === socket) handleLoss(code, isWelcome)
    }
  }

  function resetTriesLater(): void {
    clearTimeout(timer)
    timer = setTimeout(() => {
      tries = 0
    }, STEADY_MS)
  }

  /** Drops the socket without waiting for its close, which takes minutes on a dead connection. */
  function drop(): void {
    const old = socket
    socket = null
    old?.close()
  }

  function handleLoss(code: number, wasWelcome: boolean): void {
    clearTimeout(timer)
    drop()
    // The first 4401 is retried, because the user may just have logged in again in another tab.
    const isRejected = PATIENT_CODES.includes(code) || (code === CLOSE.loggedOut && tries > 0)
    isPatient = isRejected || code === CLOSE.overloaded
    const delayMs = isRejected ? PATIENT_DELAY_MS * (0.5 + Math.random()) : computeDelay(code)
    retryAtMs = Date.now() + delayMs
    tries += 1
    timer = setTimeout(connect, delayMs)
    onStatus({ state: 'waiting', retryAtMs })
    // Checks the session, because scripts cannot distinguish a refused handshake from a network error.
    if (code === CLOSE.loggedOut || (!wasWelcome && tries % TRIES_BEFORE_SESSION_CHECK === 0)) checkSession()
  }

  function computeDelay(code: number): number {
    // Adds jitter, because all clients of the instance reconnect now.
    if (code === CLOSE.restarting && tries === 0) return SECOND_MS * Math.random()
    const leastMs = code === CLOSE.overloaded ? OVERLOAD_DELAY_MS : FIRST_DELAY_MS
    return Math.min(LONGEST_DELAY_MS, Math.max(leastMs, FIRST_DELAY_MS * 2 ** tries)) * (0.5 + Math.random() / 2)
  }

  function renew(): void {
    if (!isEnded && !isPatient && socket?.readyState !== WebSocket.CONNECTING) connect()
  }

  connect()
  return {
    /** Sends a frame; ignored when the socket is not open. */
    send: (frame: ClientFrame) => {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame))
    },
    /** Connects if an attempt is overdue: browsers throttle the timers of hidden tabs. */
    catchUp: () => {
      if (!isEnded && !socket && Date.now() >= retryAtMs) connect()
    },
    /**
     * Called when the tab becomes visible: reconnects if it is waiting or silent, unless the server requested a delay.
     */
    verify: () => {
      const isSilent = Date.now() - lastFrameMs > SILENT_MS
      if (!socket || isSilent) renew()
    },
    /** Replaces the connection. */
    renew,
    close: () => {
      isEnded = true
      clearTimeout(timer)
      drop()
    },
  }
}

/** Number of failed handshakes before the session is checked. */
const TRIES_BEFORE_SESSION_CHECK = 3

/**
 * Opens a socket; `null` when the browser refuses: Safari before 16 does not match `'self'` in a policy against
 * sockets.
 */
function openSocket(): WebSocket | null {
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
