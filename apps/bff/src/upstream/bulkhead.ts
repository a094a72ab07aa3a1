import { overloaded } from '#errors.ts'
import type { Deadline } from './deadline.ts'

interface Options {
  connections: number
  /** Concurrent requests, including those that wait; divided in the same way. */
  places: number
}

/** Connections and waiting requests of one call. */
interface Share {
  running: number
  /** Functions that start a waiting request, oldest first. */
  waiting: Set<() => void>
}

/**
 * Divides connections among calls, so that one that hangs leaves some to the others: a call never holds more of them
 * than are still free. A single call gets half; several that hang leave as much as each of them holds.
 */
export function createBulkhead({ connections, places }: Options) {
  const shares = new Map<string, Share>()
  let running = 0
  let waiting = 0

  function getShare(name: string): Share {
    const known = shares.get(name)
    if (known) return known
    const share: Share = { running: 0, waiting: new Set() }
    shares.set(name, share)
    return share
  }

  const mayRun = (share: Share) => share.running < connections - running

  function enter(share: Share): void {
    share.running += 1
    running += 1
  }

  function leave(share: Share): void {
    share.running -= 1
    running -= 1
    if (waiting > 0) startWaiting()
  }

  function startWaiting(): void {
    for (const share of shares.values()) {
      for (const start of share.waiting) {
        if (!mayRun(share)) break
        start()
      }
    }
  }

  /** Resolves when the request may run. @throws the deadline's error */
  function waitForConnection(share: Share, deadline: Deadline): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = () => {
        share.waiting.delete(start)
        waiting -= 1
      }
      const start = () => {
        end()
        enter(share)
        resolve()
      }
      share.waiting.add(start)
      waiting += 1
      deadline.whenOver((reason) => {
        end()
        reject(reason)
      })
    })
  }

  return {
    /**
     * Runs `work` when there is a connection for it.
     * @throws AppError 503 when too many requests of this call, or in all, wait
     */
    async run<T>(name: string, deadline: Deadline, work: () => Promise<T>): Promise<T> {
      const share = getShare(name)
      try {
        if (mayRun(share)) {
          enter(share)
        } else {
          if (share.running + share.waiting.size >= places - running - waiting) throw overloaded()
          await waitForConnection(share, deadline)
        }
        try {
          return await work()
        } finally {
          leave(share)
        }
      } finally {
        if (share.running === 0 && share.waiting.size === 0) shares.delete(name)
      }
    },
  }
}
