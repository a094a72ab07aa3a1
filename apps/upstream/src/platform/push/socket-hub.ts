import { SECOND_MS } from '@portal/contract/constants.ts'
import { CLOSE, PING_MS } from '@portal/contract/socket.ts'
import type { WebSocket } from 'ws'

/** The user and the session of a socket. */
export interface SocketOwner {
  userId: string
  /** See `SessionRepository.toSessionKey`. */
  sessionKey: string
}

interface Connection extends SocketOwner {
  socket: WebSocket
  /** Group of connections that are pinged together. */
  group: Set<Connection>
  /** Consecutive pings without an answer. */
  unanswered: number
  /** Number of frames since the last ping. */
  frames: number
}

export interface HubOptions {
  pingMs?: number
  /** Maximum bytes that are sent and not read yet. */
  bufferedMax?: number
}

/** Maximum sockets of a user: several BFF processes may each open one per login. */
const SOCKETS_A_USER = 64
/** Maximum frames between two pings, because clients send almost nothing. */
const FRAMES_A_PING = 500
const BUFFERED_MAX_BYTES = 1024 * 1024
const PINGS_MISSED = 2
/** Number of groups, so that thousands of sockets are not pinged in one tick. */
const PING_GROUPS = 25
const CLOSING_MS = 1 * SECOND_MS
/** Close code of the WebSocket protocol (RFC 6455, 7.4.1) for an unsupported kind of data. */
const UNSUPPORTED_DATA = 1003

export type SocketHub = ReturnType<typeof createSocketHub>

/** The open sockets of this process, by user. It holds no requests, so that an idle socket holds none either. */
export function createSocketHub({ pingMs = PING_MS, bufferedMax = BUFFERED_MAX_BYTES }: HubOptions = {}) {
  const users = new Map<string, Set<Connection>>()
  const groups = Array.from({ length: PING_GROUPS }, () => new Set<Connection>())
  let added = 0
  let pinged = 0
  let isClosing = false
  const pinger = setInterval(pingNext, pingMs / PING_GROUPS).unref()

  function groupAt(nth: number): Set<Connection> {
    return groups[nth % PING_GROUPS] as Set<Connection>
  }

  function pingNext() {
    pinged += 1
    for (const connection of groupAt(pinged)) {
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
    connection.group.delete(connection)
    const userConnections = users.get(connection.userId)
    userConnections?.delete(connection)
    if (userConnections?.size === 0) users.delete(connection.userId)
  }

  /** Sends a close frame and nothing more. A peer that does not answer it is disconnected soon (`closeTimeout`). */
  function drop(connection: Connection, code: number) {
    forget(connection)
    connection.socket.close(code)
  }

  function* listAll(): Iterable<Connection> {
    for (const userConnections of users.values()) yield* userConnections
  }

  function receive(connection: Connection, isBinary: boolean) {
    connection.unanswered = 0
    connection.frames += 1
    if (isBinary) drop(connection, UNSUPPORTED_DATA)
    else if (connection.frames > FRAMES_A_PING) drop(connection, CLOSE.tooManyFrames)
    // Any text counts as a sign of life, which code 4 is. Other content is ignored.
  }

  return {
    add(socket: WebSocket, owner: SocketOwner): void {
      added += 1
      const connection: Connection = { ...owner, socket, group: groupAt(added), unanswered: 0, frames: 0 }
      socket.on('error', () => socket.terminate())
      if (isClosing) {
        socket.close(CLOSE.restarting)
        return
      }
      const userConnections = users.get(owner.userId) ?? new Set()
      users.set(owner.userId, userConnections)
      userConnections.add(connection)
      connection.group.add(connection)
      socket.on('message', (_data, isBinary) => receive(connection, isBinary))
      socket.on('pong', () => {
        connection.unanswered = 0
      })
      socket.on('close', () => forget(connection))
      const [oldest] = userConnections
      if (oldest && userConnections.size > SOCKETS_A_USER) drop(oldest, CLOSE.overloaded)
    },

    has(userId: string): boolean {
      return users.has(userId)
    },

    /**
     * Sends to every socket of each user. Slow readers are disconnected, and fetch what they missed after reconnecting.
     */
    send(userIds: readonly string[], text: string): void {
      const frame = Buffer.from(text)
      for (const userId of new Set(userIds)) {
        for (const connection of users.get(userId) ?? []) {
          if (connection.socket.bufferedAmount > bufferedMax) drop(connection, CLOSE.overloaded)
          else connection.socket.send(frame, { binary: false })
        }
      }
    },

    /** Closes sockets that may have missed pushes, so that clients reconnect and fetch them. */
    restart(userIds?: readonly string[]): void {
      const connections = userIds ? userIds.flatMap((userId) => [...(users.get(userId) ?? [])]) : [...listAll()]
      for (const connection of connections) drop(connection, CLOSE.restarting)
    },

    listSessionKeys(): Set<string> {
      const keys = new Set<string>()
      for (const { sessionKey } of listAll()) keys.add(sessionKey)
      return keys
    },

    endSessions(keys: ReadonlySet<string>): void {
      for (const connection of [...listAll()]) if (keys.has(connection.sessionKey)) drop(connection, CLOSE.loggedOut)
    },

    /** Closes all sockets, with a second for the peer's answer, and accepts no new ones. */
    async close(): Promise<void> {
      isClosing = true
      clearInterval(pinger)
      const closed = [...listAll()].map(({ socket }) => closeWithin(socket, CLOSING_MS))
      for (const connection of [...listAll()]) drop(connection, CLOSE.restarting)
      await Promise.all(closed)
    },
  }
}

/** Resolves when the socket has closed. It is terminated after the time limit. */
function closeWithin(socket: WebSocket, limitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => socket.terminate(), limitMs)
    socket.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
