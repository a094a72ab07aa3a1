import { MINUTE_MS, SECOND_MS } from './constants.ts'

/*
 * Constants of the chat's sockets. No schema weight: web imports it.
 */

export const SOCKET_PATH = '/bff/ws'
/** Longest frame of a browser. Bytes. */
export const FRAME_MAX_BYTES = 16 * 1024
export const PING_MS = 25 * SECOND_MS
/** How long a `ref` is remembered. */
export const REF_MS = 10 * MINUTE_MS
/** A message may be withdrawn for so long. */
export const WITHDRAW_MS = 2 * MINUTE_MS
/** Replaces the text of a withdrawn message on the wire. */
export const WITHDRAWN_TEXT = '消息已撤回'

/** Why the server closed a socket. */
export const CLOSE = {
  frameTooLarge: 1009,
  /** Reconnect immediately. */
  restarting: 1012,
  overloaded: 1013,
  loggedOut: 4401,
  wrongOrigin: 4403,
  heartbeatMissed: 4408,
  tooManyFrames: 4429,
} as const

/** `type` of a message; 0, which upstreams store too, counts as text. */
export const MESSAGE_TYPE = { text: 1, picture: 2 } as const
