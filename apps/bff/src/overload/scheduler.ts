/** A line in which work that takes milliseconds, and comes in crowds, leaves room for everybody else between its pieces. */
export interface Scheduler {
  /**
   * One of those in line goes on in each turn of the event loop, in the order in which they came; work that nobody waits
   * for when there is no other.
   */
  next(isAwaited: boolean): Promise<void>
  /**
   * How long somebody who comes now would wait: as many turns as others are before him. Not how long these have waited:
   * after a pause, in which all have, the line may be gone in a moment. ms.
   */
  expectedMs(): number
}

/** So many turns make the mean. */
const MEAN_OF = 16
/** Of a longer turn so much is the line's own doing; the rest is a pause (garbage, a machine busy otherwise). ms. */
const TURN_MAX_MS = 50

export function createScheduler(now: () => number = () => performance.now()): Scheduler {
  const awaited: (() => void)[] = []
  const others: (() => void)[] = []
  let turnMs = 0
  let lastMs = 0

  function turn(): void {
    const nowMs = now()
    turnMs += (Math.min(nowMs - lastMs, TURN_MAX_MS) - turnMs) / MEAN_OF
    lastMs = nowMs
    const goOn = awaited.shift() ?? others.shift()
    goOn?.()
    if (awaited.length + others.length > 0) setImmediate(turn)
  }

  return {
    next: (isAwaited) =>
      new Promise((resolve) => {
        const isFirst = awaited.length + others.length === 0
        if (isAwaited) awaited.push(resolve)
        else others.push(resolve)
        if (!isFirst) return
        lastMs = now()
        setImmediate(turn)
      }),
    expectedMs: () => awaited.length * turnMs,
  }
}
