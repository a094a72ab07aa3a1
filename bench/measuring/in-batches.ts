/** Number of concurrent tasks; more would overload any server. */
const AT_ONCE = 32

/** Runs `work` for each item, some at a time. */
export async function runInBatches<T>(
  all: readonly T[],
  work: (one: T) => Promise<void>,
  atOnce = AT_ONCE,
): Promise<void> {
  const waiting = all.values()
  const runNext = async () => {
    for (const one of waiting) await work(one)
  }
  await Promise.all(Array.from({ length: atOnce }, runNext))
}
