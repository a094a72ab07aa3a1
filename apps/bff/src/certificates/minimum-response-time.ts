import { setTimeout as wait } from 'node:timers/promises'

/** Replaced in tests. */
export interface MonotonicClock {
  /** ms. */
  monotonicMs(): number
  wait(ms: number): Promise<unknown>
}

export const systemClock: MonotonicClock = { monotonicMs: () => performance.now(), wait }

/** Minimum response time: well above a look-up's time on a busy machine, and still immediate for a person. ms. */
export const MINIMUM_MS = 200

/**
 * Waits until a multiple of the minimum response time has passed since arrival, so that the duration of the lookup is
 * hidden or shows in coarse steps only.
 */
export async function waitForMinimumTime(
  clock: MonotonicClock,
  arrivedMs: number,
  minimumMs: number = MINIMUM_MS,
): Promise<void> {
  const multiples = Math.max(1, Math.ceil((clock.monotonicMs() - arrivedMs) / minimumMs))
  const dueMs = arrivedMs + multiples * minimumMs
  // A timer may fire a little early.
  for (let leftMs = dueMs - clock.monotonicMs(); leftMs > 0; leftMs = dueMs - clock.monotonicMs()) {
    await clock.wait(Math.ceil(leftMs))
  }
}
