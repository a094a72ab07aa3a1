import type { Counted, FailureCount } from '#shared-state/failure-count.ts'
import { computeBits, computeCoveredCount, type WorkScale } from './work-scale.ts'

/** A count to which an attempt is added. */
export interface FailureBudget {
  failures: FailureCount
  key: string
  scale: WorkScale & {
    halfLifeMs: number
    /** Maximum count, beyond which no proof of work helps; unlimited by default. */
    most?: number
  }
}

/** `closed`: no proof of work helps before `retryAfterMs`. `work`: a proof of `bits` helps at once. */
export type BudgetsAnswer =
  | { kind: 'taken'; giveBack: () => Promise<void> }
  | { kind: 'work'; bits: number; retryAfterMs: number }
  | { kind: 'closed'; retryAfterMs: number }

/**
 * Adds an attempt to all of the counts, or to none of them.
 * @param proofBits bits of the proof that came with it; 0 for none
 */
export async function takeFromAll(budgets: readonly FailureBudget[], proofBits: number): Promise<BudgetsAnswer> {
  const asked = await Promise.all(
    budgets.map(async (budget): Promise<FailureBudget & Counted> => {
      const most = Math.min(budget.scale.most ?? Number.POSITIVE_INFINITY, computeCoveredCount(budget.scale, proofBits))
      return { ...budget, ...(await budget.failures.take(budget.key, most)) }
    }),
  )
  const giveBack = () => giveBackTo(asked.filter(({ isTaken }) => isTaken))
  const full = asked.filter(({ isTaken }) => !isTaken)
  if (full.length === 0) return { kind: 'taken', giveBack }
  await giveBack()
  const closed = full.filter(({ count, scale }) => count + 1 > (scale.most ?? Number.POSITIVE_INFINITY))
  if (closed.length > 0) {
    return {
      kind: 'closed',
      retryAfterMs: findLongest(closed.map((budget) => computeWaitMs(budget, budget.scale.most ?? 0))),
    }
  }
  return {
    kind: 'work',
    bits: Math.max(...full.map(({ scale, count }) => computeBits(scale, count + 1))),
    retryAfterMs: findLongest(full.map((budget) => computeWaitMs(budget, budget.scale.free))),
  }
}

async function giveBackTo(budgets: readonly FailureBudget[]): Promise<void> {
  await Promise.all(budgets.map(({ failures, key }) => failures.giveBack(key)))
}

/** Time until one more attempt is within `most`. */
function computeWaitMs({ scale, count }: FailureBudget & Counted, most: number): number {
  return most < 2 ? scale.halfLifeMs : scale.halfLifeMs * Math.log2(Math.max(1, count / (most - 1)))
}

function findLongest(times: readonly number[]): number {
  return Math.max(1000, ...times)
}
