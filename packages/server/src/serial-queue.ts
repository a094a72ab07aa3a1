/** Runs the tasks of one key one after the other; tasks of other keys run meanwhile. */
export type SerialQueue = <T>(key: string, task: () => Promise<T>) => Promise<T>

/**
 * @param waitingMax number of waiting tasks of one key
 * @param refusal makes the error for one more
 */
export function createSerialQueue(waitingMax: number, refusal: () => Error): SerialQueue {
  const queues = new Map<string, { length: number; last: Promise<unknown> }>()

  return async (key, task) => {
    const queue = queues.get(key) ?? { length: 0, last: Promise.resolve() }
    if (queue.length > waitingMax) throw refusal()
    queue.length += 1
    queues.set(key, queue)
    const result = queue.last.then(task)
    queue.last = result.catch(() => undefined)
    try {
      return await result
    } finally {
      queue.length -= 1
      if (queue.length === 0) queues.delete(key)
    }
  }
}
