import { MINUTE_MS, SECOND_MS } from '@portal/contract/constants.ts'

/** Limits of sockets; smaller in tests. */
export interface RelayLimits {
  /** Open sockets on this instance. */
  sockets: number
  socketsPerUser: number
  /** Handshakes of one user in a minute: each fetches counters from upstream. */
  handshakesPerMinute: number
  /** Frames that a socket may send in a burst, and its refill per second. */
  frameBurst: number
  framesPerSecond: number
  /** Number of invalid frames in a row after which the socket is closed. */
  brokenInARow: number
  /** Sends of a user that may wait for the running one. */
  waitingSends: number
  /** Maximum size of unsent text of a socket. Bytes. */
  bufferedBytes: number
  /** Refused sockets that are still closing. */
  refusedSockets: number
}

export const RELAY_LIMITS: RelayLimits = {
  sockets: 10_000,
  socketsPerUser: 32,
  handshakesPerMinute: 240,
  frameBurst: 120,
  framesPerSecond: 20,
  brokenInARow: 10,
  waitingSends: 64,
  bufferedBytes: 1024 * 1024,
  refusedSockets: 256,
}

/** Time after which a closing socket is terminated. ms. */
export const CLOSE_GRACE_MS = 800
/** Number of unanswered pings after which a socket is closed. */
export const MISSED_PINGS = 2
/** Minimum interval between fetches of one user's counters. ms. */
export const RECOUNT_GAP_MS = 1 * SECOND_MS
/** Delay of the check with upstream after messages were counted here. ms. */
export const RECOUNT_LATER_MS = 30 * SECOND_MS
/** Retry after a failed fetch. ms. */
export const RECOUNT_RETRY_MS = 15 * SECOND_MS
/** Age from which counters are fetched again when their user is active. ms. */
export const COUNTERS_FRESH_MS = 30 * SECOND_MS
/** Minimum interval between two «is typing» of one user to another. ms. */
export const TYPING_GAP_MS = 2 * SECOND_MS
/** Minimum interval between two checks of all logins. ms. */
export const SWEEP_GAP_MS = 30 * SECOND_MS
export const HANDSHAKE_WINDOW_MS = 1 * MINUTE_MS
