import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { RedisClient, RedisConnection } from './redis-connection.ts'

/** Measures how long published texts take to reach this process. */
export interface FanOutMetrics {
  /** @param way `here`: published in this process; `redis`: received from Redis, including own texts */
  delivered(way: 'here' | 'redis', seconds: number): void
}

/** Publishes texts to subscribers in this process and on all instances. */
export interface FanOut {
  /** Calls `onText` with every text published to `channel` until the returned function is called. */
  subscribe(channel: string, onText: (text: string) => void): () => void
  /**
   * Resolves when subscriptions of this process receive what other instances publish from now on; at once while
   * instances are disconnected. Never fails.
   */
  reached(channel: string): Promise<void>
  /** Subscribers in this process receive the text before this returns, others soon. Never fails. */
  publish(channel: string, text: string): void
  /** Whether instances reach each other; always `true` where there is only one. */
  readonly isWhole: boolean
  /**
   * Calls `handle` whenever `isWhole` has changed.
   * @returns a function that ends it
   */
  onChange(handle: () => void): () => void
  close(): Promise<void>
}

/** Prefix of channels, as other programs may use the same Redis. */
const PREFIX = 'fan-out:'
/** Number of channels in one command to Redis. */
const BATCH = 500
/** Maximum wait for Redis to confirm a subscription. ms. */
const ANSWER_MS = 1_000

export function createMemoryFanOut(log: FastifyBaseLogger, metrics?: FanOutMetrics): FanOut {
  const { listen, deliverTimed } = createListeners(log, metrics)
  return {
    subscribe: listen,
    reached: async () => undefined,
    publish: deliverTimed,
    isWhole: true,
    onChange: () => () => undefined,
    close: async () => undefined,
  }
}

/** Fan-out over Redis; while it is unreachable, texts published here still reach subscribers of this process. */
export function createRedisFanOut(redis: RedisConnection, log: FastifyBaseLogger, metrics?: FanOutMetrics): FanOut {
  /** Marks texts of this instance, which its subscribers have received already. The time follows the mark. */
  const self = `${randomUUID()}@`
  const { listen, deliver, deliverTimed, channels } = createListeners(log, metrics)
  const handlers = new Set<() => void>()
  let isWhole = false
  const subscriber = subscribeToRedis(redis, channels, {
    onText: (text, channel) => {
      const end = text.indexOf(' ')
      if (!text.startsWith(self)) deliver(channel.slice(PREFIX.length), text.slice(end + 1))
      const publishedAtMs = Number(text.slice(text.indexOf('@') + 1, end))
      metrics?.delivered('redis', Math.max(0, Date.now() - publishedAtMs) / 1000)
    },
    onReadyChange: review,
  })
  redis.onChange(review)

  function review(): void {
    const isWholeNow = subscriber.isReady && redis.state === 'up'
    if (isWholeNow === isWhole) return
    isWhole = isWholeNow
    for (const handle of handlers) handle()
  }

  return {
    subscribe(channel, onText) {
      const end = listen(channel, onText)
      subscriber.review(channel)
      return () => {
        end()
        subscriber.review(channel)
      }
    },
    reached: (channel) => subscriber.reached(channel),
    publish(channel, text) {
      deliverTimed(channel, text)
      void redis.run(
        async (client) => void (await client.publish(PREFIX + channel, `${self}${Date.now()} ${text}`)),
        async () => undefined,
      )
    },
    get isWhole() {
      return isWhole
    },
    onChange(handle) {
      handlers.add(handle)
      return () => handlers.delete(handle)
    },
    close: async () => subscriber.close(),
  }
}

/** Subscribers of this process, by channel. */
function createListeners(log: FastifyBaseLogger, metrics?: FanOutMetrics) {
  const channels = new Map<string, Set<(text: string) => void>>()

  function deliver(channel: string, text: string): void {
    for (const listener of channels.get(channel) ?? []) {
      try {
        listener(text)
      } catch (error) {
        log.error({ err: error }, 'a listener failed')
      }
    }
  }

  return {
    channels: channels as ReadonlyMap<string, unknown>,
    listen(channel: string, onText: (text: string) => void): () => void {
      const listeners = channels.get(channel) ?? new Set()
      channels.set(channel, listeners)
      // The same function may subscribe twice; each subscription ends separately.
      const listener = (text: string) => onText(text)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0 && channels.get(channel) === listeners) channels.delete(channel)
      }
    },
    deliver,
    /** Delivers a text published in this process. */
    deliverTimed(channel: string, text: string): void {
      const startedMs = performance.now()
      deliver(channel, text)
      if (channels.has(channel)) metrics?.delivered('here', (performance.now() - startedMs) / 1000)
    },
  }
}

interface Handlers {
  onText: (text: string, channel: string) => void
  onReadyChange: () => void
}

/**
 * Keeps a separate connection subscribed to exactly the wanted channels, and subscribes again after each outage. The
 * connection that it duplicates logs its errors.
 */
function subscribeToRedis(redis: RedisConnection, wanted: ReadonlyMap<string, unknown>, handlers: Handlers) {
  const { onText, onReadyChange } = handlers
  const client: RedisClient = redis.duplicate()
  const subscribed = new Set<string>()
  /** Channels whose subscription may have to change. */
  const doubtful = new Set<string>()
  /** Callers that wait for a channel to be subscribed. */
  const waiting = new Map<string, Set<() => void>>()
  let isReady = false
  let isReviewing = false

  client.on('ready', () => {
    for (const channel of [...wanted.keys(), ...subscribed]) doubtful.add(channel)
    void review()
  })
  client.on('error', () => {
    setReady(false)
    for (const channel of [...waiting.keys()]) settle(channel)
  })
  client.connect().catch(() => {
    // The error event reports it; the client keeps trying.
  })

  function setReady(next: boolean): void {
    if (isReady === next) return
    isReady = next
    onReadyChange()
  }

  function settle(channel: string): void {
    for (const resolve of waiting.get(channel) ?? []) resolve()
  }

  /** Applies one change at a time, so that Redis receives the end of a subscription and the next one in order. */
  async function review(): Promise<void> {
    if (isReviewing || !client.isReady) return
    isReviewing = true
    try {
      // Subscriptions of one tick share a command.
      await Promise.resolve()
      while (doubtful.size > 0) await reviewSome([...doubtful].slice(0, BATCH))
    } catch {
      // The connection is lost again; `ready` retries.
      return
    } finally {
      isReviewing = false
    }
    setReady(client.isReady)
  }

  async function reviewSome(channels: readonly string[]): Promise<void> {
    const missing = channels.filter((channel) => wanted.has(channel) && !subscribed.has(channel))
    const left = channels.filter((channel) => !wanted.has(channel) && subscribed.has(channel))
    for (const channel of channels) doubtful.delete(channel)
    if (left.length > 0) await client.unsubscribe(left.map(addPrefix), onText)
    for (const channel of left) subscribed.delete(channel)
    if (missing.length > 0) await client.subscribe(missing.map(addPrefix), onText)
    for (const channel of missing) subscribed.add(channel)
    for (const channel of channels) settle(channel)
  }

  return {
    get isReady() {
      return isReady
    },
    review(channel: string): void {
      doubtful.add(channel)
      void review()
    },
    reached(channel: string): Promise<void> {
      if (!client.isReady || subscribed.has(channel)) return Promise.resolve()
      return new Promise((resolve) => {
        const others = waiting.get(channel) ?? new Set()
        waiting.set(channel, others)
        const timer = setTimeout(settleOne, ANSWER_MS).unref()
        function settleOne(): void {
          clearTimeout(timer)
          others.delete(settleOne)
          if (others.size === 0) waiting.delete(channel)
          resolve()
        }
        others.add(settleOne)
      })
    },
    close: () => client.destroy(),
  }
}

function addPrefix(channel: string): string {
  return PREFIX + channel
}
