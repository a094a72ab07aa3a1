import { SWEEP_GAP_MS } from './relay-limits.ts'
import type { Timers } from './timers.ts'
import type { UserHub } from './user-hub.ts'

interface Options {
  hubs: () => UserHub[]
  now: () => number
  timers: Timers
}

/** Users whose logins are checked at the same time: visitors' own calls have priority. */
const AT_ONCE = 8

/** Checks the login of every socket here with upstream, after the end of a login whose user is unknown. */
export function createSessionSweep({ hubs, now, timers }: Options) {
  let sweptAtMs = Number.NEGATIVE_INFINITY
  let isRunning = false
  let isRequested = false
  let cancelWait = () => {}

  async function sweep(): Promise<void> {
    isRunning = true
    isRequested = false
    const left = hubs()
    if (left.length > 0) sweptAtMs = now()
    const checkNext = async () => {
      for (let hub = left.pop(); hub; hub = left.pop()) await hub.recheck()
    }
    await Promise.all(Array.from({ length: AT_ONCE }, checkNext))
    isRunning = false
    sweepIfDue()
  }

  function sweepIfDue(): void {
    if (!isRequested || isRunning) return
    cancelWait()
    const waitMs = sweptAtMs + SWEEP_GAP_MS - now()
    if (waitMs <= 0) void sweep()
    else cancelWait = timers.after(waitMs, () => void sweep())
  }

  return {
    /** Checks at once; repeated requests are throttled. */
    request() {
      isRequested = true
      sweepIfDue()
    },
    close: () => cancelWait(),
  }
}
