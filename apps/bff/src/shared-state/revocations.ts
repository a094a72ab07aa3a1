import { createHash } from 'node:crypto'
import type { RedisConnection } from './redis-connection.ts'

/**
 * Sessions that ended here before their time. A sealed cookie needs no store, so somebody who kept a copy could go on
 * with it where upstream could not be told of the logout.
 */
export interface Revocations {
  /** @param untilMs when the token ends by itself, epoch ms; it need not be remembered longer. */
  revoke(token: string, untilMs: number): Promise<void>
  isRevoked(token: string): Promise<boolean>
}

/** Tokens remembered at once; beyond it the oldest are forgotten. */
const TOKENS_MAX = 100_000

/** What is kept of a token: enough to know it again, not to use it. */
export function fingerprint(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

export function createMemoryRevocations(now: () => number): Revocations {
  const untilByToken = new Map<string, number>()
  return {
    async revoke(token, untilMs) {
      untilByToken.set(fingerprint(token), untilMs)
      for (const [known, endMs] of untilByToken) {
        if (endMs > now() && untilByToken.size <= TOKENS_MAX) break
        untilByToken.delete(known)
      }
    },
    async isRevoked(token) {
      // Most instances most of the time: nobody to look for, so nothing to hash.
      return untilByToken.size > 0 && (untilByToken.get(fingerprint(token)) ?? 0) > now()
    },
  }
}

/** Known to all instances; what is revoked while Redis is away is known to this one. */
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
