import { LRUCache } from 'lru-cache'
import { type AppError, tooFrequent } from '#platform/errors.ts'

/** Beyond this the least recently used clients are dropped. */
const CLIENTS_MAX = 50_000

interface Entry {
  count: number
  expiresAt: number
}

export interface LimitOptions {
  max: number
  windowMs: number
  /** Creates the error when no uses are left for so many seconds; by default the API's text. */
  refusal?: (retryAfterSeconds: number) => AppError
  now: () => number
}

export interface RateLimit {
  /** Counts one use, or several. @throws AppError over the limit. */
  use(key: string, uses?: number): void
  /** @throws AppError when no use is left, without counting one. */
  check(key: string): void
  hasLeft(key: string): boolean
  forget(key: string): void
}

/**
 * A fixed window per key, in bounded memory of this process. It starts with the first use, and further uses do not extend
 * it: otherwise one client could block all others behind the same address by repeating its request.
 */
export function createRateLimit({ max, windowMs, refusal = tooFrequent, now }: LimitOptions): RateLimit {
  // `maxSize` instead of `max`, which would reserve the memory at once.
  const entries = new LRUCache<string, Entry>({ maxSize: CLIENTS_MAX, sizeCalculation: () => 1 })

  function live(key: string): Entry | undefined {
    const entry = entries.get(key)
    if (entry && entry.expiresAt > now()) return entry
    entries.delete(key)
    return undefined
  }

  function refuse(entry: Entry): never {
    throw refusal((entry.expiresAt - now()) / 1000)
  }

  return {
    use(key, uses = 1) {
      const entry = live(key) ?? { count: 0, expiresAt: now() + windowMs }
      entry.count += uses
      entries.set(key, entry)
      if (entry.count > max) refuse(entry)
    },
    check(key) {
      const entry = live(key)
      if (entry && entry.count >= max) refuse(entry)
    },
    hasLeft(key) {
      return (live(key)?.count ?? 0) < max
    },
    forget(key) {
      entries.delete(key)
    },
  }
}
