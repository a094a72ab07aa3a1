import { LRUCache } from 'lru-cache'
import type { RedisConnection } from './redis-connection.ts'

/** Values that may be used a single time, on any instance. */
export interface NonceStore {
  /**
   * Returns `true` for the first claim of `key`.
   * @param untilMs time after which the claim may be forgotten, epoch ms
   */
  claim(key: string, untilMs: number): Promise<boolean>
}

/** Maximum number of keys, beyond which the oldest are forgotten. */
const KEYS_MAX = 100_000

export function createMemoryNonceStore(now: () => number): NonceStore {
  const untilByKey = new LRUCache<string, number>({ maxSize: KEYS_MAX, sizeCalculation: () => 1 })
  return {
    async claim(key, untilMs) {
      if ((untilByKey.peek(key) ?? 0) > now()) return false
      untilByKey.set(key, untilMs)
      return true
    },
  }
}

/** Claims apply to all instances; those made while Redis is unreachable, to this one. */
export function createRedisNonceStore(redis: RedisConnection, now: () => number): NonceStore {
  const alone = createMemoryNonceStore(now)
  return {
    async claim(key, untilMs) {
      if (!(await alone.claim(key, untilMs))) return false
      return redis.run(
        async (client) => {
          const expiration = { type: 'PX', value: Math.max(1, untilMs - now()) } as const
          return (await client.set(`once:${key}`, '1', { expiration, condition: 'NX' })) !== null
        },
        async () => true,
      )
    },
  }
}
