import { LRUCache } from 'lru-cache'
import type { RedisConnection } from './redis-connection.ts'

/** Result of a `take`. `retryAfterMs` is 0 when one was taken. */
export interface Taken {
  isAllowed: boolean
  retryAfterMs: number
}

/** Budgets by key, e.g. calls of one client in a minute. */
export interface RateLimit {
  /** Takes one from the budget of `key`; synchronously where it is counted in this process. */
  take(key: string): Taken | Promise<Taken>
  /** Undoes one allowed `take`. */
  giveBack(key: string): Promise<void>
}

export interface RateLimitOptions {
  /** Keys of different names are independent. */
  name: string
  /** Budget of one window. */
  limit: number
  windowMs: number
  now: () => number
}

/**
 * Maximum number of keys, beyond which the least recently used is dropped, so that a flood of addresses cannot fill the
 * memory.
 */
const KEYS_MAX = 50_000

const ALLOWED: Taken = { isAllowed: true, retryAfterMs: 0 }

/** Keeps a token bucket for each key, which refills evenly over the window. */
export function createMemoryRateLimit({ limit, windowMs, now }: RateLimitOptions): RateLimit {
  const buckets = new LRUCache<string, { left: number; atMs: number }>({ maxSize: KEYS_MAX, sizeCalculation: () => 1 })
  const perMs = limit / windowMs

  return {
    take(key) {
      const nowMs = now()
      const known = buckets.get(key)
      const left = known ? Math.min(limit, known.left + (nowMs - known.atMs) * perMs) : limit
      const isAllowed = left >= 1
      const remaining = isAllowed ? left - 1 : left
      if (known) {
        known.left = remaining
        known.atMs = nowMs
      } else buckets.set(key, { left: remaining, atMs: nowMs })
      return isAllowed ? ALLOWED : { isAllowed, retryAfterMs: Math.ceil((1 - left) / perMs) }
    },
    async giveBack(key) {
      const known = buckets.peek(key)
      if (!known) return
      known.left += 1
      // A full bucket is the same as none.
      if (known.left + (now() - known.atMs) * perMs >= limit) buckets.delete(key)
    },
  }
}

/** Lua script of the same bucket, atomic. Returns the ms to wait, 0 when one was taken. */
const TAKE = `
local limit, window, now = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local kept = redis.call('HMGET', KEYS[1], 'left', 'at')
local left = limit
if kept[1] then left = math.min(limit, tonumber(kept[1]) + (now - tonumber(kept[2])) * limit / window) end
local wait = 0
if left >= 1 then left = left - 1 else wait = math.ceil((1 - left) * window / limit) end
redis.call('HSET', KEYS[1], 'left', tostring(left), 'at', tostring(now))
redis.call('PEXPIRE', KEYS[1], window)
return wait`

const GIVE_BACK = `
local limit, window, now = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local kept = redis.call('HMGET', KEYS[1], 'left', 'at')
if not kept[1] then return 0 end
local left = tonumber(kept[1]) + 1
if left + (now - tonumber(kept[2])) * limit / window >= limit then return redis.call('DEL', KEYS[1]) end
redis.call('HSET', KEYS[1], 'left', tostring(left))
return 0`

/** Keeps one budget for all instances; while Redis is unreachable each instance counts its own. */
export function createRedisRateLimit(redis: RedisConnection, options: RateLimitOptions): RateLimit {
  const alone = createMemoryRateLimit(options)
  const toArguments = (key: string) => ({
    keys: [`limit:${options.name}:${key}`],
    arguments: [options.limit, options.windowMs, options.now()].map(String),
  })
  return {
    take: (key) =>
      redis.run(
        async (client) => {
          const retryAfterMs = Number(await client.eval(TAKE, toArguments(key)))
          return { isAllowed: retryAfterMs === 0, retryAfterMs }
        },
        () => alone.take(key),
      ),
    giveBack: (key) =>
      redis.run(
        async (client) => {
          await client.eval(GIVE_BACK, toArguments(key))
        },
        () => alone.giveBack(key),
      ),
  }
}
