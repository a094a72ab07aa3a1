import { createClient } from '@redis/client'
import type { FastifyBaseLogger } from 'fastify'

export type RedisClient = ReturnType<typeof openClient>
export type RedisState = 'off' | 'up' | 'down'

/** Connection to Redis, which may be unreachable at times; reconnects by itself. */
export interface RedisConnection {
  readonly state: RedisState
  /** Runs `work` on Redis, or `alone` while Redis is unreachable or too slow. Never fails because of Redis. */
  run<T>(work: (client: RedisClient) => Promise<T>, alone: () => T | Promise<T>): Promise<T>
  /**
   * Calls `handle` whenever `state` has changed.
   * @returns a function that ends it
   */
  onChange(handle: () => void): () => void
  /**
   * Creates another connection to the same Redis, not yet connected. Its errors are not logged, as this connection logs
   * its own.
   */
  duplicate(): RedisClient
  close(): Promise<void>
}

/** Maximum wait until a command is sent. ms. */
const COMMAND_MS = 250
/** Time after which Redis counts as unreachable if it does not respond. ms. */
const ANSWER_MS = 1_000
const RECONNECT_MAX_MS = 2_000

function openClient(url: string) {
  return createClient({
    url,
    disableOfflineQueue: true,
    commandOptions: { timeout: COMMAND_MS },
    socket: {
      connectTimeout: 2_000,
      reconnectStrategy: (retries) =>
        Math.min(RECONNECT_MAX_MS, 50 * 2 ** Math.min(retries, 10)) * (0.5 + Math.random() / 2),
    },
  })
}

/** Connects in the background: the site starts even if Redis is not there. Logs one line for each outage. */
export function connectRedis(url: string, log: FastifyBaseLogger): RedisConnection {
  let state: RedisState = 'down'
  let isLogged = false
  /** Whether no attempt has ended yet. The first one often runs out of time, as this process is busy loading the pages. */
  let isFirst = true
  const handlers = new Set<() => void>()
  const client = openClient(url)

  function changeState(next: RedisState): void {
    if (state === next) return
    state = next
    for (const handle of handlers) handle()
  }

  function isBack(): void {
    changeState('up')
    isFirst = false
    if (isLogged) log.warn('redis answers again')
    isLogged = false
  }

  function isAway(error: unknown): void {
    changeState('down')
    if (isFirst || isLogged) {
      isFirst = false
      return
    }
    isLogged = true
    log.warn({ err: error }, 'redis is unreachable: this instance uses its own state')
  }

  /**
   * Makes all commands fall back until the next response. Responses come in order, so that of a ping shows that Redis
   * is back.
   */
  function treatAsHanging(error: LateError): void {
    if (state !== 'up') return
    isAway(error)
    client.ping().then(isBack, () => {
      // The connection has ended: `ready` reports the next.
    })
  }

  client.on('ready', isBack)
  client.on('error', isAway)
  client.connect().catch(() => {
    // The error event reports it; the client keeps trying.
  })

  return {
    get state() {
      return state
    },
    async run(work, alone) {
      if (state !== 'up') return alone()
      try {
        return await limitTime(work(client))
      } catch (error) {
        if (error instanceof LateError) treatAsHanging(error)
        log.debug({ err: error }, 'redis command failed')
        return alone()
      }
    },
    onChange(handle) {
      handlers.add(handle)
      return () => handlers.delete(handle)
    },
    duplicate: () => client.duplicate(),
    async close() {
      client.destroy()
    },
  }
}

class LateError extends Error {}

/** @throws LateError when no response comes in time; one that has arrived while this process was busy counts */
function limitTime<T>(answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      setImmediate(reject, new LateError(`no answer of redis within ${ANSWER_MS} ms`))
    }, ANSWER_MS)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
