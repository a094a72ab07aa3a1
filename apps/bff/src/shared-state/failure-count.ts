import { LRUCache } from 'lru-cache'
import type { RedisConnection } from './redis-connection.ts'

/** `count` is the number now, a fraction where older failures have partly decayed. */
export interface Counted {
  isTaken: boolean
  count: number
}

/** Counts failures by key, with exponential decay: a count halves with each `halfLifeMs`. */
export interface FailureCount {
  /** Adds one, unless the count would exceed `most`. Atomic. */
  take(key: string, most?: number): Counted | Promise<Counted>
  /** Undoes one `take`. */
  giveBack(key: string): Promise<void>
}

export interface FailureCountOptions {
  /** Keys of different names are independent. */
  name: string
  halfLifeMs: number
  now: () => number
}

/** Maximum number of keys, beyond which the one that was counted longest ago is dropped. */
const KEYS_MAX = 50_000
/** Number of half-lives for which a count is kept: a thousand failures are then less than one. */
const HALF_LIVES_KEPT = 10

export function createMemoryFailureCount({ halfLifeMs, now }: FailureCountOptions): FailureCount {
  const counts = new LRUCache<string, { count: number; atMs: number }>({ maxSize: KEYS_MAX, sizeCalculation: () => 1 })
  const decayCount = (key: string) => {
    const known = counts.peek(key)
    return known ? known.count * 0.5 ** (Math.max(0, now() - known.atMs) / halfLifeMs) : 0
  }

  return {
    take(key, most = Number.POSITIVE_INFINITY) {
      const before = decayCount(key)
      if (before + 1 > most) return { isTaken: false, count: before }
      counts.set(key, { count: before + 1, atMs: now() })
      return { isTaken: true, count: before + 1 }
    },
    async giveBack(key) {
      const known = counts.peek(key)
      if (!known) return
      const left = decayCount(key) - 1
      if (left <= 0) counts.delete(key)
      else Object.assign(known, { count: left, atMs: now() })
    },
  }
}

const COUNT = `
local half, now = tonumber(ARGV[1]), tonumber(ARGV[2])
local kept = redis.call('HMGET', KEYS[1], 'count', 'at')
local count = 0
if kept[1] then count = tonumber(kept[1]) * 0.5 ^ (math.max(0, now - tonumber(kept[2])) / half) end
local function keep()
  redis.call('HSET', KEYS[1], 'count', string.format('%.17g', count), 'at', tostring(now))
  redis.call('PEXPIRE', KEYS[1], half * ${HALF_LIVES_KEPT})
end`

/**
 * Lua script that counts one failure in one step. Returns whether one was taken, and the number as text, as Redis
 * truncates fractions.
 */
const TAKE = `${COUNT}
local most = tonumber(ARGV[3])
local taken = 0
if count + 1 <= most then
  count, taken = count + 1, 1
  keep()
end
return {taken, string.format('%.17g', count)}`

const GIVE_BACK = `${COUNT}
count = count - 1
if count <= 0 then redis.call('DEL', KEYS[1]) else keep() end
return 0`

/** Counts for all instances together; while Redis is away each instance counts alone. */
export function createRedisFailureCount(redis: RedisConnection, options: FailureCountOptions): FailureCount {
  const alone = createMemoryFailureCount(options)
  const toArguments = (key: string, ...more: number[]) => ({
    keys: [`failures:${options.name}:${key}`],
    arguments: [options.halfLifeMs, options.now(), ...more].map(String),
  })
  return {
    take: (key, most = Number.MAX_SAFE_INTEGER) =>
      redis.run(
        async (client) => {
          const ceiling = Math.min(most, Number.MAX_SAFE_INTEGER)
          const [taken, count] = (await client.eval(TAKE, toArguments(key, ceiling))) as [number, string]
          return { isTaken: taken === 1, count: Number(count) }
        },
        () => alone.take(key, most),
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
