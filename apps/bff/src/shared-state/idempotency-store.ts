import { MINUTE_MS } from '@portal/contract/constants.ts'
import { REF_MS } from '@portal/contract/socket.ts'
import { LRUCache } from 'lru-cache'

/** State of an idempotency key. */
export type Begun =
  /** The key was unknown; now the caller has begun it. */
  | { kind: 'new' }
  | { kind: 'known'; result: string }
  /** Another caller is executing it. */
  | { kind: 'pending' }
  /**
   * An earlier execution ended and left no result; now the caller has begun it again. `sinceMs`: the first beginning.
   */
  | { kind: 'unclear'; sinceMs: number }

/** Idempotency keys with their results, remembered for `REF_MS`. */
export interface IdempotencyStore {
  begin(key: string): Promise<Begun>
  /** Stores the result, which later callers get. */
  complete(key: string, result: string): Promise<void>
  /** The result is unknown: the next caller gets `unclear`. */
  abandon(key: string): Promise<void>
  /** The execution did not happen: the next caller gets `new`. */
  forget(key: string): Promise<void>
  /** Assigns `thing` to `key` unless it belongs to another. Returns whether it is now assigned to `key`. */
  claim(thing: string, key: string): Promise<boolean>
  /** Keys begun before this instant, epoch ms, may be unknown here. */
  readonly knowsSinceMs: number
  close(): void
}

/** Maximum size, beyond which the oldest are forgotten. Characters. */
const CHARS_MAX = 32_000_000
const ENTRY_CHARS = 200
/** Lifetime of a claim: longer than the age of any message that is searched. */
export const CLAIM_MS = REF_MS + 5 * MINUTE_MS

interface Entry {
  begunAtMs: number
  untilMs: number
  isPending: boolean
  result: string | null
}

export function createMemoryIdempotencyStore(now: () => number): IdempotencyStore {
  const entries = new LRUCache<string, Entry>({
    maxSize: CHARS_MAX,
    sizeCalculation: ({ result }) => ENTRY_CHARS + (result?.length ?? 0),
  })
  const owners = new LRUCache<string, { key: string; untilMs: number }>({
    maxSize: CHARS_MAX,
    sizeCalculation: () => ENTRY_CHARS,
  })

  function find(key: string): Entry | undefined {
    const entry = entries.peek(key)
    return entry && entry.untilMs > now() ? entry : undefined
  }

  return {
    knowsSinceMs: now(),
    async begin(key) {
      const entry = find(key)
      if (!entry) {
        entries.set(key, { begunAtMs: now(), untilMs: now() + REF_MS, isPending: true, result: null })
        return { kind: 'new' }
      }
      if (entry.result !== null) return { kind: 'known', result: entry.result }
      if (entry.isPending) return { kind: 'pending' }
      entry.isPending = true
      return { kind: 'unclear', sinceMs: entry.begunAtMs }
    },
    async complete(key, result) {
      const begunAtMs = find(key)?.begunAtMs ?? now()
      entries.set(key, { begunAtMs, untilMs: now() + REF_MS, isPending: false, result })
    },
    async abandon(key) {
      const entry = find(key)
      if (entry) entry.isPending = false
    },
    async forget(key) {
      entries.delete(key)
    },
    async claim(thing, key) {
      const owner = owners.peek(thing)
      if (owner && owner.untilMs > now()) return owner.key === key
      owners.set(thing, { key, untilMs: now() + CLAIM_MS })
      return true
    },
    close() {
      // There is nothing to close.
    },
  }
}
