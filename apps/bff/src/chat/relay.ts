import { SECOND_MS } from '@portal/contract/constants.ts'
import type { ChatMessage, ClientFrame } from '@portal/contract/frames.ts'
import { CLOSE, PING_MS } from '@portal/contract/socket.ts'
import type { Registry } from 'prom-client'
import type { WebSocket } from 'ws'
import type { Session } from '#session/session-cookie.ts'
import { createMemoryRateLimit } from '#shared-state/rate-limit.ts'
import { fingerprint } from '#shared-state/revocations.ts'
import type { ChatEvent } from './chat-event.ts'
import { createChatMetrics } from './chat-metrics.ts'
import type { ChatCaller } from './chat-upstream.ts'
import { type Connection, createConnection, type Wire } from './connection.ts'
import { createFrameAnswers, type FrameAnswers } from './frame-answers.ts'
import { createRefusals } from './refusals.ts'
import type { RelayDependencies } from './relay-dependencies.ts'
import { HANDSHAKE_WINDOW_MS, RELAY_LIMITS, type RelayLimits } from './relay-limits.ts'
import { createSessionSweep } from './session-sweep.ts'
import { channelOf, createUserHub, type UserHub } from './user-hub.ts'

/** Between browsers' sockets and upstream (decision 0016). Knows nothing of the web server that it runs in. */
export interface Relay {
  /**
   * Takes a socket whose handshake has been checked. Must be called before the socket's first message is read.
   * @param wire what the socket writes to
   */
  connect(socket: WebSocket, caller: ChatCaller, wire: Wire): void
  /** Closes a socket with a code of the contract, without doing anything for it. */
  refuse(socket: WebSocket, code: number): void
  /** Every socket of this login closes, on every instance. */
  endSession(session: Pick<Session, 'userId' | 'token'>): void
  /** Every socket of this user closes, on every instance. */
  endSessions(userId: string): void
  /** One of the user's logins has ended: upstream is asked which still live. */
  checkSessions(userId: string): void
  /** A login of an unknown user has ended: all logins are checked with upstream, on every instance. */
  checkAllSessions(): void
  /** The user's action may have changed counters: fetches them again if they are old. */
  touch(userId: string): void
  /** Tells both people of a message, on every instance. */
  tellMessage(message: ChatMessage): void
  /** Tells every socket of a user, on every instance. */
  tell(userId: string, event: ChatEvent): void
  /** Closes everything, for a restart; done when the last socket is gone and what was sent has its answer. */
  close(): Promise<void>
}

interface Options extends RelayDependencies {
  metrics: Registry
  limits?: Partial<RelayLimits>
}

/** A user with open sockets, or with something under way. */
interface Member {
  hub: UserHub
  /** Created at the first frame: most users send none. */
  answers: FrameAnswers | null
}

/** A login's sockets end within so long of it. ms. */
const BEAT_MS = 1 * SECOND_MS
const TURNS = PING_MS / BEAT_MS
/** What is on its way to upstream at a restart is waited for. ms. */
const LAST_SENDS_MS = 3_000
/** Channel of events for all sockets; no user id. */
const EVERYBODY = 'chat'

export function createRelay({ metrics: registry, limits: given, ...dependencies }: Options): Relay {
  const { fanOut, now, timers, log } = dependencies
  const limits = { ...RELAY_LIMITS, ...given }
  const members = new Map<string, Member>()
  /** Not yet closed, the closing ones included. */
  const sockets = new Set<WebSocket>()
  const refusals = createRefusals(limits.refusedSockets, timers)
  const handshakes = createMemoryRateLimit({
    name: 'handshakes',
    limit: limits.handshakesPerMinute,
    windowMs: HANDSHAKE_WINDOW_MS,
    now,
  })
  const metrics = createChatMetrics(registry, { sockets: () => sockets.size, users: () => members.size })
  let beats = 0
  let taken = 0
  let isClosing = false
  let onEmpty = () => {}
  let cancelBeat = () => {}

  function tell(userId: string, event: ChatEvent): void {
    fanOut.publish(channelOf(userId), JSON.stringify(event))
  }

  function endSession(userId: string, token: string): void {
    tell(userId, { kind: 'session-ended', fingerprint: fingerprint(token) })
  }

  function memberOf(userId: string): Member {
    const known = members.get(userId)
    if (known) return known
    const hub = createUserHub({ userId, dependencies, metrics, tell, endSession })
    const member = { hub, answers: null }
    members.set(userId, member)
    return member
  }

  function handle(member: Member, connection: Connection, frame: ClientFrame): void {
    const { userId } = connection.caller.session
    const onIdle = () => retire(userId)
    member.answers ??= createFrameAnswers({
      userId,
      hub: member.hub,
      dependencies,
      limits,
      metrics,
      tell,
      endSession,
      onIdle,
    })
    member.answers.handle(connection, frame)
  }

  /** Drops a user without sockets after the last message was sent: messages of one user keep their order. */
  function retire(userId: string): void {
    const member = members.get(userId)
    if (!member || member.hub.connections.size > 0 || member.answers?.isIdle === false) return
    members.delete(userId)
    member.hub.close()
    tellEmpty()
  }

  function tellEmpty(): void {
    if (sockets.size === 0 && members.size === 0) onEmpty()
  }

  function refuse(socket: WebSocket, code: number): void {
    metrics.closed(code)
    refusals.close(socket, code)
  }

  /** One timer for all sockets: closes those of expired logins, and pings the others group by group. */
  function beat(): void {
    cancelBeat = timers.after(BEAT_MS, () => {
      beats += 1
      for (const { hub } of members.values()) {
        for (const connection of hub.connections) {
          if (connection.caller.session.expiresAtMs <= now()) connection.close(CLOSE.loggedOut)
          else if (connection.turn === beats % TURNS) connection.ping()
        }
      }
      beat()
    })
  }

  const sweep = createSessionSweep({ hubs: () => [...members.values()].map(({ hub }) => hub), now, timers })
  const unsubscribe = fanOut.subscribe(EVERYBODY, sweep.ask)
  const unwatch = fanOut.onChange(() => {
    // Sessions may have ended while this instance was disconnected from the others.
    if (fanOut.isWhole) sweep.ask()
  })
  beat()

  return {
    tell,
    refuse,
    connect(socket, caller, wire) {
      const { userId } = caller.session
      if (isClosing) return refuse(socket, CLOSE.restarting)
      const isFull =
        sockets.size >= limits.sockets || (members.get(userId)?.hub.connections.size ?? 0) >= limits.socketsPerUser
      if (isFull) return refuse(socket, CLOSE.overloaded)

      const member = memberOf(userId)
      const { hub } = member
      const onLeave = (gone: Connection) => {
        hub.remove(gone)
        retire(userId)
      }
      taken += 1
      const connection = createConnection({
        socket,
        wire,
        caller,
        turn: taken % TURNS,
        limits,
        metrics,
        now,
        timers,
        onFrame: (from, frame) => handle(member, from, frame),
        onLeave,
      })
      sockets.add(socket)
      hub.add(connection)
      socket.on('close', () => {
        sockets.delete(socket)
        tellEmpty()
      })
      void welcome(hub, connection)
    },
    endSession: ({ userId, token }) => endSession(userId, token),
    endSessions: (userId) => tell(userId, { kind: 'session-ended', fingerprint: null }),
    checkSessions: (userId) => tell(userId, { kind: 'sessions-changed' }),
    checkAllSessions: () => fanOut.publish(EVERYBODY, ''),
    touch(userId) {
      const counters = members.get(userId)?.hub.counters
      if (counters && !counters.isFresh()) counters.refresh()
    },
    tellMessage(message) {
      tell(message.fromUserId, { kind: 'message', message })
      if (message.toUserId !== message.fromUserId) tell(message.toUserId, { kind: 'message', message })
    },
    async close() {
      isClosing = true
      cancelBeat()
      unwatch()
      unsubscribe()
      sweep.close()
      for (const { hub } of [...members.values()]) {
        for (const connection of [...hub.connections]) connection.close(CLOSE.restarting)
      }
      refusals.endAll()
      await new Promise<void>((resolve) => {
        onEmpty = resolve
        timers.after(LAST_SENDS_MS, resolve)
        tellEmpty()
      })
    },
  }

  async function welcome(hub: UserHub, connection: Connection): Promise<void> {
    try {
      const { isAllowed } = await handshakes.take(connection.caller.session.userId)
      if (isAllowed) await hub.welcome(connection)
      else connection.close(CLOSE.overloaded)
    } catch (error) {
      log.error({ err: error }, 'unexpected error')
      connection.close(CLOSE.overloaded)
    }
  }
}
