import { SWEEP_GAP_MS } from './relay-limits.ts'
import type { Timers } from './timers.ts'
import type { UserHub } from './user-hub.ts'

/** Checks the login of every socket here with upstream, when one has ended and it is unknown whose. */
export interface SessionSweep {
  /** At once; repeated requests are throttled. */
  ask(): void
  close(): void
}

interface Options {
  hubs: () => UserHub[]
  now: () => number
  timers: Timers
}

/** Users whose logins are asked about at the same time: visitors' own calls come first. */
const AT_ONCE = 8

export function createSessionSweep({ hubs, now, timers }: Options): SessionSweep {
  let sweptAtMs = Number.NEGATIVE_INFINITY
  let isRunning = false
  let isWanted = false
  let cancelWait = () => {}

  async function sweep(): Promise<void> {
    isRunning = true
    isWanted = false
    const left = hubs()
    if (left.length > 0) sweptAtMs = now()
    const worker = async () => {
      for (let hub = left.pop(); hub; hub = left.pop()) await hub.recheck()
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    isRunning = false
    review()
  }

  function review(): void {
    if (!isWanted || isRunning) return
    cancelWait()
    const waitMs = sweptAtMs + SWEEP_GAP_MS - now()
    if (waitMs <= 0) void sweep()
    else cancelWait = timers.after(waitMs, () => void sweep())
  }

  return {
    ask() {
      isWanted = true
      review()
    },
    close() {
      cancelWait()
    },
  }
}
