/** Lets so many through at a time; the others wait in line. */
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
      // Whoever is next takes this place.
      if (next) next()
      else inside -= 1
    }
  }
}
