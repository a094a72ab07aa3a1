/** A time limit for several steps. An `AbortSignal` for each call would cost several times as much. */
export interface Deadline {
  /** Sets the function that aborts the current step at the deadline. */
  whenOver(giveUp: (reason: Error) => void): void
}

/**
 * Runs `work`, whose steps abort themselves at the deadline.
 * @throws what `work` throws
 */
export async function withDeadline<T>(timeoutMs: number, work: (deadline: Deadline) => Promise<T>): Promise<T> {
  let giveUp: ((reason: Error) => void) | undefined
  const timer = setTimeout(() => giveUp?.(new DOMException('no answer in time', 'TimeoutError')), timeoutMs)
  const deadline: Deadline = {
    whenOver(next) {
      giveUp = next
    },
  }
  try {
    return await work(deadline)
  } finally {
    clearTimeout(timer)
  }
}
