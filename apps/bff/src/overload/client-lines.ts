interface Options {
  /** Concurrent tasks of one client. */
  atOnce: number
  /** Waiting tasks of one client. */
  waiting: number
}

/** The queue of a client is full. */
export class LineFullError extends Error {
  override name = 'LineFullError'
}

interface Line {
  underWay: number
  waiting: (() => void)[]
}

/** Limits the concurrent tasks of each client; further ones wait in the client's queue. */
export function createClientLines({ atOnce, waiting }: Options) {
  const lines = new Map<string, Line>()

  /** Starts the next task of the client. */
  function leave(client: string, line: Line): void {
    const next = line.waiting.shift()
    if (next) next()
    else {
      line.underWay -= 1
      if (line.underWay === 0) lines.delete(client)
    }
  }

  return {
    /** @throws LineFullError when the client's queue is full */
    async run<T>(client: string, task: () => Promise<T>): Promise<T> {
      const line = lines.get(client) ?? { underWay: 0, waiting: [] }
      lines.set(client, line)
      if (line.underWay < atOnce) line.underWay += 1
      else if (line.waiting.length < waiting) await new Promise<void>((resolve) => line.waiting.push(resolve))
      else throw new LineFullError()
      try {
        return await task()
      } finally {
        leave(client, line)
      }
    },
  }
}
