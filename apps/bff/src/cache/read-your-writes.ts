import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { RECENT_CHANGE_MS, type RecentChange } from '#session/recent-change.ts'

/** Maximum number of remembered changes a minute; a change beyond it is invalidated once more. */
const SEEN_MAX = 10_000

export type ReadYourWrites = ReturnType<typeof createReadYourWrites>

/**
 * Read-your-writes: a cookie carries an invalidation to the next instance that the browser reaches, in case the fan-out
 * has not (e.g. while Redis is away). The sender of a change then sees it on every instance.
 * @param invalidate drops answers on this instance only
 */
export function createReadYourWrites(now: () => number, invalidate: (paths: readonly string[]) => void) {
  const seen = new LRUCache<string, true>({ max: SEEN_MAX })
  const isRecent = (change: RecentChange | null): change is RecentChange =>
    change !== null && Math.abs(now() - change.at) <= RECENT_CHANGE_MS

  return {
    /** Records a change made on this instance, together with the earlier ones of the same browser. */
    make(paths: readonly string[], earlier: RecentChange | null): RecentChange {
      const all = new Set([...(isRecent(earlier) ? earlier.paths : []), ...paths])
      const id = randomBytes(9).toString('base64url')
      return { id, at: now(), paths: [...all] }
    },
    /** Invalidates what the browser has changed, at most once on this instance. */
    apply(change: RecentChange | null): void {
      if (!isRecent(change) || seen.has(change.id)) return
      seen.set(change.id, true)
      invalidate(change.paths)
    },
  }
}
