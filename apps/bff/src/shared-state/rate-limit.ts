import type { RedisConnection } from './redis-connection.ts'

/** What came of it; `retryAfterMs` says when the next is to be had, 0 when one was. */
export interface Taken {
  isAllowed: boolean
  retryAfterMs: number
}

/** Budgets by key, e.g. calls of one client in a minute. */
export interface RateLimit {
  /** Takes one from the budget of `key`; at once where it is counted in this process. */
  take(key: string): Taken | Promise<Taken>
  /** Undoes one `take` that got something: what it was for does not count after all. */
  giveBack(key: string): Promise<void>
}

export interface RateLimitOptions {
  /** What is limited; keys of different limits never meet. */
  name: string
  /** Budget of one window. */
  limit: number
  windowMs: number
  now: () => number
}

/** Keys kept at once; a flood of addresses forgets the oldest instead of filling the memory. */
const KEYS_MAX = 50_000

/** A token bucket for each key, in this process: refills evenly over the window. */
export function createMemoryRateLimit({ limit, windowMs, now }: RateLimitOptions): RateLimit {
  const buckets = new Map<string, { left: number; atMs: number }>()
  const perMs = limit / windowMs

  return {
    take(key) {
      const nowMs = now()
      const known = buckets.get(key)
      const left = known ? Math.min(limit, known.left + (nowMs - known.atMs) * perMs) : limit
      const isAllowed = left >= 1
      buckets.delete(key)
      buckets.set(key, { left: isAllowed ? left - 1 : left, atMs: nowMs })
      if (buckets.size > KEYS_MAX) {
        const [oldest] = buckets.keys()
        if (oldest !== undefined) buckets.delete(oldest)
      }
      return { isAllowed, retryAfterMs: isAllowed ? 0 : Math.ceil((1 - left) / perMs) }
    },
    async giveBack(key) {
      const known = buckets.get(key)
      if (!known) return
      known.left += 1
      // A full bucket says no more than none.
      if (known.left + (now() - known.atMs) * perMs >= limit) buckets.delete(key)
    },
  }
}

/** The same bucket as above, in one step that no other instance can come between. Answers ms to wait, 0 for «taken». */
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

/** One budget for all instances; while Redis is away each instance counts for itself. */
export function createRedisRateLimit(redis: RedisConnection, options: RateLimitOptions): RateLimit {
  const alone = createMemoryRateLimit(options)
  const argumentsFor = (key: string) => ({
    keys: [`limit:${options.name}:${key}`],
    arguments: [options.limit, options.windowMs, options.now()].map(String),
  })
  return {
    take: (key) =>
      redis.run(
        async (client) => {
          const retryAfterMs = Number(await client.eval(TAKE, argumentsFor(key)))
          return { isAllowed: retryAfterMs === 0, retryAfterMs }
        },
        () => alone.take(key),
      ),
    giveBack: (key) =>
      redis.run(
        async (client) => {
          await client.eval(GIVE_BACK, argumentsFor(key))
        },
        () => alone.giveBack(key),
      ),
  }
}
