import type { ServerFrame } from '@portal/contract/frames.ts'
import { CLOSE } from '@portal/contract/socket.ts'
import { computeFingerprint } from '#shared-state/revocations.ts'
import type { ChatEvent } from './chat-event.ts'
import type { ChatMetrics } from './chat-metrics.ts'
import { type ChatCaller, isSessionOver } from './chat-upstream.ts'
import type { Connection } from './connection.ts'
import { CounterBoard } from './counter-board.ts'
import { RecentMessages } from './recent-messages.ts'
import type { EventSource, RelayDependencies } from './relay-dependencies.ts'

interface Options {
  userId: string
  dependencies: RelayDependencies
  metrics: ChatMetrics
  /** Publishes to every socket of a user, on every instance. */
  publish: (userId: string, event: ChatEvent) => void
  endSession: (userId: string, token: string) => void
}

type OwnMessage = { toUserId: string; content: string }

/** Open sockets of one user on this instance, and delivery to them. */
export class UserHub {
  readonly connections = new Set<Connection>()
  readonly counters: CounterBoard
  readonly #options: Options
  readonly #unsubscribe: () => void
  #source: EventSource | null = null
  /** Created on first use: most users send nothing. */
  #recent: RecentMessages | null = null
  /** Number of unread messages delivered, by peer. */
  #unread: Map<string, number> | null = null
  /** Accounts that the user has blocked. */
  #blocked: Promise<ReadonlySet<string>> | null = null
  readonly #heldBack: ChatEvent[] = []
  #awaitedEcho: OwnMessage | null = null

  constructor(options: Options) {
    const { userId, dependencies } = options
    this.#options = options
    this.counters = new CounterBoard({
      count: (by) => dependencies.chat.counters(by),
      caller: () => this.#caller(),
      onChange: (changed) => this.#broadcast('recount', { t: 'counters', ...changed }),
      onFailure: (error, by) => this.#endIfOver(error, by, 'counters not known'),
      now: dependencies.now,
      timers: dependencies.timers,
    })
    this.#unsubscribe = dependencies.fanOut.subscribe(makeChannel(userId), (text) => this.receive(text))
  }

  /** Returns the receiver of a recent message of the user; `undefined` for unknown messages and those of others. */
  findPeer(id: string): string | undefined {
    return this.#recent?.findPeer(id)
  }

  add(connection: Connection): void {
    const { userId, dependencies, publish, endSession } = this.#options
    this.connections.add(connection)
    this.#source ??= dependencies.listenToUpstream({
      userId,
      session: () => this.#caller()?.session ?? null,
      // Other instances receive it too; repeated events are dropped on delivery.
      onEvent: (event) => publish(userId, event),
      deliveredUnread: () => [...(this.#unread?.values() ?? [])].reduce((sum, count) => sum + count, 0),
      endSession: (token) => endSession(userId, token),
    })
  }

  /** Sends a connection its first frame, or closes it. */
  async welcome(connection: Connection): Promise<void> {
    const { userId, dependencies } = this.#options
    // Counters that are fetched before the subscription is effective could change unnoticed.
    await dependencies.fanOut.reached(makeChannel(userId))
    if (await this.#isOver(connection)) connection.close(CLOSE.loggedOut)
    const { known } = this.counters
    if (!connection.isOpen || !known) return
    connection.welcome({ t: 'welcome', userId, counters: known })
  }

  /** Receives a text from the user's channel. */
  receive(text: string): void {
    const event = JSON.parse(text) as ChatEvent
    if (this.#isAwaitedEcho(event)) this.#heldBack.push(event)
    else this.#deliver(event)
  }

  /** Checks all of the user's logins with upstream. */
  async recheck(): Promise<void> {
    const byToken = new Map([...this.connections].map(({ caller: by }) => [by.session.token, by]))
    for (const by of byToken.values()) {
      try {
        // A fetch in progress may have begun while the login was still valid.
        await this.counters.fetchUnshared(by)
      } catch (error) {
        this.#endIfOver(error, by, 'login not checked')
      }
    }
  }

  /**
   * Delays the echo of this message until the returned function is called, so that its sender gets the response first.
   */
  expectEcho(message: OwnMessage): () => void {
    this.#awaitedEcho = message
    return () => {
      this.#awaitedEcho = null
      for (const event of this.#heldBack.splice(0)) this.#deliver(event)
    }
  }

  close(): void {
    this.#unsubscribe()
    this.#source?.close()
    this.counters.close()
  }

  /** Returns any login that is still valid. */
  #caller(): ChatCaller | null {
    for (const connection of this.connections) if (connection.isOpen) return connection.caller
    return null
  }

  /** Ends the login when upstream rejected it; logs any other error. @returns whether the login is over */
  #endIfOver(error: unknown, by: ChatCaller, message: string): boolean {
    const isOver = isSessionOver(error)
    if (isOver) this.#options.endSession(this.#options.userId, by.session.token)
    else this.#options.dependencies.log.debug({ err: error }, message)
    return isOver
  }

  /** Whether upstream, or an event, ended this login. */
  async #isOver(connection: Connection): Promise<boolean> {
    try {
      await this.counters.fetch(connection.caller)
    } catch (error) {
      if (this.#endIfOver(error, connection.caller, 'counters not known')) return true
      if (!this.counters.isFresh()) connection.close(CLOSE.overloaded)
    }
    // The login may have ended between the handshake and the subscription.
    return this.#options.dependencies.revocations.isRevoked(connection.caller.session.token)
  }

  async #isBlocked(peerId: string): Promise<boolean> {
    const by = this.#caller()
    if (!by) return true
    this.#blocked ??= this.#options.dependencies.chat.blocked(by)
    const loading = this.#blocked
    try {
      return (await loading).has(peerId)
    } catch {
      // The fetch is retried on the next use; until then every account counts as blocked.
      if (this.#blocked === loading) this.#blocked = null
      return true
    }
  }

  #isAwaitedEcho(event: ChatEvent): boolean {
    const echo = this.#awaitedEcho
    if (echo === null || event.kind !== 'message' || this.#recent?.has(event.message.id)) return false
    const { fromUserId, toUserId, content } = event.message
    return fromUserId === this.#options.userId && toUserId === echo.toUserId && content === echo.content
  }

  #broadcast(kind: ChatEvent['kind'], frame: ServerFrame): void {
    const text = Buffer.from(JSON.stringify(frame))
    let reached = 0
    for (const connection of this.connections) {
      if (!connection.isWelcome) continue
      connection.sendText(text)
      reached += 1
    }
    this.#options.metrics.delivered(kind, reached)
  }

  #deliver(event: ChatEvent) {
    switch (event.kind) {
      case 'message':
        return this.#deliverMessage(event)
      case 'withdrawn':
        return this.#deliverWithdrawal(event)
      case 'read':
        return this.#deliverRead(event)
      case 'typing':
        void this.#isBlocked(event.peerId).then((isBlocked) => {
          if (!isBlocked) this.#broadcast('typing', { t: 'typing', userId: event.peerId })
        })
        return
      case 'blocks':
        this.#blocked = null
        this.#broadcast('blocks', { t: 'blocks' })
        return this.counters.refresh()
      case 'recount':
        return event.counters ? this.counters.update(event.counters) : this.counters.refresh()
      case 'look':
        this.#source?.wake()
        return this.counters.refresh()
      case 'session-ended':
        return this.#closeSession(event.fingerprint)
      case 'sessions-changed':
        void this.recheck()
    }
  }

  #deliverMessage({ message }: ChatEvent & { kind: 'message' }): void {
    const { userId } = this.#options
    this.#recent ??= new RecentMessages(userId)
    if (!this.#recent.add(message)) return
    this.#broadcast('message', { t: 'message', message })
    if (message.toUserId !== userId) return
    this.#unread ??= new Map()
    this.#unread.set(message.fromUserId, (this.#unread.get(message.fromUserId) ?? 0) + 1)
    this.counters.countMessage(message.ext?.at ?? null)
  }

  #deliverWithdrawal({ id, peerId, by }: ChatEvent & { kind: 'withdrawn' }): void {
    const { userId } = this.#options
    this.#recent ??= new RecentMessages(userId)
    if (!this.#recent.addWithdrawn(id)) return
    this.#broadcast('withdrawn', { t: 'withdrawn', id, userId: peerId, by })
    if (by !== userId) this.counters.refresh()
  }

  #deliverRead({ peerId, by, counters }: ChatEvent & { kind: 'read' }): void {
    this.#broadcast('read', { t: 'read', userId: peerId, by })
    if (by !== this.#options.userId) return
    this.#source?.read(peerId)
    // A poll would find no counter changed for messages that were read without having been delivered.
    if (!this.#unread?.delete(peerId)) this.#source?.wake()
    if (counters) this.counters.update(counters)
    else this.counters.refresh()
  }

  /** @param mark fingerprint of the session's token; `null` closes all */
  #closeSession(mark: string | null): void {
    for (const connection of [...this.connections]) {
      if (mark === null || computeFingerprint(connection.caller.session.token) === mark)
        connection.close(CLOSE.loggedOut)
    }
  }
}

/** Channel of a user's events. */
export function makeChannel(userId: string): string {
  return `chat:${userId}`
}
