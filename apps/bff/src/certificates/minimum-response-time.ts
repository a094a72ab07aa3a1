import { setTimeout as wait } from 'node:timers/promises'

/** Time for the floor; tests have their own. */
export interface MonotonicClock {
  /** Since some moment, never back. ms. */
  monotonicMs(): number
  wait(ms: number): Promise<unknown>
}

export const systemClock: MonotonicClock = { monotonicMs: () => performance.now(), wait }

/** Well above what a lookup takes on a busy machine too, and no more than a person takes for at once. ms. */
export const MINIMUM_MS = 200

/**
 * Waits until a whole number of floors has passed since arrival: how long the work took shows only when it took longer
 * than one, and then in steps.
 */
export async function waitForMinimumTime(clock: MonotonicClock, arrivedMs: number): Promise<void> {
  const floors = Math.max(1, Math.ceil((clock.monotonicMs() - arrivedMs) / MINIMUM_MS))
  const dueMs = arrivedMs + floors * MINIMUM_MS
  // A timer may ring a little early.
  for (let leftMs = dueMs - clock.monotonicMs(); leftMs > 0; leftMs = dueMs - clock.monotonicMs()) {
    await clock.wait(Math.ceil(leftMs))
  }
}
