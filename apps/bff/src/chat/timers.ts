/** Timers; replaced in tests. */
export interface Timers {
  /** @returns takes it back */
  after(ms: number, run: () => void): () => void
}

/** Takes nothing back. One for all: each of thousands of sockets would otherwise hold its own. */
export const nothingToCancel = (): void => undefined

export const systemTimers: Timers = {
  after(ms, run) {
    const timer = setTimeout(run, ms)
    // Nothing of the chat keeps the process alive.
    timer.unref()
    return () => clearTimeout(timer)
  },
}
