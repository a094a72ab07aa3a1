import type { FastifyBaseLogger } from 'fastify'
import {
  createMemoryFailureCount,
  createRedisFailureCount,
  type FailureCount,
  type FailureCountOptions,
} from './failure-count.ts'
import { createMemoryFanOut, createRedisFanOut, type FanOut, type FanOutMetrics } from './fan-out.ts'
import { createMemoryIdempotencyStore, type IdempotencyStore } from './idempotency-store.ts'
import { createMemoryLeases, createRedisLeases, type Leases } from './lease.ts'
import { createMemoryNonceStore, createRedisNonceStore, type NonceStore } from './nonce-store.ts'
import { createMemoryRateLimit, createRedisRateLimit, type RateLimit, type RateLimitOptions } from './rate-limit.ts'
import { connectRedis, type RedisState } from './redis-connection.ts'
import { createRedisIdempotencyStore } from './redis-idempotency-store.ts'
import { createMemoryRevocations, createRedisRevocations, type Revocations } from './revocations.ts'

/** State that several instances of the site share: in this process, or in Redis when there is one. */
export interface SharedState {
  readonly redis: RedisState
  readonly revocations: Revocations
  readonly nonces: NonceStore
  readonly fanOut: FanOut
  readonly idempotency: IdempotencyStore
  readonly leases: Leases
  rateLimit(options: Omit<RateLimitOptions, 'now'>): RateLimit
  failureCount(options: Omit<FailureCountOptions, 'now'>): FailureCount
  close(): Promise<void>
}

interface Options {
  redisUrl: string | null
  now: () => number
  log: FastifyBaseLogger
  /** Metrics of the fan-out. */
  metrics?: FanOutMetrics
}

export function createSharedState({ redisUrl, now, log, metrics }: Options): SharedState {
  if (!redisUrl) {
    return {
      redis: 'off',
      revocations: createMemoryRevocations(now),
      nonces: createMemoryNonceStore(now),
      fanOut: createMemoryFanOut(log, metrics),
      idempotency: createMemoryIdempotencyStore(now),
      leases: createMemoryLeases(),
      rateLimit: (options) => createMemoryRateLimit({ ...options, now }),
      failureCount: (options) => createMemoryFailureCount({ ...options, now }),
      close: async () => undefined,
    }
  }
  const connection = connectRedis(redisUrl, log)
  const fanOut = createRedisFanOut(connection, log, metrics)
  const idempotency = createRedisIdempotencyStore(connection, { now })
  const leases = createRedisLeases(connection)
  return {
    get redis() {
      return connection.state
    },
    revocations: createRedisRevocations(connection, now),
    nonces: createRedisNonceStore(connection, now),
    fanOut,
    idempotency,
    leases,
    rateLimit: (options) => createRedisRateLimit(connection, { ...options, now }),
    failureCount: (options) => createRedisFailureCount(connection, { ...options, now }),
    async close() {
      idempotency.close()
      leases.close()
      await fanOut.close()
      await connection.close()
    },
  }
}
