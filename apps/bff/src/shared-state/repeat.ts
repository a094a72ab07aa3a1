/**
 * Repeats `work`, `everyMs` after it last ended; it must not fail. Does not keep the process alive.
 * @returns a function that ends it
 */
export function repeatEvery(everyMs: number, work: () => Promise<void>): { end(): void } {
  let isEnded = false
  let timer = setTimeout(run, everyMs).unref()

  async function run(): Promise<void> {
    await work()
    if (!isEnded) timer = setTimeout(run, everyMs).unref()
  }

  return {
    end() {
      isEnded = true
      clearTimeout(timer)
    },
  }
}
