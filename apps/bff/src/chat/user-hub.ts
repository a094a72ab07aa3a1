import type { ServerFrame } from '@portal/contract/frames.ts'
import { CLOSE } from '@portal/contract/socket.ts'
import { fingerprint } from '#shared-state/revocations.ts'
import { createBlockList } from './block-list.ts'
import type { ChatEvent } from './chat-event.ts'
import type { ChatMetrics } from './chat-metrics.ts'
import { type ChatCaller, isSessionOver } from './chat-upstream.ts'
import type { Connection } from './connection.ts'
import { type CounterBoard, createCounterBoard } from './counter-board.ts'
import type { EventSource, ListenToUpstream } from './event-source.ts'
import { createRecentMessages, type RecentMessages } from './recent-messages.ts'
import type { RelayDependencies } from './relay-dependencies.ts'
import { createUnreadTold, type UnreadTold } from './unread-told.ts'

/** One user on this instance: open sockets, and delivery to them. */
export interface UserHub {
  readonly connections: ReadonlySet<Connection>
  readonly counters: CounterBoard
  /** Receiver of a recent message of the user; undefined for unknown messages, and those of others. */
  peerOfOwn(id: string): string | undefined
  add(connection: Connection): void
  /** Gives it its first frame, or closes it. */
  welcome(connection: Connection): Promise<void>
  remove(connection: Connection): void
  /** A text of the user's channel. */
  hear(text: string): void
  /** Upstream is asked whether the user's logins still live. */
  recheck(): Promise<void>
  /** Until the returned function is called, the echo of this message waits: its sender gets the answer first. */
  expectEcho(message: { toUserId: string; content: string }): () => void
  close(): void
}

interface Options {
  userId: string
  dependencies: RelayDependencies
  metrics: ChatMetrics
  /** Tells every socket of a user, on every instance. */
  tell: (userId: string, event: ChatEvent) => void
  endSession: (userId: string, token: string) => void
}

export function createUserHub({ userId, dependencies, metrics, tell, endSession }: Options): UserHub {
  const { chat, revocations, now, timers, log } = dependencies
  const connections = new Set<Connection>()
  /** Created on first use: most users send nothing. */
  let recent: RecentMessages | null = null
  let told: UnreadTold | null = null
  const held: ChatEvent[] = []
  let echo: { toUserId: string; content: string } | null = null

  /** Any login that still holds. */
  function caller(): ChatCaller | null {
    for (const connection of connections) if (connection.isOpen) return connection.caller
    return null
  }

  const counters = createCounterBoard({
    count: (by) => chat.counters(by),
    caller,
    onChange: (changed) => broadcast('recount', { t: 'counters', ...changed }),
    onFailure: (error, by) => {
      if (isSessionOver(error)) endSession(userId, by.session.token)
      else log.debug({ err: error }, 'counters not known')
      return isSessionOver(error)
    },
    now,
    timers,
  })

  const blocked = createBlockList(async () => {
    const by = caller()
    if (!by) throw new Error('no socket to fetch the counters with')
    return await chat.blocked(by)
  })

  const unsubscribe = dependencies.fanOut.subscribe(channelOf(userId), (text) => hub.hear(text))
  let source: EventSource | null = null

  function listen(listenToUpstream: ListenToUpstream): EventSource {
    return listenToUpstream({
      userId,
      session: () => caller()?.session ?? null,
      // Other instances receive it too; repeated events are dropped on delivery.
      hear: (event) => tell(userId, event),
      unreadTold: () => told?.total ?? 0,
      endSession: (token) => endSession(userId, token),
    })
  }

  function broadcast(kind: ChatEvent['kind'], frame: ServerFrame): void {
    const text = Buffer.from(JSON.stringify(frame))
    let reached = 0
    for (const connection of connections) {
      if (!connection.isWelcome) continue
      connection.sendText(text)
      reached += 1
    }
    metrics.delivered(kind, reached)
  }

  function closeOf(mark: string | null): void {
    for (const connection of [...connections]) {
      if (mark === null || fingerprint(connection.caller.session.token) === mark) connection.close(CLOSE.loggedOut)
    }
  }

  function isAwaitedEcho(event: ChatEvent): boolean {
    if (echo === null || event.kind !== 'message' || recent?.has(event.message.id)) return false
    const { fromUserId, toUserId, content } = event.message
    return fromUserId === userId && toUserId === echo.toUserId && content === echo.content
  }

  function happen(event: ChatEvent): void {
    switch (event.kind) {
      case 'message': {
        const { message } = event
        recent ??= createRecentMessages(userId)
        if (!recent.add(message)) return
        broadcast('message', { t: 'message', message })
        if (message.toUserId !== userId) return
        told ??= createUnreadTold()
        told.add(message.fromUserId)
        counters.arrive(message.ext?.at ?? null)
        return
      }
      case 'withdrawn':
        recent ??= createRecentMessages(userId)
        if (!recent.addWithdrawn(event.id)) return
        broadcast('withdrawn', { t: 'withdrawn', id: event.id, userId: event.peerId, by: event.by })
        if (event.by !== userId) counters.refresh()
        return
      case 'read':
        broadcast('read', { t: 'read', userId: event.peerId, by: event.by })
        if (event.by !== userId) return
        source?.read(event.peerId)
        // A poll would find no counter changed for messages that were read without having been delivered.
        if (!told?.read(event.peerId)) source?.wake()
        if (event.counters) counters.told(event.counters)
        else counters.refresh()
        return
      case 'typing':
        void blocked.has(event.peerId).then((isBlocked) => {
          if (!isBlocked) broadcast('typing', { t: 'typing', userId: event.peerId })
        })
        return
      case 'blocks':
        blocked.forget()
        broadcast('blocks', { t: 'blocks' })
        counters.refresh()
        return
      case 'recount':
        if (event.counters) counters.told(event.counters)
        else counters.refresh()
        return
      case 'look':
        source?.wake()
        counters.refresh()
        return
      case 'session-ended':
        closeOf(event.fingerprint)
        return
      case 'sessions-changed':
        void hub.recheck()
    }
  }

  /** Whether upstream, or an event, ended this login. */
  async function isOver(connection: Connection): Promise<boolean> {
    const { token } = connection.caller.session
    try {
      await counters.ask(connection.caller)
    } catch (error) {
      if (isSessionOver(error)) {
        endSession(userId, token)
        return true
      }
      log.debug({ err: error }, 'counters not known')
      if (!counters.isFresh()) connection.close(CLOSE.overloaded)
    }
    // It may have ended between the handshake and the subscription.
    return revocations.isRevoked(token)
  }

  const hub: UserHub = {
    connections,
    counters,
    peerOfOwn: (id) => recent?.peerOfOwn(id),
    add(connection) {
      connections.add(connection)
      source ??= listen(dependencies.listenToUpstream)
    },
    async welcome(connection) {
      // Counters fetched before the subscription is effective could change unnoticed.
      await dependencies.fanOut.reached(channelOf(userId))
      if (await isOver(connection)) connection.close(CLOSE.loggedOut)
      const { known } = counters
      if (!connection.isOpen || !known) return
      connection.welcome({ t: 'welcome', userId, counters: known })
    },
    remove(connection) {
      connections.delete(connection)
    },
    hear(text) {
      const event = JSON.parse(text) as ChatEvent
      if (isAwaitedEcho(event)) held.push(event)
      else happen(event)
    },
    async recheck() {
      const byToken = new Map([...connections].map(({ caller: by }) => [by.session.token, by]))
      for (const by of byToken.values()) {
        try {
          // What is under way may have been asked while the login still lived.
          await counters.ask(by, 'anew')
        } catch (error) {
          if (isSessionOver(error)) endSession(userId, by.session.token)
          else log.debug({ err: error }, 'login not checked')
        }
      }
    },
    expectEcho(message) {
      echo = message
      return () => {
        echo = null
        for (const event of held.splice(0)) happen(event)
      }
    },
    close() {
      unsubscribe()
      source?.close()
      counters.close()
    },
  }
  return hub
}

/** Channel of a user's events. */
export function channelOf(userId: string): string {
  return `chat:${userId}`
}
