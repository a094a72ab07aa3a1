import { SECOND_MS } from '@portal/contract/constants.ts'
import type { ChatMessage, ClientFrame } from '@portal/contract/frames.ts'
import { CLOSE, PING_MS } from '@portal/contract/socket.ts'
import type { Registry } from 'prom-client'
import type { WebSocket } from 'ws'
import type { Session } from '#session/session-cookie.ts'
import { createMemoryRateLimit, type RateLimit } from '#shared-state/rate-limit.ts'
import { computeFingerprint } from '#shared-state/revocations.ts'
import type { ChatEvent } from './chat-event.ts'
import { type ChatMetrics, createChatMetrics } from './chat-metrics.ts'
import type { ChatCaller } from './chat-upstream.ts'
import { Connection, type Wire } from './connection.ts'
import { FrameHandler } from './frame-handler.ts'
import { createRefusals } from './refusals.ts'
import type { RelayDependencies } from './relay-dependencies.ts'
import { HANDSHAKE_WINDOW_MS, RELAY_LIMITS, type RelayLimits } from './relay-limits.ts'
import { createSessionSweep } from './session-sweep.ts'
import { makeChannel, UserHub } from './user-hub.ts'

interface Options extends RelayDependencies {
  metrics: Registry
  limits?: Partial<RelayLimits>
}

/** A user with open sockets or running sends. */
interface Member {
  hub: UserHub
  /** Created at the first frame: most users send none. */
  frames: FrameHandler | null
}

/** Sockets of an expired login are closed within this time. ms. */
const BEAT_MS = 1 * SECOND_MS
const PING_GROUPS = PING_MS / BEAT_MS
/** Maximum wait at a restart for running sends. ms. */
const LAST_SENDS_MS = 3_000
/** Channel of events for all sockets; it equals no user id. */
const BROADCAST_CHANNEL = 'chat'

/** Relays between browsers' sockets and upstream (decision 0016). Independent of the web server in which it runs. */
export class Relay {
  readonly #dependencies: RelayDependencies
  readonly #limits: RelayLimits
  readonly #members = new Map<string, Member>()
  /** Sockets that are not yet closed, including those that are closing. */
  readonly #sockets = new Set<WebSocket>()
  readonly #refusals: ReturnType<typeof createRefusals>
  readonly #handshakes: RateLimit
  readonly #metrics: ChatMetrics
  readonly #sweep: ReturnType<typeof createSessionSweep>
  readonly #endSubscriptions: readonly (() => void)[]
  #beats = 0
  #connected = 0
  #isClosing = false
  #onEmpty = () => {}
  #cancelBeat = () => {}

  constructor({ metrics: registry, limits, ...dependencies }: Options) {
    const { fanOut, now, timers } = dependencies
    this.#dependencies = dependencies
    this.#limits = { ...RELAY_LIMITS, ...limits }
    this.#refusals = createRefusals(this.#limits.refusedSockets, timers)
    this.#handshakes = createMemoryRateLimit({
      name: 'handshakes',
      limit: this.#limits.handshakesPerMinute,
      windowMs: HANDSHAKE_WINDOW_MS,
      now,
    })
    const gauges = { sockets: () => this.#sockets.size, users: () => this.#members.size }
    this.#metrics = createChatMetrics(registry, gauges)
    const hubs = () => [...this.#members.values()].map(({ hub }) => hub)
    this.#sweep = createSessionSweep({ hubs, now, timers })
    this.#endSubscriptions = [
      fanOut.subscribe(BROADCAST_CHANNEL, this.#sweep.request),
      fanOut.onChange(() => {
        // Sessions may have ended while this instance was disconnected from the others.
        if (fanOut.isWhole) this.#sweep.request()
      }),
    ]
    this.#scheduleBeat()
  }

  /**
   * Takes a socket whose handshake has been checked. Must be called before the socket's first message is read.
   * @param wire stream that the socket writes to
   */
  connect(socket: WebSocket, caller: ChatCaller, wire: Wire) {
    const { userId } = caller.session
    if (this.#isClosing) return this.refuse(socket, CLOSE.restarting)
    const own = this.#members.get(userId)?.hub.connections.size ?? 0
    const isFull = this.#sockets.size >= this.#limits.sockets || own >= this.#limits.socketsPerUser
    if (isFull) return this.refuse(socket, CLOSE.overloaded)

    const member = this.#getMember(userId)
    const { hub } = member
    this.#connected += 1
    const { now, timers } = this.#dependencies
    const connection = new Connection({
      socket,
      wire,
      caller,
      limits: this.#limits,
      metrics: this.#metrics,
      now,
      timers,
      pingGroup: this.#connected % PING_GROUPS,
      onFrame: (from, frame) => this.#handle(member, from, frame),
      onLeave: (gone) => {
        hub.connections.delete(gone)
        this.#retire(userId)
      },
    })
    this.#sockets.add(socket)
    hub.add(connection)
    socket.on('close', () => {
      this.#sockets.delete(socket)
      this.#checkEmpty()
    })
    void this.#welcome(hub, connection)
  }

  /** Closes a socket with a code of the contract and handles none of its frames. */
  refuse(socket: WebSocket, code: number): void {
    this.#metrics.closed(code)
    this.#refusals.close(socket, code)
  }

  /** Closes every socket of this login, on every instance. */
  endSession({ userId, token }: Pick<Session, 'userId' | 'token'>): void {
    this.publish(userId, { kind: 'session-ended', fingerprint: computeFingerprint(token) })
  }

  /** Closes every socket of this user, on every instance. */
  endSessions(userId: string): void {
    this.publish(userId, { kind: 'session-ended', fingerprint: null })
  }

  /** One of the user's logins has ended: all are checked with upstream. */
  checkSessions(userId: string): void {
    this.publish(userId, { kind: 'sessions-changed' })
  }

  /** A login of an unknown user has ended: all logins are checked with upstream, on every instance. */
  checkAllSessions(): void {
    this.#dependencies.fanOut.publish(BROADCAST_CHANNEL, '')
  }

  /** The user's action may have changed counters: fetches them again if they are old. */
  touch(userId: string): void {
    const counters = this.#members.get(userId)?.hub.counters
    if (counters && !counters.isFresh()) counters.refresh()
  }

  /** Publishes a message to both of its users, on every instance. */
  publishMessage(message: ChatMessage): void {
    this.publish(message.fromUserId, { kind: 'message', message })
    if (message.toUserId !== message.fromUserId) this.publish(message.toUserId, { kind: 'message', message })
  }

  /** Publishes to every socket of a user, on every instance. */
  publish(userId: string, event: ChatEvent): void {
    this.#dependencies.fanOut.publish(makeChannel(userId), JSON.stringify(event))
  }

  /**
   * Closes everything, for a restart. Resolves when the last socket is closed and every running send has its response.
   */
  async close(): Promise<void> {
    this.#isClosing = true
    this.#cancelBeat()
    for (const end of this.#endSubscriptions) end()
    this.#sweep.close()
    for (const { hub } of [...this.#members.values()]) {
      for (const connection of [...hub.connections]) connection.close(CLOSE.restarting)
    }
    this.#refusals.endAll()
    await new Promise<void>((resolve) => {
      this.#onEmpty = resolve
      this.#dependencies.timers.after(LAST_SENDS_MS, resolve)
      this.#checkEmpty()
    })
  }

  /** Options that the hub and the frame handler of a user share. */
  #getOptions(userId: string) {
    return {
      userId,
      dependencies: this.#dependencies,
      metrics: this.#metrics,
      publish: (toUserId: string, event: ChatEvent) => this.publish(toUserId, event),
      endSession: (ofUserId: string, token: string) => this.endSession({ userId: ofUserId, token }),
    }
  }

  #getMember(userId: string): Member {
    const known = this.#members.get(userId)
    if (known) return known
    const member = { hub: new UserHub(this.#getOptions(userId)), frames: null }
    this.#members.set(userId, member)
    return member
  }

  #handle(member: Member, connection: Connection, frame: ClientFrame): void {
    const { userId } = connection.caller.session
    const { hub } = member
    const onIdle = () => this.#retire(userId)
    member.frames ??= new FrameHandler({ ...this.#getOptions(userId), hub, limits: this.#limits, onIdle })
    member.frames.handle(connection, frame)
  }

  /** Drops a user without sockets after the last message was sent, so that messages of one user keep their order. */
  #retire(userId: string): void {
    const member = this.#members.get(userId)
    if (!member || member.hub.connections.size > 0 || member.frames?.isIdle === false) return
    this.#members.delete(userId)
    member.hub.close()
    this.#checkEmpty()
  }

  #checkEmpty(): void {
    if (this.#sockets.size === 0 && this.#members.size === 0) this.#onEmpty()
  }

  /** Runs one timer for all sockets: closes those of expired logins, and pings the others group by group. */
  #scheduleBeat(): void {
    const { now, timers } = this.#dependencies
    this.#cancelBeat = timers.after(BEAT_MS, () => {
      this.#beats += 1
      for (const { hub } of this.#members.values()) {
        for (const connection of hub.connections) {
          if (connection.caller.session.expiresAtMs <= now()) connection.close(CLOSE.loggedOut)
          else if (connection.pingGroup === this.#beats % PING_GROUPS) connection.ping()
        }
      }
      this.#scheduleBeat()
    })
  }

  async #welcome(hub: UserHub, connection: Connection): Promise<void> {
    try {
      const { isAllowed } = await this.#handshakes.take(connection.caller.session.userId)
      if (isAllowed) await hub.welcome(connection)
      else connection.close(CLOSE.overloaded)
    } catch (error) {
      this.#dependencies.log.error({ err: error }, 'unexpected error')
      connection.close(CLOSE.overloaded)
    }
  }
}
