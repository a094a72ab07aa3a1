import type { RedisConnection } from './redis-connection.ts'

/** What may be used a single time, by whichever instance comes first. */
export interface NonceStore {
  /**
   * Whether nobody has claimed `key` before.
   * @param untilMs when it ends by itself, epoch ms; it need not be remembered longer.
   */
  claim(key: string, untilMs: number): Promise<boolean>
}

/** Keys remembered at once; beyond it the oldest are forgotten. */
const KEYS_MAX = 100_000

export function createMemoryNonceStore(now: () => number): NonceStore {
  const untilByKey = new Map<string, number>()
  return {
    async claim(key, untilMs) {
      if ((untilByKey.get(key) ?? 0) > now()) return false
      untilByKey.delete(key)
      untilByKey.set(key, untilMs)
      for (const [known, endMs] of untilByKey) {
        if (endMs > now() && untilByKey.size <= KEYS_MAX) break
        untilByKey.delete(known)
      }
      return true
    },
  }
}

/** Claimed for all instances; what is claimed while Redis is away is claimed for this one. */
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
