import { expect, it } from 'vitest'
import { MINIMUM_MS, waitForMinimumTime } from './minimum-response-time.ts'

/** Makes a clock whose timers fire `earlyMs` too early. */
function createFakeClock(startMs: number, earlyMs = 0) {
  const clock = {
    nowMs: startMs,
    monotonicMs: () => clock.nowMs,
    wait: async (ms: number) => {
      clock.nowMs += Math.max(0.5, ms - earlyMs)
    },
  }
  return clock
}

it.each([
  ['at once', 0, 1],
  ['just in time', MINIMUM_MS - 0.1, 1],
  ['late', MINIMUM_MS + 0.1, 2],
  ['very late', 5 * MINIMUM_MS - 1, 5],
])('answers after a multiple of the minimum time when the lookup is done %s', async (_when, workMs, multiples) => {
  for (const earlyMs of [0, 0.9]) {
    const clock = createFakeClock(1000 + workMs, earlyMs)
    await waitForMinimumTime(clock, 1000)
    expect(clock.nowMs - 1000).toBeGreaterThanOrEqual(multiples * MINIMUM_MS)
    expect(clock.nowMs - 1000).toBeLessThan(multiples * MINIMUM_MS + 1)
  }
})
