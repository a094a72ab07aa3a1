import { tooFrequent } from './errors.ts'

const BUSY_RETRY_SECONDS = 5

/** @param client the client that a waiting place is charged to; omitted for internal work */
export type WorkQueue = <T>(work: () => Promise<T>, client?: string) => Promise<T>

/**
 * Limits concurrent tasks, so that a flood of heavy work cannot use up the memory. Each client has a share of the
 * waiting places.
 * @throws AppError when more than `waiting` wait already, or too many of this client
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
      await new Promise<void>((start) => queue.push({ client, go: start }))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      // A waiting task takes over the slot; otherwise the slot is released.
      const next = queue.shift()
      if (next) next.go()
      else running -= 1
    }
  }
}
