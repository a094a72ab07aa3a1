import { SECOND_MS } from '@portal/contract/constants.ts'
import { LRUCache } from 'lru-cache'
import type { Db } from '#platform/db/open.ts'
import { tooFrequent } from '#platform/errors.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import type { LimitOptions } from './rate-limit.ts'
import { type Counted, createStoredLimit } from './stored-limit.ts'

/**
 * Time for which an instance refuses a key that has no uses left without another query, so that a flood of requests
 * costs one query a second.
 */
const REFUSED_MS = 1 * SECOND_MS
const REFUSED_MAX = 50_000

/** A limit that holds on all instances together. */
export interface SharedLimit {
  /**
   * Counts one use, or several.
   * @param on a transaction that is open; it takes the count back when it fails
   * @throws AppError over the limit
   */
  use(key: string, uses?: number, on?: Db): Promise<void>
  /** Checks the limit without counting a use. @throws AppError when no use is left */
  check(key: string): Promise<void>
  hasLeft(key: string): Promise<boolean>
  forget(key: string): Promise<void>
}

/** Makes a limit. @param name limits of different names are independent */
export type CreateLimit = (name: string, options: Omit<LimitOptions, 'now'>) => SharedLimit

interface Options {
  db: Db
  digest: Digest
  now: () => number
}

/**
 * Counts uses in the database, in a fixed window that starts with the first one. Without the database nothing is
 * allowed: the calls that are counted could not be answered without it either. The keys are stored as digests, as they
 * hold addresses.
 */
export function createSharedLimits({ db, digest, now }: Options): CreateLimit {
  return (name, { max, windowMs, refusal = tooFrequent }) => {
    const stored = createStoredLimit({ kind: name, windowMs, now })
    const full = new LRUCache<string, Counted & { until: number }>({ maxSize: REFUSED_MAX, sizeCalculation: () => 1 })
    const inFlight = new Map<string, number>()
    const toId = (key: string) => digest('limit', name, key)
    const refuse = ({ endsAt }: Counted) => refusal((endsAt - now()) / SECOND_MS)

    function findFull(id: string): Counted | undefined {
      const known = full.get(id)
      return known && known.until > now() ? known : undefined
    }

    function noteFull(id: string, counted: Counted): Counted | undefined {
      if (counted.uses < max) return undefined
      full.set(id, { ...counted, until: Math.min(counted.endsAt, now() + REFUSED_MS) })
      return counted
    }

    async function readFull(key: string): Promise<Counted | undefined> {
      const id = toId(key)
      const known = findFull(id)
      if (known) return known
      const counted = await stored.read(db, id)
      return counted && noteFull(id, counted)
    }

    return {
      async use(key, uses = 1, on = db) {
        const id = toId(key)
        const known = findFull(id)
        if (known) throw refuse(known)
        const running = (inFlight.get(id) ?? 0) + 1
        // All would wait for the same row, with a connection each.
        if (running > max) throw refusal(1)
        inFlight.set(id, running)
        try {
          const counted = await stored.count(on, id, uses)
          // A transaction may take the count back.
          if (on === db) noteFull(id, counted)
          if (counted.uses > max) throw refuse(counted)
        } finally {
          const left = (inFlight.get(id) ?? 1) - 1
          if (left > 0) inFlight.set(id, left)
          else inFlight.delete(id)
        }
      },
      async check(key) {
        const counted = await readFull(key)
        if (counted) throw refuse(counted)
      },
      hasLeft: async (key) => (await readFull(key)) === undefined,
      async forget(key) {
        const id = toId(key)
        full.delete(id)
        await stored.forget(db, id)
      },
    }
  }
}
