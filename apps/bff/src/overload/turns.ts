/** A line in which work that takes milliseconds, and comes in crowds, leaves room for everybody else between its pieces. */
export interface Turns {
  /** One of those who wait goes on in each turn of the event loop, in the order in which they came. */
  next(): Promise<void>
  /** How long the first in line has waited by now. ms. */
  waitedMs(): number
}

interface Waiting {
  sinceMs: number
  goOn: () => void
}

export function createTurns(now: () => number = () => performance.now()): Turns {
  const line: Waiting[] = []

  function turn(): void {
    line.shift()?.goOn()
    if (line.length > 0) setImmediate(turn)
  }

  return {
    next: () =>
      new Promise((resolve) => {
        line.push({ sinceMs: now(), goOn: resolve })
        if (line.length === 1) setImmediate(turn)
      }),
    waitedMs: () => (line[0] ? now() - line[0].sinceMs : 0),
  }
}
