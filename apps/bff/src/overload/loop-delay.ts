/** Delay of the event loop. */
export interface LoopDelay {
  /** Mean over about the last second, including the current tick. ms. */
  currentMs(): number
  /** Increases with each measurement; while the process is busy, with each tick of the event loop. */
  readonly turn: number
}

const TICK_MS = 20
/** Time constant of the mean: a short pause (garbage collection) hardly counts. ms. */
const MEMORY_MS = 1_000

/** Measures the delay of a timer, which is the delay of every request. */
export function measureLoopDelay(now: () => number = () => performance.now()): LoopDelay & { close(): void } {
  let meanMs = 0
  let turn = 0
  let lastMs = now()

  /** Returns the mean as if the timer ran now: while it is overdue, every request waits. */
  function computeMean(nowMs: number): number {
    const elapsedMs = nowMs - lastMs
    const weight = 1 - Math.exp(-elapsedMs / MEMORY_MS)
    return meanMs + weight * (Math.max(0, elapsedMs - TICK_MS) - meanMs)
  }

  const timer = setInterval(() => {
    const nowMs = now()
    meanMs = computeMean(nowMs)
    lastMs = nowMs
    turn += 1
  }, TICK_MS).unref()

  return {
    currentMs: () => computeMean(now()),
    get turn() {
      return turn
    },
    close: () => clearInterval(timer),
  }
}
