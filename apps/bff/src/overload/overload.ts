import type { LoopDelay } from './loop-delay.ts'

/**
 * Ranks of requests under overload; `rest` is refused first. `kept`: served from memory (assets, cached pages);
 * `needed`: continues something (look-ups, forms, logins, calls of members); `rest`: may be retried later (pages to be
 * rendered, data for visitors).
 */
export type Rank = 'kept' | 'needed' | 'rest'

export type Overload = ReturnType<typeof createOverload>

/** Event-loop delay from which a rank is refused. ms. */
const DELAY_MAX_MS: Readonly<Record<Rank, number>> = { rest: 500, needed: 1_000, kept: 2_000 }
/** Number of requests in progress from which a rank is refused. */
const IN_PROGRESS_MAX: Readonly<Record<Rank, number>> = { rest: 512, needed: 1024, kept: Number.POSITIVE_INFINITY }
/** Minimum number of requests in a tick: with fewer the delay has another cause, and refusing would not help. */
const CROWD = 16

/** Decides which requests are refused so that the others are answered in time (decision 0018). */
export function createOverload(delay: LoopDelay) {
  let inProgress = 0
  let turn = delay.turn
  let inTurn = 0
  let inLastTurn = 0

  function followTurns(): void {
    if (delay.turn === turn) return
    inLastTurn = delay.turn === turn + 1 ? inTurn : 0
    inTurn = 0
    turn = delay.turn
  }

  function isCrowded(): boolean {
    followTurns()
    return Math.max(inTurn, inLastTurn) >= CROWD
  }

  return {
    /** Whether a request of this rank must be refused now. */
    refuses(rank: Rank): boolean {
      if (inProgress >= IN_PROGRESS_MAX[rank]) return true
      return isCrowded() && delay.currentMs() >= DELAY_MAX_MS[rank]
    },
    /** Counts a request that is not served from memory. */
    arrived(): void {
      followTurns()
      inTurn += 1
    },
    /**
     * Counts a request as in progress.
     * @returns a function that ends it; may be called twice
     */
    enter(): () => void {
      inProgress += 1
      let isIn = true
      return () => {
        if (isIn) inProgress -= 1
        isIn = false
      }
    },
    get inProgress() {
      return inProgress
    },
    get delayMs() {
      return delay.currentMs()
    },
  }
}
