import { overloaded } from '#errors.ts'
import type { Deadline } from './deadline.ts'

/**
 * Divides connections among calls, so that one that hangs leaves some to the others: a call never holds more of them than
 * are still free. Alone it gets half; several that hang leave as much as each of them holds.
 */
export interface Bulkhead {
  /**
   * Does the work when there is a connection for it.
   * @param deadline ends the waiting
   * @throws AppError 503 when too many wait, of this call or of all
   */
  run<T>(name: string, deadline: Deadline, work: () => Promise<T>): Promise<T>
}

interface Options {
  connections: number
  /** Requests at once, the waiting ones included; divided in the same way. */
  places: number
}

/** What one call holds. */
interface Share {
  running: number
  /** Starts each of those that wait, from the oldest. */
  waiting: Set<() => void>
}

export function createBulkhead({ connections, places }: Options): Bulkhead {
  const shares = new Map<string, Share>()
  let running = 0
  let waiting = 0

  function shareOf(name: string): Share {
    const known = shares.get(name)
    if (known) return known
    const share: Share = { running: 0, waiting: new Set() }
    shares.set(name, share)
    return share
  }

  function mayRun(share: Share): boolean {
    return share.running < connections - running
  }

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

  function tidy(name: string, share: Share): void {
    if (share.running === 0 && share.waiting.size === 0) shares.delete(name)
  }

  /** Done when it is running. @throws what the deadline says */
  function waitTurn(share: Share, deadline: Deadline): Promise<void> {
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
    async run(name, deadline, work) {
      const share = shareOf(name)
      try {
        if (mayRun(share)) {
          enter(share)
        } else {
          if (share.running + share.waiting.size >= places - running - waiting) throw overloaded()
          await waitTurn(share, deadline)
        }
        try {
          return await work()
        } finally {
          leave(share)
        }
      } finally {
        tidy(name, share)
      }
    },
  }
}
