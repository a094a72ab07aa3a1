import { LRUCache } from 'lru-cache'
import { type AppError, tooFrequent } from '#platform/errors.ts'

/** Maximum number of clients; the least recently used ones are dropped. */
const CLIENTS_MAX = 50_000

interface Entry {
  count: number
  expiresAt: number
}

export interface LimitOptions {
  max: number
  windowMs: number
  /** Makes the error when no uses are left, with the time until there are; the API's text by default. */
  refusal?: (retryAfterSeconds: number) => AppError
  now: () => number
}

export interface RateLimit {
  /** Counts one use, or several. @throws AppError over the limit */
  use(key: string, uses?: number): void
  /** Checks the limit without counting a use. @throws AppError when no use is left */
  check(key: string): void
  hasLeft(key: string): boolean
  forget(key: string): void
}

/**
 * Counts uses of each key in a fixed window, in bounded memory of this process. The window starts with the first use,
 * and further uses do not extend it: otherwise one client could block all others behind the same address by repeating
 * its request.
 */
export function createRateLimit({ max, windowMs, refusal = tooFrequent, now }: LimitOptions): RateLimit {
  // `maxSize` replaces `max`, which would reserve the memory at once.
  const entries = new LRUCache<string, Entry>({ maxSize: CLIENTS_MAX, sizeCalculation: () => 1 })

  function findLive(key: string): Entry | undefined {
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
      const entry = findLive(key) ?? { count: 0, expiresAt: now() + windowMs }
      entry.count += uses
      entries.set(key, entry)
      if (entry.count > max) refuse(entry)
    },
    check(key) {
      const entry = findLive(key)
      if (entry && entry.count >= max) refuse(entry)
    },
    hasLeft(key) {
      return (findLive(key)?.count ?? 0) < max
    },
    forget(key) {
      entries.delete(key)
    },
  }
}
