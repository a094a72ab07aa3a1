/** Budgets by key, e.g. calls of one client in a minute. */
export interface RateLimit {
  /** Takes one from the budget of `key`. `retryAfterMs` says when the next is to be had. */
  take(key: string): Promise<{ isAllowed: boolean; retryAfterMs: number }>
}

/** Keys kept at once; a flood of addresses forgets the oldest instead of filling the memory. */
const KEYS_MAX = 50_000

interface Options {
  /** Budget of one window. */
  limit: number
  windowMs: number
  now: () => number
}

/** A token bucket for each key, in this process: refills evenly over the window. */
export function createMemoryRateLimit({ limit, windowMs, now }: Options): RateLimit {
  const buckets = new Map<string, { left: number; atMs: number }>()
  const perMs = limit / windowMs

  return {
    async take(key) {
      const nowMs = now()
      const known = buckets.get(key)
      const left = known ? Math.min(limit, known.left + (nowMs - known.atMs) * perMs) : limit
      const isAllowed = left >= 1
      buckets.delete(key)
      buckets.set(key, { left: isAllowed ? left - 1 : left, atMs: nowMs })
      const [oldest] = buckets.keys()
      if (buckets.size > KEYS_MAX && oldest !== undefined) buckets.delete(oldest)
      return { isAllowed, retryAfterMs: isAllowed ? 0 : Math.ceil((1 - left) / perMs) }
    },
  }
}
