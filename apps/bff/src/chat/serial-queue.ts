/** Does one thing after the other, in the order they came. */
export interface SerialQueue {
  /** `false` when too many wait already: the work is not done. Work answers for its own failures. */
  add(work: () => Promise<void>): boolean
  readonly isEmpty: boolean
}

/** @param onEmpty after the last work in line */
export function createSerialQueue(waitingMax: number, onEmpty: () => void): SerialQueue {
  let tail = Promise.resolve()
  let length = 0

  return {
    get isEmpty() {
      return length === 0
    },
    add(work) {
      // The one under way is not waiting.
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
