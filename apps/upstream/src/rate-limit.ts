import { tooFrequent } from './errors.ts'

/** Clients remembered; the ones seen longest ago are forgotten first. */
const CLIENTS_MAX = 50_000

interface Entry {
  count: number
  expiresAt: number
}

export interface LimitOptions {
  max: number
  windowMs: number
  /** Every use starts the window anew, refused ones too (fact sheet 1.8). Left out: the window starts with the first. */
  renews?: true
  now: () => number
}

export interface RateLimit {
  /** Counts one use. @throws AppError when it is one too many. */
  use(key: string): void
  /** @throws AppError when no use is left, without counting one. */
  check(key: string): void
  forget(key: string): void
}

/** Counts in this process, in bounded memory. Several instances each count for themselves. */
export function createRateLimit({ max, windowMs, renews, now }: LimitOptions): RateLimit {
  const entries = new Map<string, Entry>()

  function live(key: string): Entry | undefined {
    const entry = entries.get(key)
    if (entry && entry.expiresAt > now()) return entry
    entries.delete(key)
    return undefined
  }

  function refuse(entry: Entry): never {
    throw tooFrequent((entry.expiresAt - now()) / 1000)
  }

  return {
    use(key) {
      const entry = live(key) ?? { count: 0, expiresAt: now() + windowMs }
      entry.count += 1
      if (renews) entry.expiresAt = now() + windowMs
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
    forget(key) {
      entries.delete(key)
    },
  }
}
