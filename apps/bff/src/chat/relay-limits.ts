import { MINUTE_MS, SECOND_MS } from '@portal/contract/constants.ts'

/** Limits of sockets; smaller in tests. */
export interface RelayLimits {
  /** Open at once, on this instance. */
  sockets: number
  socketsPerUser: number
  /** Handshakes of one user in a minute: each asks upstream for counters. */
  handshakesPerMinute: number
  /** Frames that a socket may send at once, and how many a second it gets back. */
  frameBurst: number
  framesPerSecond: number
  /** Frames in a row that cannot be read, before the socket is closed. */
  brokenInARow: number
  /** Sends of a user that wait for the one under way. */
  waitingSends: number
  /** Text that a socket has not taken yet. Bytes. */
  bufferedBytes: number
  /** Refused sockets whose closing is waited for. */
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

/** After this a closing socket is terminated. ms. */
export const CLOSE_GRACE_MS = 800
/** Pings without an answer before a socket counts as gone. */
export const MISSED_PINGS = 2
/** Least interval between fetches of one user's counters. ms. */
export const RECOUNT_GAP_MS = 1 * SECOND_MS
/** After messages were counted here, upstream is asked whether that is right. ms. */
export const RECOUNT_LATER_MS = 30 * SECOND_MS
/** Retry after a failed fetch. ms. */
export const RECOUNT_RETRY_MS = 15 * SECOND_MS
/** Older counters are fetched again when their user is active. ms. */
export const COUNTERS_FRESH_MS = 30 * SECOND_MS
/** «Is typing» of one person to another is passed on no more often. ms. */
export const TYPING_GAP_MS = 2 * SECOND_MS
/** All logins with a socket are asked about no more often. ms. */
export const SWEEP_GAP_MS = 30 * SECOND_MS
export const HANDSHAKE_WINDOW_MS = 1 * MINUTE_MS
