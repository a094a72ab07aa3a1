/**
 * Returns the result of `work` if it comes in time. It also covers work that does not observe its signal: undici does
 * so only once a connection is free.
 * @throws DOMException TimeoutError
 */
export async function runWithinTime<T>(timeoutMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const error = new DOMException('no answer in time', 'TimeoutError')
      controller.abort(error)
      reject(error)
    }, timeoutMs)
  })
  try {
    return await Promise.race([work(controller.signal), late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Returns the value, or `undefined` when it takes longer; the work continues.
 * @throws what the work throws in time
 */
export async function resolveInTime<T>(patienceMs: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, patienceMs, undefined)
  })
  // A later failure must not become an unhandled rejection.
  work.catch(() => undefined)
  try {
    return await Promise.race([work, patience])
  } finally {
    clearTimeout(timer)
  }
}
