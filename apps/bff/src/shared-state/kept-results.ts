import { randomUUID } from 'node:crypto'
import { MINUTE_MS, SECOND_MS } from '@portal/contract/constants.ts'
import { REF_MS } from '@portal/contract/socket.ts'
import type { RedisClient, RedisConnection } from './redis-connection.ts'
import { repeatEvery } from './repeat.ts'

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
export interface KeptResults {
  begin(key: string): Promise<Begun>
  /** What came of it; whoever begins it again gets this. */
  keep(key: string, result: string): Promise<void>
  /** Nobody knows what came of it: whoever begins it next is told so. */
  leave(key: string): Promise<void>
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
const CLAIM_MS = REF_MS + 5 * MINUTE_MS

/** What Redis holds is a claim of an instance for so long: a killed one is found out after it. ms. */
const HELD_MS = 5 * SECOND_MS
const RENEW_MS = 1.5 * SECOND_MS

interface Entry {
  begunAtMs: number
  untilMs: number
  isPending: boolean
  result: string | null
}

export function createMemoryKeptResults(now: () => number): KeptResults {
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
    async keep(key, result) {
      const begunAtMs = find(key)?.begunAtMs ?? now()
      put(key, { begunAtMs, untilMs: now() + REF_MS, isPending: false, result })
    },
    async leave(key) {
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

/** KEYS: what came of it, who is at it. A result begins with `=`, what was only begun with `@` and the instant. */
const BEGIN = `
local kept = redis.call('GET', KEYS[1])
if kept and string.sub(kept, 1, 1) == '=' then return kept end
if not redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2], 'NX') then return 'pending' end
if kept then return kept end
redis.call('SET', KEYS[1], '@' .. ARGV[3], 'PX', ARGV[4])
return 'new'`

const KEEP = `
redis.call('SET', KEYS[1], '=' .. ARGV[2], 'PX', ARGV[3])
if redis.call('GET', KEYS[2]) == ARGV[1] then redis.call('DEL', KEYS[2]) end`

const LEAVE = `
if redis.call('GET', KEYS[2]) == ARGV[1] then redis.call('DEL', KEYS[2]) end`

const FORGET = `
if redis.call('GET', KEYS[2]) ~= ARGV[1] then return end
redis.call('DEL', KEYS[1], KEYS[2])`

/** A Redis that came back without what it knew is told again. */
const RENEW = `
for _, key in ipairs(KEYS) do
  local holder = redis.call('GET', key)
  if not holder or holder == ARGV[1] then redis.call('SET', key, ARGV[1], 'PX', ARGV[2]) end
end`

const CLAIM = `
if redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2], 'NX') then return 1 end
return redis.call('GET', KEYS[1]) == ARGV[1] and 1 or 0`

interface RedisOptions {
  now: () => number
  /** Tests are in a hurry. ms */
  heldMs?: number
  renewMs?: number
}

/**
 * Known to all instances. What happens here is remembered here too, so that the same holds for this instance alone
 * while Redis is away, and for what it did then once Redis is back.
 */
export function createRedisKeptResults(redis: RedisConnection, options: RedisOptions): KeptResults {
  const { now, heldMs = HELD_MS, renewMs = RENEW_MS } = options
  const alone = createMemoryKeptResults(now)
  const self = randomUUID()
  const held = new Set<string>()
  const renewal = repeatEvery(renewMs, renew)
  let upSinceMs = now()
  const endWatch = redis.onChange(() => {
    upSinceMs = now()
  })

  async function evaluate<T>(script: string, key: string, args: readonly (string | number)[], otherwise: T) {
    const keys = [`kept:${key}`, `kept-by:${key}`]
    return redis.run(
      async (client) => (await client.eval(script, { keys, arguments: [self, ...args].map(String) })) as T,
      async () => otherwise,
    )
  }

  /** Those whose fate takes a while: without it they would pass for the work of a dead instance. */
  async function renew(): Promise<void> {
    if (held.size === 0) return
    const keys = [...held].map((key) => `kept-by:${key}`)
    const work = (client: RedisClient) => client.eval(RENEW, { keys, arguments: [self, String(heldMs)] })
    await redis.run(work, async () => null)
  }

  return {
    get knowsSinceMs() {
      return upSinceMs
    },
    async begin(key) {
      const here = await alone.begin(key)
      if (here.kind === 'known' || here.kind === 'pending') return here
      const there = await evaluate<string | null>(BEGIN, key, [heldMs, now(), REF_MS], null)
      if (there === 'pending') {
        await (here.kind === 'new' ? alone.forget(key) : alone.leave(key))
        return { kind: 'pending' }
      }
      if (there?.startsWith('=')) {
        await alone.keep(key, there.slice(1))
        return { kind: 'known', result: there.slice(1) }
      }
      held.add(key)
      // Nobody can say what other instances have begun.
      return earlier(here, there ?? `@${now()}`)
    },
    async keep(key, result) {
      held.delete(key)
      await alone.keep(key, result)
      await evaluate(KEEP, key, [result, REF_MS], null)
    },
    async leave(key) {
      held.delete(key)
      await alone.leave(key)
      await evaluate(LEAVE, key, [], null)
    },
    async forget(key) {
      held.delete(key)
      await alone.forget(key)
      await evaluate(FORGET, key, [], null)
    },
    async claim(thing, key) {
      if (!(await alone.claim(thing, key))) return false
      return redis.run(
        async (client) => {
          const settings = { keys: [`kept-claim:${thing}`], arguments: [key, String(CLAIM_MS)] }
          return (await client.eval(CLAIM, settings)) === 1
        },
        async () => true,
      )
    },
    close() {
      endWatch()
      renewal.end()
    },
  }
}

/** What this instance and Redis know together; the one that knows of an earlier beginning is right. */
function earlier(here: Begun, there: string): Begun {
  const known = [
    ...(here.kind === 'unclear' ? [here.sinceMs] : []),
    ...(there.startsWith('@') ? [Number(there.slice(1))] : []),
  ]
  return known.length > 0 ? { kind: 'unclear', sinceMs: Math.min(...known) } : { kind: 'new' }
}
