import { randomUUID } from 'node:crypto'
import { SECOND_MS } from '@portal/contract/constants.ts'
import type { RedisConnection } from './redis-connection.ts'
import { repeatEvery } from './repeat.ts'

/** `held`: by this instance only. `elsewhere`: by another instance. `alone`: unknown, as Redis is unreachable. */
export type LeaseState = 'held' | 'elsewhere' | 'alone'

/** Leases: a name is held by at most one instance at a time. */
export interface Leases {
  /**
   * Tries to get `name` until the returned function is called. A process claims a name once at a time.
   * @param onChange called with the first state and each later one, never before this returns
   */
  claim(name: string, onChange: (state: LeaseState) => void): () => void
  close(): void
}

/** Leases for a single instance. */
export function createMemoryLeases(): Leases {
  return {
    claim(_name, onChange) {
      let isReleased = false
      queueMicrotask(() => {
        if (!isReleased) onChange('held')
      })
      return () => {
        isReleased = true
      }
    },
    close() {
      // There is nothing to close.
    },
  }
}

/** Time after which a lease that is not renewed expires. ms */
const LEASE_MS = 5 * SECOND_MS
/** Interval between renewals and further attempts. ms */
const TRY_MS = 1.5 * SECOND_MS
/** Number of names in one command to Redis. */
const BATCH = 500
/** Number of rounds with no response after which Redis counts as unreachable. */
const FAILURES_MAX = 2

/** Lua script that returns 1 for each name that this instance holds. */
const TRY = `
local answers = {}
for place, key in ipairs(KEYS) do
  local holder = redis.call('GET', key)
  if not holder or holder == ARGV[1] then
    redis.call('SET', key, ARGV[1], 'PX', ARGV[2])
    answers[place] = 1
  else
    answers[place] = 0
  end
end
return answers`

const RELEASE = `
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end`

interface Claim {
  state: LeaseState | null
  onChange: (state: LeaseState) => void
}

interface Options {
  leaseMs?: number
  tryMs?: number
}

/** Leases in Redis, with one timer for all names. */
export function createRedisLeases(redis: RedisConnection, options: Options = {}): Leases {
  const { leaseMs = LEASE_MS, tryMs = TRY_MS } = options
  const self = randomUUID()
  const claims = new Map<string, Claim>()
  const fresh = new Set<string>()
  let failures = 0
  const rounds = repeatEvery(tryMs, () => tryFor([...claims.keys()]))
  const endWatch = redis.onChange(() => {
    failures = 0
    void tryFor([...claims.keys()])
  })

  async function tryFor(names: readonly string[]): Promise<void> {
    for (let start = 0; start < names.length; start += BATCH) await tryForSome(names.slice(start, start + BATCH))
  }

  async function tryForSome(names: readonly string[]): Promise<void> {
    const tried = names.map((name) => claims.get(name))
    const settings = { keys: names.map(toKey), arguments: [self, String(leaseMs)] }
    const answers = await redis.run(
      async (client) => (await client.eval(TRY, settings)) as number[],
      async () => null,
    )
    failures = answers ? 0 : failures + 1
    const isAway = redis.state !== 'up' || failures >= FAILURES_MAX
    for (const [place, name] of names.entries()) {
      const claim = claims.get(name)
      // The name was released in the meantime, or claimed again.
      if (!claim || claim !== tried[place]) continue
      if (answers) changeState(claim, answers[place] === 1 ? 'held' : 'elsewhere')
      else if (isAway) changeState(claim, 'alone')
    }
  }

  function changeState(claim: Claim, state: LeaseState): void {
    if (claim.state === state) return
    claim.state = state
    claim.onChange(state)
  }

  /** Sends the claims of one tick in one command. */
  function tryFresh(): void {
    const names = [...fresh]
    fresh.clear()
    void tryFor(names)
  }

  return {
    claim(name, onChange) {
      const claim: Claim = { state: null, onChange }
      claims.set(name, claim)
      if (fresh.size === 0) queueMicrotask(tryFresh)
      fresh.add(name)
      return () => {
        if (claims.get(name) !== claim) return
        claims.delete(name)
        const settings = { keys: [toKey(name)], arguments: [self] }
        void redis.run(
          (client) => client.eval(RELEASE, settings),
          async () => null,
        )
      }
    },
    close() {
      endWatch()
      rounds.end()
    },
  }
}

function toKey(name: string): string {
  return `lease:${name}`
}
