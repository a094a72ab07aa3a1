import { LRUCache } from 'lru-cache'

/** CPU time that each account may use, charged after it was measured. */
export interface CostBudget {
  /** @throws the error of `refusal` when the account has used up its time */
  check(accountId: string): void
  charge(accountId: string, costMs: number): void
}

export interface CostBudgetOptions {
  /** Time that an idle account may use at once. ms. */
  burstMs: number
  /** Time that is added each second. ms. */
  refillMs: number
  refusal: (retryAfterSeconds: number) => Error
  now: () => number
}

/** Maximum number of accounts, beyond which the least recently used are dropped. */
const ACCOUNTS_MAX = 50_000

/** A token bucket per account, in this process. A balance may fall below zero: the cost is known afterwards. */
export function createCostBudget({ burstMs, refillMs, refusal, now }: CostBudgetOptions): CostBudget {
  // `max` would reserve the memory at once; `maxSize` does not.
  const used = new LRUCache<string, { ms: number; at: number }>({ maxSize: ACCOUNTS_MAX, sizeCalculation: () => 1 })

  function getUsed(accountId: string): number {
    const entry = used.get(accountId)
    return entry ? Math.max(0, entry.ms - ((now() - entry.at) / 1000) * refillMs) : 0
  }

  return {
    check(accountId) {
      const overMs = getUsed(accountId) - burstMs
      if (overMs >= 0) throw refusal(Math.ceil((overMs + 1) / refillMs))
    },
    charge(accountId, costMs) {
      used.set(accountId, { ms: getUsed(accountId) + costMs, at: now() })
    },
  }
}
