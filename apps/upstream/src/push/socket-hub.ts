import { SECOND_MS } from '@portal/contract/constants.ts'
import { CLOSE, PING_MS } from '@portal/contract/socket.ts'
import type { WebSocket } from 'ws'

/** Whose socket it is. */
export interface SocketOwner {
  userId: string
  /** Names the session; see `SessionRepository.keyOf`. */
  sessionKey: string
}

interface Connection extends SocketOwner {
  socket: WebSocket
  /** Those that are pinged together. */
  turn: Set<Connection>
  /** Pings without an answer, in a row. */
  unanswered: number
  /** Frames since the last ping. */
  frames: number
}

export interface HubOptions {
  pingMs?: number
  /** Sent and not yet taken by the reader, bytes. */
  bufferedMax?: number
}

/** Several of our own processes may hold one for each login of a user. */
const SOCKETS_A_USER = 64
/** Clients send almost nothing, so frames are limited strictly. */
const FRAMES_A_PING = 500
const BUFFERED_MAX_BYTES = 1024 * 1024
const PINGS_MISSED = 2
/** Pings are spread, so that thousands of sockets are not pinged in one tick. */
const TURNS = 25
const CLOSING_MS = 1 * SECOND_MS
/** Of the WebSocket protocol (RFC 6455, 7.4.1): a kind of data that is not taken. */
const UNSUPPORTED_DATA = 1003

export type SocketHub = ReturnType<typeof createSocketHub>

/** The open sockets of this process, by user. Knows nothing of requests, so that an idle socket holds none. */
export function createSocketHub({ pingMs = PING_MS, bufferedMax = BUFFERED_MAX_BYTES }: HubOptions = {}) {
  const users = new Map<string, Set<Connection>>()
  const turns = Array.from({ length: TURNS }, () => new Set<Connection>())
  let taken = 0
  let pinged = 0
  let isClosing = false
  const pinger = setInterval(pingNext, pingMs / TURNS).unref()

  function turnAt(nth: number): Set<Connection> {
    return turns[nth % TURNS] as Set<Connection>
  }

  function pingNext() {
    pinged += 1
    for (const connection of turnAt(pinged)) {
      if (connection.unanswered >= PINGS_MISSED) {
        drop(connection, CLOSE.heartbeatMissed)
        continue
      }
      connection.unanswered += 1
      connection.frames = 0
      connection.socket.ping()
    }
  }

  function forget(connection: Connection) {
    connection.turn.delete(connection)
    const own = users.get(connection.userId)
    own?.delete(connection)
    if (own?.size === 0) users.delete(connection.userId)
  }

  /** Sends nothing more; a peer that does not answer the close frame is cut off soon (`closeTimeout`). */
  function drop(connection: Connection, code: number) {
    forget(connection)
    connection.socket.close(code)
  }

  function* all(): Iterable<Connection> {
    for (const own of users.values()) yield* own
  }

  function receive(connection: Connection, isBinary: boolean) {
    connection.unanswered = 0
    connection.frames += 1
    if (isBinary) drop(connection, UNSUPPORTED_DATA)
    else if (connection.frames > FRAMES_A_PING) drop(connection, CLOSE.tooManyFrames)
    // Any text counts as the sign of life that code 4 is; the rest is not passed on.
  }

  return {
    add(socket: WebSocket, owner: SocketOwner): void {
      taken += 1
      const connection: Connection = { ...owner, socket, turn: turnAt(taken), unanswered: 0, frames: 0 }
      socket.on('error', () => socket.terminate())
      if (isClosing) {
        socket.close(CLOSE.restarting)
        return
      }
      const own = users.get(owner.userId) ?? new Set()
      users.set(owner.userId, own)
      own.add(connection)
      connection.turn.add(connection)
      socket.on('message', (_data, isBinary) => receive(connection, isBinary))
      socket.on('pong', () => {
        connection.unanswered = 0
      })
      socket.on('close', () => forget(connection))
      const [oldest] = own
      if (oldest && own.size > SOCKETS_A_USER) drop(oldest, CLOSE.overloaded)
    },

    hears(userId: string): boolean {
      return users.has(userId)
    },

    /** To every socket of each user. Slow readers are cut off, and catch up after reconnecting. */
    send(userIds: readonly string[], text: string): void {
      const frame = Buffer.from(text)
      for (const userId of new Set(userIds)) {
        for (const connection of users.get(userId) ?? []) {
          if (connection.socket.bufferedAmount > bufferedMax) drop(connection, CLOSE.overloaded)
          else connection.socket.send(frame, { binary: false })
        }
      }
    },

    /** Sockets without pushes are closed, so that clients reconnect and catch up. */
    restart(userIds?: readonly string[]): void {
      const connections = userIds ? userIds.flatMap((userId) => [...(users.get(userId) ?? [])]) : [...all()]
      for (const connection of connections) drop(connection, CLOSE.restarting)
    },

    sessionKeys(): Set<string> {
      const keys = new Set<string>()
      for (const { sessionKey } of all()) keys.add(sessionKey)
      return keys
    },

    endSessions(keys: ReadonlySet<string>): void {
      for (const connection of [...all()]) if (keys.has(connection.sessionKey)) drop(connection, CLOSE.loggedOut)
    },

    /** Closes all with a second for the answer, and accepts no new ones. */
    async close(): Promise<void> {
      isClosing = true
      clearInterval(pinger)
      await Promise.all([...all()].map((connection) => farewell(connection)))
    },
  }

  function farewell(connection: Connection): Promise<void> {
    const { socket } = connection
    return new Promise((resolve) => {
      const timer = setTimeout(() => socket.terminate(), CLOSING_MS)
      socket.once('close', () => {
        clearTimeout(timer)
        resolve()
      })
      drop(connection, CLOSE.restarting)
    })
  }
}
