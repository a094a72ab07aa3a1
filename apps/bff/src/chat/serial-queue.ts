/** Runs tasks one after the other. */
export interface SerialQueue {
  /** `false` when the queue is full. Tasks must not reject. */
  add(work: () => Promise<void>): boolean
  readonly isEmpty: boolean
}

/** @param onEmpty called after the last task */
export function createSerialQueue(waitingMax: number, onEmpty: () => void): SerialQueue {
  let tail = Promise.resolve()
  let length = 0

  return {
    get isEmpty() {
      return length === 0
    },
    add(work) {
      // The running task does not wait.
      if (length > waitingMax) return false
      length += 1
      tail = tail.then(work).finally(() => {
        length -= 1
        if (length === 0) onEmpty()
      })
      return true
    },
  }
}
