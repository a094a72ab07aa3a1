/** Number of ticks in the mean. */
const MEAN_OF = 16
/** Maximum length of a tick in the mean: the rest is a pause (garbage collection, a busy machine). ms. */
const TURN_MAX_MS = 50

/** Runs queued tasks one per event-loop tick, so that a burst does not block other requests. */
export function createScheduler(now: () => number = () => performance.now()) {
  const awaited: (() => void)[] = []
  const others: (() => void)[] = []
  let turnMs = 0
  let lastMs = 0

  function runTurn(): void {
    const nowMs = now()
    turnMs += (Math.min(nowMs - lastMs, TURN_MAX_MS) - turnMs) / MEAN_OF
    lastMs = nowMs
    const start = awaited.shift() ?? others.shift()
    start?.()
    if (awaited.length + others.length > 0) setImmediate(runTurn)
  }

  return {
    /** Resolves when the task may run: in order, and tasks that are not awaited after all others. */
    next: (isAwaited: boolean) =>
      new Promise<void>((resolve) => {
        const isFirst = awaited.length + others.length === 0
        if (isAwaited) awaited.push(resolve)
        else others.push(resolve)
        if (!isFirst) return
        lastMs = now()
        setImmediate(runTurn)
      }),
    /** Expected wait of a new task: the number of awaited tasks times the mean tick. ms. */
    expectedMs: () => awaited.length * turnMs,
  }
}
