import type { FastifyBaseLogger } from 'fastify'
import { createMemoryOnce, createRedisOnce, type Once } from './once.ts'
import { createMemoryRateLimit, createRedisRateLimit, type RateLimit, type RateLimitOptions } from './rate-limit.ts'
import { connectRedis, type RedisState } from './redis-connection.ts'
import { createMemoryRevocations, createRedisRevocations, type Revocations } from './revocations.ts'

/** What several instances of the site must agree on: in this process, or in Redis when there is one. */
export interface SharedState {
  readonly redis: RedisState
  readonly revocations: Revocations
  readonly once: Once
  rateLimit(options: Omit<RateLimitOptions, 'now'>): RateLimit
  close(): Promise<void>
}

interface Options {
  redisUrl: string | null
  now: () => number
  log: FastifyBaseLogger
}

export function createSharedState({ redisUrl, now, log }: Options): SharedState {
  if (!redisUrl) {
    return {
      redis: 'off',
      revocations: createMemoryRevocations(now),
      once: createMemoryOnce(now),
      rateLimit: (options) => createMemoryRateLimit({ ...options, now }),
      close: async () => undefined,
    }
  }
  const connection = connectRedis(redisUrl, log)
  return {
    get redis() {
      return connection.state
    },
    revocations: createRedisRevocations(connection, now),
    once: createRedisOnce(connection, now),
    rateLimit: (options) => createRedisRateLimit(connection, { ...options, now }),
    close: () => connection.close(),
  }
}
