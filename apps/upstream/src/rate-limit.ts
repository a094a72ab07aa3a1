import { type AppError, tooFrequent } from './errors.ts'

/** Clients remembered; the ones seen longest ago are forgotten first. */
const CLIENTS_MAX = 50_000

interface Entry {
  count: number
  expiresAt: number
}

export interface LimitOptions {
  max: number
  windowMs: number
  /** Made when no uses are left for so many seconds; by default the API's own text. */
  refusal?: (retryAfterSeconds: number) => AppError
  now: () => number
}

export interface RateLimit {
  /** Counts one use, or several. @throws AppError when it is one too many. */
  use(key: string, uses?: number): void
  /** @throws AppError when no use is left, without counting one. */
  check(key: string): void
  hasLeft(key: string): boolean
  forget(key: string): void
}

/**
 * Counts in this process, in bounded memory. Several instances each count for themselves. A window starts with the first
 * use and ends whatever comes: nobody keeps others behind the same address out by asking again and again.
 */
export function createRateLimit({ max, windowMs, refusal = tooFrequent, now }: LimitOptions): RateLimit {
  const entries = new Map<string, Entry>()

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
      // Set anew, so that the order of the map is the order of the last use.
      entries.delete(key)
      if (entries.size >= CLIENTS_MAX) entries.delete(entries.keys().next().value ?? '')
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
