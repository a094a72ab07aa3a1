/** Does the work of one account one after the other. */
export type OneByOne = <T>(accountId: string, work: () => Promise<T>) => Promise<T>

/**
 * @param waiting pieces of work of one account that may wait for another of it
 * @param refusal what one more is refused with
 */
export function createOneByOne(waiting: number, refusal: () => Error): OneByOne {
  const lines = new Map<string, { length: number; last: Promise<unknown> }>()

  return async (accountId, work) => {
    const line = lines.get(accountId) ?? { length: 0, last: Promise.resolve() }
    if (line.length > waiting) throw refusal()
    line.length += 1
    lines.set(accountId, line)
    const result = line.last.then(work)
    line.last = result.catch(() => undefined)
    try {
      return await result
    } finally {
      line.length -= 1
      if (line.length === 0) lines.delete(accountId)
    }
  }
}
