import { randomUUID } from 'node:crypto'
import { SECOND_MS } from '@portal/contract/constants.ts'
import { REF_MS } from '@portal/contract/socket.ts'
import { type Begun, CLAIM_MS, createMemoryIdempotencyStore, type IdempotencyStore } from './idempotency-store.ts'
import type { RedisClient, RedisConnection } from './redis-connection.ts'
import { repeatEvery } from './repeat.ts'

/** Time after which an instance's claim expires, so that a killed instance is detected. ms. */
const HELD_MS = 5 * SECOND_MS
const RENEW_MS = 1.5 * SECOND_MS

/** Lua script. KEYS: result, holder. A result begins with `=`, an unfinished execution with `@` and its start. */
const BEGIN = `
local kept = redis.call('GET', KEYS[1])
if kept and string.sub(kept, 1, 1) == '=' then return kept end
if not redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2], 'NX') then return 'pending' end
if kept then return kept end
redis.call('SET', KEYS[1], '@' .. ARGV[3], 'PX', ARGV[4])
return 'new'`

const COMPLETE_SCRIPT = `
redis.call('SET', KEYS[1], '=' .. ARGV[2], 'PX', ARGV[3])
if redis.call('GET', KEYS[2]) == ARGV[1] then redis.call('DEL', KEYS[2]) end`

const ABANDON_SCRIPT = `
if redis.call('GET', KEYS[2]) == ARGV[1] then redis.call('DEL', KEYS[2]) end`

const FORGET = `
if redis.call('GET', KEYS[2]) ~= ARGV[1] then return end
redis.call('DEL', KEYS[1], KEYS[2])`

/** Lua script that restores claims in a Redis that lost its data. */
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
  heldMs?: number
  renewMs?: number
}

/**
 * Store that all instances share. Each also remembers its own keys, which serve it while Redis is unreachable and after
 * it is back.
 */
export function createRedisIdempotencyStore(redis: RedisConnection, options: RedisOptions): IdempotencyStore {
  const { now, heldMs = HELD_MS, renewMs = RENEW_MS } = options
  const alone = createMemoryIdempotencyStore(now)
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

  /** Renews running claims: expired ones would count as those of a dead instance. */
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
        await (here.kind === 'new' ? alone.forget(key) : alone.abandon(key))
        return { kind: 'pending' }
      }
      if (there?.startsWith('=')) {
        await alone.complete(key, there.slice(1))
        return { kind: 'known', result: there.slice(1) }
      }
      held.add(key)
      // Keys that other instances have begun are unknown.
      return chooseEarlier(here, there ?? `@${now()}`)
    },
    async complete(key, result) {
      held.delete(key)
      await alone.complete(key, result)
      await evaluate(COMPLETE_SCRIPT, key, [result, REF_MS], null)
    },
    async abandon(key) {
      held.delete(key)
      await alone.abandon(key)
      await evaluate(ABANDON_SCRIPT, key, [], null)
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

/** Returns the earlier of the beginnings that this instance and Redis know. */
function chooseEarlier(here: Begun, there: string): Begun {
  const known = [
    ...(here.kind === 'unclear' ? [here.sinceMs] : []),
    ...(there.startsWith('@') ? [Number(there.slice(1))] : []),
  ]
  return known.length > 0 ? { kind: 'unclear', sinceMs: Math.min(...known) } : { kind: 'new' }
}
