import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { RedisClient, RedisConnection } from './redis-connection.ts'

/** Measures how long published texts take to reach this process. */
export interface FanOutMetrics {
  /** @param way `here`: published in this process; `redis`: received from Redis, own texts included */
  heard(way: 'here' | 'redis', seconds: number): void
}

/** Publishes texts to subscribers in this process and on all instances. */
export interface FanOut {
  /** Hears every text published to `channel` until the returned function is called. */
  subscribe(channel: string, hear: (text: string) => void): () => void
  /**
   * Done when what other instances publish from now on reaches those who have subscribed; at once where instances do not
   * hear each other. Never fails.
   */
  reached(channel: string): Promise<void>
  /** Subscribers of this process receive it before this returns, others soon. Never fails. */
  publish(channel: string, text: string): void
  /** Whether instances reach each other; always without Redis, where there is one. */
  readonly isWhole: boolean
  /** Calls `handle` whenever `isWhole` has changed. @returns ends it */
  onChange(handle: () => void): () => void
  close(): Promise<void>
}

/** Channels of Redis are shared by all who use it. */
const PREFIX = 'fan-out:'
/** Channels in one command to Redis. */
const BATCH = 500
/** A Redis that has not answered for so long counts as away. ms. */
const ANSWER_MS = 1_000

export function createMemoryFanOut(log: FastifyBaseLogger, metrics?: FanOutMetrics): FanOut {
  const { listen, tellNow } = createListeners(log, metrics)
  return {
    subscribe: listen,
    reached: async () => undefined,
    publish: tellNow,
    isWhole: true,
    onChange: () => () => undefined,
    close: async () => undefined,
  }
}

/** Over Redis; while it is unreachable, texts published here still reach subscribers of this process. */
export function createRedisFanOut(redis: RedisConnection, log: FastifyBaseLogger, metrics?: FanOutMetrics): FanOut {
  /** Marks texts of this instance, which its subscribers have received already. The time follows it. */
  const self = `${randomUUID()}@`
  const { listen, tell, tellNow, channels } = createListeners(log, metrics)
  const handlers = new Set<() => void>()
  let isWhole = false
  const subscriber = subscribeToRedis(redis, channels, {
    hear: (text, channel) => {
      const end = text.indexOf(' ')
      if (!text.startsWith(self)) tell(channel.slice(PREFIX.length), text.slice(end + 1))
      const toldAtMs = Number(text.slice(text.indexOf('@') + 1, end))
      metrics?.heard('redis', Math.max(0, Date.now() - toldAtMs) / 1000)
    },
    changed: review,
  })
  redis.onChange(review)

  function review(): void {
    const isWholeNow = subscriber.isReady && redis.state === 'up'
    if (isWholeNow === isWhole) return
    isWhole = isWholeNow
    for (const handle of handlers) handle()
  }

  return {
    subscribe(channel, hear) {
      const end = listen(channel, hear)
      subscriber.review(channel)
      return () => {
        end()
        subscriber.review(channel)
      }
    },
    reached: (channel) => subscriber.reached(channel),
    publish(channel, text) {
      tellNow(channel, text)
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

/** Who listens in this process, by channel. */
function createListeners(log: FastifyBaseLogger, metrics?: FanOutMetrics) {
  const channels = new Map<string, Set<(text: string) => void>>()

  function tell(channel: string, text: string): void {
    for (const hear of channels.get(channel) ?? []) {
      try {
        hear(text)
      } catch (error) {
        log.error({ err: error }, 'a listener failed')
      }
    }
  }

  return {
    channels: channels as ReadonlyMap<string, unknown>,
    listen(channel: string, hear: (text: string) => void): () => void {
      const listeners = channels.get(channel) ?? new Set()
      channels.set(channel, listeners)
      // The same function may listen twice; each ends for itself.
      const listener = (text: string) => hear(text)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0 && channels.get(channel) === listeners) channels.delete(channel)
      }
    },
    tell,
    /** Texts published in this process. */
    tellNow(channel: string, text: string): void {
      const startedMs = performance.now()
      tell(channel, text)
      if (channels.has(channel)) metrics?.heard('here', (performance.now() - startedMs) / 1000)
    },
  }
}

interface Hearer {
  hear: (text: string, channel: string) => void
  /** `isReady` may have changed. */
  changed: () => void
}

/**
 * A connection of its own that is subscribed to exactly the wanted channels, again after each outage. Its errors are
 * told by the connection that it is a copy of.
 */
function subscribeToRedis(redis: RedisConnection, wanted: ReadonlyMap<string, unknown>, { hear, changed }: Hearer) {
  const client: RedisClient = redis.duplicate()
  const subscribed = new Set<string>()
  /** Channels whose subscription may have to change. */
  const doubtful = new Set<string>()
  /** Those who wait for a channel to be subscribed. */
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
    // Told by the error event; the client keeps trying.
  })

  function setReady(next: boolean): void {
    if (isReady === next) return
    isReady = next
    changed()
  }

  function settle(channel: string): void {
    for (const goOn of waiting.get(channel) ?? []) goOn()
  }

  /** One change at a time, so that leaving a channel and coming back to it happen in that order. */
  async function review(): Promise<void> {
    if (isReviewing || !client.isReady) return
    isReviewing = true
    try {
      // Who comes in the same tick shares a command.
      await Promise.resolve()
      while (doubtful.size > 0) await reviewSome([...doubtful].slice(0, BATCH))
    } catch {
      // Away again; `ready` comes back here.
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
    if (left.length > 0) await client.unsubscribe(left.map(prefixed), hear)
    for (const channel of left) subscribed.delete(channel)
    if (missing.length > 0) await client.subscribe(missing.map(prefixed), hear)
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
        const timer = setTimeout(goOn, ANSWER_MS).unref()
        function goOn(): void {
          clearTimeout(timer)
          others.delete(goOn)
          if (others.size === 0) waiting.delete(channel)
          resolve()
        }
        others.add(goOn)
      })
    },
    close(): void {
      client.destroy()
    },
  }
}

function prefixed(channel: string): string {
  return PREFIX + channel
}
