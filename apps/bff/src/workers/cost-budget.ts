import type { AppError } from '#errors.ts'

/** Processor time that each account may use, charged after it was measured. */
export interface CostBudget {
  /** @throws AppError when the account has used up what it may */
  check(accountId: string): void
  charge(accountId: string, costMs: number): void
}

export interface CostBudgetOptions {
  /** What an account that has been idle may use at once. ms. */
  burstMs: number
  /** What comes back in each second. ms. */
  refillMs: number
  /** What to say when there is nothing left for so many seconds. */
  refusal: (retryAfterSeconds: number) => AppError
  now: () => number
}

/** Accounts remembered; the ones charged longest ago are forgotten first. */
const ACCOUNTS_MAX = 50_000

/** A token bucket for each account, in this process. A balance may fall below zero: the price is known afterwards. */
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
      // Set anew, so that the order of the map is the order of the last charge.
      used.delete(accountId)
      if (used.size >= ACCOUNTS_MAX) used.delete(used.keys().next().value ?? '')
      used.set(accountId, { ms, at: now() })
    },
  }
}
