/**
 * One of those who wait goes on in each turn of the event loop, in the order in which they came. Work that takes
 * milliseconds and comes in crowds leaves room for everybody else between its pieces.
 */
export function createTurns(): () => Promise<void> {
  const waiting: (() => void)[] = []

  function goOn(): void {
    waiting.shift()?.()
    if (waiting.length > 0) setImmediate(goOn)
  }

  return () =>
    new Promise((resolve) => {
      waiting.push(resolve)
      if (waiting.length === 1) setImmediate(goOn)
    })
}
