import { tooFrequent } from './errors.ts'

const BUSY_RETRY_SECONDS = 5

export type WorkQueue = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Lets few through at a time, so that a flood of heavy work cannot eat the memory.
 * @throws AppError when more than `waiting` wait already.
 */
export function createWorkQueue(atOnce: number, waiting: number): WorkQueue {
  let running = 0
  const queue: (() => void)[] = []
  return async function pass(work) {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw tooFrequent(BUSY_RETRY_SECONDS)
      await new Promise<void>((resolve) => queue.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      // A waiting one takes over the place; otherwise the place is given back.
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
