import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { RedisClient, RedisConnection } from './redis-connection.ts'

/**
 * Sessions that were ended before they expire. A sealed cookie needs no store, so a copy of it would stay valid where
 * upstream did not receive the logout.
 */
export interface Revocations {
  /** @param untilMs time when the token expires, epoch ms */
  revoke(token: string, untilMs: number): Promise<void>
  isRevoked(token: string): Promise<boolean>
}

/** Maximum number of tokens, beyond which the oldest are forgotten. */
const TOKENS_MAX = 100_000

/** Digest that recognises a token but cannot be used as one. */
export function computeFingerprint(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

interface OwnRevocations extends Revocations {
  /** Returns fingerprints of tokens that have not expired, with the end of each, epoch ms. */
  current(): [computeFingerprint: string, untilMs: number][]
}

export function createMemoryRevocations(now: () => number): OwnRevocations {
  const untilByToken = new LRUCache<string, number>({ maxSize: TOKENS_MAX, sizeCalculation: () => 1 })
  return {
    async revoke(token, untilMs) {
      untilByToken.set(computeFingerprint(token), untilMs)
    },
    async isRevoked(token) {
      // The map is usually empty, so that nothing is hashed.
      return untilByToken.size > 0 && (untilByToken.peek(computeFingerprint(token)) ?? 0) > now()
    },
    current: () => [...untilByToken.entries()].filter(([, untilMs]) => untilMs > now()),
  }
}

/** Number of revocations sent to Redis at once after an outage; many take longer than a command may. */
const BATCH = 500

/** Revocations apply to all instances; those made while Redis is unreachable, to this one until Redis is back. */
export function createRedisRevocations(redis: RedisConnection, now: () => number): Revocations {
  const alone = createMemoryRevocations(now)

  function write(client: RedisClient, print: string, untilMs: number) {
    const expiration = { type: 'PX', value: Math.max(1, untilMs - now()) } as const
    return client.set(`revoked:${print}`, '1', { expiration })
  }

  /**
   * Writes all revocations: a Redis that was restarted has lost earlier ones, and never received those of the outage.
   */
  async function writeAll(): Promise<void> {
    const own = alone.current()
    while (own.length > 0 && redis.state === 'up') {
      const batch = own.splice(0, BATCH)
      await redis.run(
        async (client) => void (await Promise.all(batch.map(([print, untilMs]) => write(client, print, untilMs)))),
        () => undefined,
      )
    }
  }
  redis.onChange(() => void writeAll())

  return {
    async revoke(token, untilMs) {
      await alone.revoke(token, untilMs)
      await redis.run(
        async (client) => void (await write(client, computeFingerprint(token), untilMs)),
        () => undefined,
      )
    },
    async isRevoked(token) {
      if (await alone.isRevoked(token)) return true
      return redis.run(
        async (client) => (await client.exists(`revoked:${computeFingerprint(token)}`)) === 1,
        async () => false,
      )
    },
  }
}
