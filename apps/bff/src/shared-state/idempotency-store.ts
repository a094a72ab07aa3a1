import { MINUTE_MS } from '@portal/contract/constants.ts'
import { REF_MS } from '@portal/contract/socket.ts'

/** How something that may happen only once stands. */
export type Begun =
  /** Nobody has begun it; now the caller has. */
  | { kind: 'new' }
  /** It is done. */
  | { kind: 'known'; result: string }
  /** Somebody is at it. */
  | { kind: 'pending' }
  /** Somebody began it and did not get to its end; now the caller has it. `sinceMs`: when it was first begun. */
  | { kind: 'unclear'; sinceMs: number }

/** What must happen once for a key, and what came of it, for `REF_MS`. */
export interface IdempotencyStore {
  begin(key: string): Promise<Begun>
  /** What came of it; whoever begins it again gets this. */
  complete(key: string, result: string): Promise<void>
  /** Nobody knows what came of it: whoever begins it next is told so. */
  abandon(key: string): Promise<void>
  /** It has not happened: whoever begins it next is the first. */
  forget(key: string): Promise<void>
  /** Whether `thing` belongs to `key`, which is so when it did, or when it belonged to none. */
  claim(thing: string, key: string): Promise<boolean>
  /** What was begun before this instant, epoch ms, may be unknown here. */
  readonly knowsSinceMs: number
  close(): void
}

/** Above this many characters the oldest are forgotten. */
const CHARS_MAX = 32_000_000
const ENTRY_CHARS = 200
/** Longer than the oldest thing that is looked for. */
export const CLAIM_MS = REF_MS + 5 * MINUTE_MS

interface Entry {
  begunAtMs: number
  untilMs: number
  isPending: boolean
  result: string | null
}

export function createMemoryIdempotencyStore(now: () => number): IdempotencyStore {
  const entries = new Map<string, Entry>()
  const owners = new Map<string, { key: string; untilMs: number }>()
  const startedMs = now()
  let chars = 0

  function find(key: string): Entry | undefined {
    const entry = entries.get(key)
    return entry && entry.untilMs > now() ? entry : undefined
  }

  function put(key: string, entry: Entry): void {
    remove(key)
    entries.set(key, entry)
    chars += sizeOf(entry)
    for (const [oldest, { untilMs }] of entries) {
      if (untilMs > now() && chars <= CHARS_MAX) break
      remove(oldest)
    }
  }

  function remove(key: string): void {
    const entry = entries.get(key)
    if (entry) chars -= sizeOf(entry)
    entries.delete(key)
  }

  return {
    knowsSinceMs: startedMs,
    async begin(key) {
      const entry = find(key)
      if (!entry) {
        put(key, { begunAtMs: now(), untilMs: now() + REF_MS, isPending: true, result: null })
        return { kind: 'new' }
      }
      if (entry.result !== null) return { kind: 'known', result: entry.result }
      if (entry.isPending) return { kind: 'pending' }
      entry.isPending = true
      return { kind: 'unclear', sinceMs: entry.begunAtMs }
    },
    async complete(key, result) {
      const begunAtMs = find(key)?.begunAtMs ?? now()
      put(key, { begunAtMs, untilMs: now() + REF_MS, isPending: false, result })
    },
    async abandon(key) {
      const entry = find(key)
      if (entry) entry.isPending = false
    },
    async forget(key) {
      remove(key)
    },
    async claim(thing, key) {
      const owner = owners.get(thing)
      if (owner && owner.untilMs > now()) return owner.key === key
      owners.delete(thing)
      owners.set(thing, { key, untilMs: now() + CLAIM_MS })
      for (const [oldest, { untilMs }] of owners) {
        if (untilMs > now() && owners.size * ENTRY_CHARS <= CHARS_MAX) break
        owners.delete(oldest)
      }
      return true
    },
    close() {
      // Nothing is held open.
    },
  }
}

function sizeOf({ result }: Entry): number {
  return ENTRY_CHARS + (result?.length ?? 0)
}
