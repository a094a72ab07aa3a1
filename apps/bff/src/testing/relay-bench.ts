import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { NoticeCounters } from '@portal/contract/community/messages.ts'
import type { ChatMessage, SendFrame } from '@portal/contract/frames.ts'
import { FRAME_MAX_BYTES } from '@portal/contract/socket.ts'
import Fastify from 'fastify'
import { Registry } from 'prom-client'
import { WebSocketServer } from 'ws'
import type { ChatCaller, ChatUpstream } from '#chat/chat-upstream.ts'
import { Relay } from '#chat/relay.ts'
import type { Listener } from '#chat/relay-dependencies.ts'
import type { RelayLimits } from '#chat/relay-limits.ts'
import { createMemoryFanOut, type FanOut } from '#shared-state/fan-out.ts'
import { createMemoryRevocations, type Revocations } from '#shared-state/revocations.ts'
import { type ChatClient, openChat } from './chat-client.ts'
import { createManualTimers, type ManualTimers } from './manual-timers.ts'

/** The relay alone behind a bare socket server; the test decides what upstream answers. */
export interface RelayBench {
  relay: Relay
  timers: ManualTimers
  fanOut: FanOut
  revocations: Revocations
  metrics: Registry
  /** Listeners by user, for users who have a socket here. */
  listeners: Map<string, Listener>
  /** Users whose source was woken. */
  woken: string[]
  /** Peers whose messages a source should mark as read. */
  read: string[]
  /** Callers of the requests for counters, in order. */
  counted: ChatCaller[]
  /** Answers the next requests for counters. */
  count: (caller: ChatCaller) => Promise<NoticeCounters>
  sendOnce: (caller: ChatCaller, frame: SendFrame) => Promise<ChatMessage>
  /** Opens a socket of this user with this login. */
  open(userId: string, login?: { token?: string; lifetimeMs?: number; isDeaf?: boolean }): ChatClient
  join(userId: string, login?: { token?: string; lifetimeMs?: number }): Promise<ChatClient>
  close(): Promise<void>
}

const NOTHING_NEW: NoticeCounters = { system: 0, comment: 0, private: 0 }
const DAY_MS = 86_400_000

export function makeStoredMessage(given: Partial<ChatMessage> = {}): ChatMessage {
  return {
    id: crypto.randomUUID(),
    code: 1,
    fromUserId: 'jade',
    toUserId: 'lab',
    content: '你好',
    type: 1,
    createTime: '2026-11-21 08:00',
    ...given,
  }
}

export async function makeRelayBench(limits: Partial<RelayLimits> = {}): Promise<RelayBench> {
  const timers = createManualTimers()
  const { log } = Fastify({ logger: false })
  const fanOut = createMemoryFanOut(log)
  const revocations = createMemoryRevocations(timers.now)
  const metrics = new Registry()
  const asked: Partial<ChatUpstream> = {
    counters: (caller) => {
      bench.counted.push(caller)
      return bench.count(caller)
    },
    clean: (content) => content,
    read: async () => ({ counters: null, isHidden: false }),
    blocked: async () => new Set(),
  }
  const relay = new Relay({
    chat: asked as ChatUpstream,
    fanOut,
    revocations,
    listenToUpstream: (listener) => {
      bench.listeners.set(listener.userId, listener)
      return {
        wake: () => bench.woken.push(listener.userId),
        read: (peerId) => bench.read.push(peerId),
        close: () => bench.listeners.delete(listener.userId),
      }
    },
    sendOnce: (caller, frame) => bench.sendOnce(caller, frame),
    metrics,
    limits,
    now: timers.now,
    timers,
    log,
  })

  const server = createServer()
  const accepting = new WebSocketServer({ server, maxPayload: FRAME_MAX_BYTES, perMessageDeflate: false })
  accepting.on('connection', (socket, { headers, socket: wire }) => {
    const session = JSON.parse(String(headers.cookie))
    relay.connect(socket, { session, address: '127.0.0.1', requestId: 'r' }, wire)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const bench: RelayBench = {
    relay,
    timers,
    fanOut,
    revocations,
    metrics,
    listeners: new Map(),
    woken: [],
    read: [],
    counted: [],
    count: async () => NOTHING_NEW,
    sendOnce: async ({ session }, { toUserId, content, type }) =>
      makeStoredMessage({ fromUserId: session.userId, toUserId, content, type }),
    open(userId, { token = `token of ${userId}`, lifetimeMs = DAY_MS, isDeaf = false } = {}) {
      const cookie = JSON.stringify({ userId, token, expiresAtMs: timers.now() + lifetimeMs })
      return openChat({ address, cookie, isDeaf })
    },
    async join(userId, login) {
      const client = bench.open(userId, login)
      await client.next('welcome')
      return client
    },
    async close() {
      await relay.close()
      accepting.close()
      server.close()
      await once(server, 'close')
    },
  }
  return bench
}
