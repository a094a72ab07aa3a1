import { MINUTE_MS, SECOND_MS } from './constants.ts'

/* Constants of the chat's sockets. The module loads no schemas, because web imports it. */

export const SOCKET_PATH = '/bff/ws'
/** Maximum size of a frame from a browser, in bytes. */
export const FRAME_MAX_BYTES = 16 * 1024
export const PING_MS = 25 * SECOND_MS
/** Time for which the server remembers a `ref`. */
export const REF_MS = 10 * MINUTE_MS
/** Time in which a message can be withdrawn. */
export const WITHDRAW_MS = 2 * MINUTE_MS
/** Text that replaces a withdrawn message on the wire. */
export const WITHDRAWN_TEXT = '消息已撤回'

/** Close codes: the reason why the server closed a socket. */
export const CLOSE = {
  frameTooLarge: 1009,
  /** The server restarts, so the browser reconnects at once. */
  restarting: 1012,
  overloaded: 1013,
  loggedOut: 4401,
  wrongOrigin: 4403,
  heartbeatMissed: 4408,
  tooManyFrames: 4429,
} as const

/** `type` of a message; 0, which upstreams store too, counts as text. */
export const MESSAGE_TYPE = { text: 1, picture: 2 } as const
