/** Timers; replaced in tests. */
export interface Timers {
  /** @returns a function that cancels it */
  after(ms: number, run: () => void): () => void
}

/** Cancels nothing. It is shared, because each of thousands of sockets would otherwise hold a function. */
export const cancelNothing = (): void => undefined

export const systemTimers: Timers = {
  after(ms, run) {
    const timer = setTimeout(run, ms)
    // A timer must not keep the process alive.
    timer.unref()
    return () => clearTimeout(timer)
  },
}
