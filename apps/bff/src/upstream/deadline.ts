/**
 * One time limit for what is waited for step by step. An `AbortSignal` would do the same; made and listened to for each
 * call, it costs several times as much.
 */
export interface Deadline {
  /** What the step that waits now does when time is over; the step before no longer waits. */
  whenOver(giveUp: (reason: Error) => void): void
}

/** What `work` gives. Each of its steps ends itself when time is over. @throws what the work throws */
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
