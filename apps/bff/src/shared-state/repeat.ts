/**
 * Does `work` again and again, `everyMs` after it last ended; it must not fail. Keeps no process alive.
 * @returns ends it
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
