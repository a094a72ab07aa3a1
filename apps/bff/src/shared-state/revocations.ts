import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { RedisConnection } from './redis-connection.ts'

/**
 * Sessions that were ended before they expire. A sealed cookie needs no store, so a copy of it would stay valid where
 * upstream did not receive the logout.
 */
export interface Revocations {
  /** @param untilMs when the token expires, epoch ms */
  revoke(token: string, untilMs: number): Promise<void>
  isRevoked(token: string): Promise<boolean>
}

/** Beyond it the oldest are forgotten. */
const TOKENS_MAX = 100_000

/** Enough to recognise a token, not to use it. */
export function fingerprint(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

export function createMemoryRevocations(now: () => number): Revocations {
  const untilByToken = new LRUCache<string, number>({ maxSize: TOKENS_MAX, sizeCalculation: () => 1 })
  return {
    async revoke(token, untilMs) {
      untilByToken.set(fingerprint(token), untilMs)
    },
    async isRevoked(token) {
      // Usually there are none, and nothing to hash.
      return untilByToken.size > 0 && (untilByToken.peek(fingerprint(token)) ?? 0) > now()
    },
  }
}

/** Revocations hold for all instances; those made while Redis is unreachable, for this one. */
export function createRedisRevocations(redis: RedisConnection, now: () => number): Revocations {
  const alone = createMemoryRevocations(now)
  return {
    async revoke(token, untilMs) {
      await alone.revoke(token, untilMs)
      await redis.run(
        async (client) => {
          const expiration = { type: 'PX', value: Math.max(1, untilMs - now()) } as const
          await client.set(`revoked:${fingerprint(token)}`, '1', { expiration })
        },
        async () => undefined,
      )
    },
    async isRevoked(token) {
      if (await alone.isRevoked(token)) return true
      return redis.run(
        async (client) => (await client.exists(`revoked:${fingerprint(token)}`)) === 1,
        async () => false,
      )
    },
  }
}
