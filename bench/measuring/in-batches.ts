/** More would be a storm that no server is measured by here. */
const AT_ONCE = 32

/** Does `work` for each, some at a time. */
export async function inBatches<T>(
  all: readonly T[],
  work: (one: T) => Promise<void>,
  atOnce = AT_ONCE,
): Promise<void> {
  const waiting = all.values()
  const worker = async () => {
    for (const one of waiting) await work(one)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
