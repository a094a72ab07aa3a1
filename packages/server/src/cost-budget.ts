/** CPU time that each account may use, charged after it was measured. */
export interface CostBudget {
  /** @throws what `refusal` makes, when the account has used up its time */
  check(accountId: string): void
  charge(accountId: string, costMs: number): void
}

export interface CostBudgetOptions {
  /** What an idle account may use at once. ms. */
  burstMs: number
  /** Refilled each second. ms. */
  refillMs: number
  refusal: (retryAfterSeconds: number) => Error
  now: () => number
}

/** Beyond this the accounts charged longest ago are dropped. */
const ACCOUNTS_MAX = 50_000

/** A token bucket per account, in this process. A balance may fall below zero: the cost is known afterwards. */
export function createCostBudget({ burstMs, refillMs, refusal, now }: CostBudgetOptions): CostBudget {
  const used = new Map<string, { ms: number; at: number }>()

  function usedBy(accountId: string): number {
    const entry = used.get(accountId)
    return entry ? Math.max(0, entry.ms - ((now() - entry.at) / 1000) * refillMs) : 0
  }

  return {
    check(accountId) {
      const overMs = usedBy(accountId) - burstMs
      if (overMs >= 0) throw refusal(Math.ceil((overMs + 1) / refillMs))
    },
    charge(accountId, costMs) {
      const ms = usedBy(accountId) + costMs
      // Deleted first, so that the map's order is the order of the last charge.
      used.delete(accountId)
      if (used.size >= ACCOUNTS_MAX) used.delete(used.keys().next().value ?? '')
      used.set(accountId, { ms, at: now() })
    },
  }
}
