import { tooFrequent } from './errors.ts'

const BUSY_RETRY_SECONDS = 5

/** @param client who asks; left out for work that nobody's flood can bring */
export type WorkQueue = <T>(work: () => Promise<T>, client?: string) => Promise<T>

/**
 * Lets few through at a time, so that a flood of heavy work cannot eat the memory. One client has only so many of the
 * waiting places, so that a few of them do not keep everybody else out.
 * @throws AppError when more than `waiting` wait already, or too many of this client.
 */
export function createWorkQueue(atOnce: number, waiting: number, waitingOfOne = waiting): WorkQueue {
  let running = 0
  const queue: { client: string | undefined; go: () => void }[] = []

  function isFull(client: string | undefined): boolean {
    if (queue.length >= waiting) return true
    return client !== undefined && queue.filter((one) => one.client === client).length >= waitingOfOne
  }

  return async function pass(work, client) {
    if (running >= atOnce) {
      if (isFull(client)) throw tooFrequent(BUSY_RETRY_SECONDS)
      await new Promise<void>((go) => queue.push({ client, go }))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      // A waiting one takes over the place; otherwise the place is given back.
      const next = queue.shift()
      if (next) next.go()
      else running -= 1
    }
  }
}
