/** Limits concurrency; further tasks wait in order. */
export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>

export function createSemaphore(most: number): Semaphore {
  const waiting: (() => void)[] = []
  let inside = 0

  return async (work) => {
    if (inside >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else inside += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The next task takes the free place.
      if (next) next()
      else inside -= 1
    }
  }
}
