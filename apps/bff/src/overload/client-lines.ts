/** Lets each client have only so many of its tasks under way; the next ones wait in a line of the client's own. */
export interface ClientLines {
  /** @throws LineFullError when the client's line is full */
  run<T>(client: string, task: () => Promise<T>): Promise<T>
}

interface Options {
  /** Tasks of one client under way at once. */
  atOnce: number
  /** Tasks of one client that wait besides. */
  waiting: number
}

/** A client has as many tasks waiting as it may. */
export class LineFullError extends Error {
  override name = 'LineFullError'
}

interface Line {
  underWay: number
  waiting: (() => void)[]
}

export function createClientLines({ atOnce, waiting }: Options): ClientLines {
  const lines = new Map<string, Line>()

  /** Gives the place of a task that ended to the next one of its client. */
  function leave(client: string, line: Line): void {
    const next = line.waiting.shift()
    if (next) next()
    else {
      line.underWay -= 1
      if (line.underWay === 0) lines.delete(client)
    }
  }

  return {
    async run(client, task) {
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
