/** Runs queued tasks one per event-loop tick, so that a burst does not block other requests. */
export interface Scheduler {
  /**
   * Resolves when the task may run. One task runs in each tick, in order; a task that is not awaited runs
   * when there is no other.
   */
  next(isAwaited: boolean): Promise<void>
  /**
   * Expected wait of a new task: the number of awaited tasks times the mean tick. Not the age of the queue:
   * after a pause it may be empty in a moment. ms.
   */
  expectedMs(): number
}

/** Ticks in the mean. */
const MEAN_OF = 16
/** Longer ticks count as this: the rest is a pause (garbage collection, a busy machine). ms. */
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
