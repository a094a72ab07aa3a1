import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { hasRedisServer, startRedis, type TestRedis } from '#testing/start-redis.ts'
import { createRedisLeases, type LeaseState, type Leases } from './lease.ts'
import { connectRedis } from './redis-connection.ts'
import { createRedisIdempotencyStore } from './redis-idempotency-store.ts'
import { createSharedState, type SharedState } from './shared-state.ts'

const { log } = Fastify()
let nowMs = Date.now()
const now = () => nowMs

/** Runs the suite that every implementation of shared state must pass. */
function describeSharedState(kind: string, make: () => Promise<SharedState>) {
  describe(`${kind}: a rate limit`, () => {
    it('allows a burst of the whole budget, then returns the time to wait', async () => {
      const limit = (await make()).rateLimit({ name: randomUUID(), limit: 3, windowMs: 3000 })
      for (let taken = 0; taken < 3; taken += 1)
        expect(await limit.take('a')).toEqual({ isAllowed: true, retryAfterMs: 0 })
      expect(await limit.take('a')).toEqual({ isAllowed: false, retryAfterMs: 1000 })
      expect((await limit.take('b')).isAllowed).toBe(true)
      nowMs += 1000
      expect((await limit.take('a')).isAllowed).toBe(true)
      expect((await limit.take('a')).isAllowed).toBe(false)
    })
  })

  describe(`${kind}: a give-back`, () => {
    it('allows another request, and never raises the budget above the limit', async () => {
      const limit = (await make()).rateLimit({ name: randomUUID(), limit: 2, windowMs: 2000 })
      await limit.giveBack('a')
      for (let taken = 0; taken < 2; taken += 1) expect((await limit.take('a')).isAllowed).toBe(true)
      await limit.giveBack('a')
      expect((await limit.take('a')).isAllowed).toBe(true)
      expect(await limit.take('a')).toEqual({ isAllowed: false, retryAfterMs: 1000 })
      nowMs += 1500
      await limit.giveBack('a')
      const later = [await limit.take('a'), await limit.take('a'), await limit.take('a')]
      expect(later.map(({ isAllowed }) => isAllowed)).toEqual([true, true, false])
    })
  })

  describe(`${kind}: a count of failures`, () => {
    const HOUR_MS = 3_600_000

    it('counts up to the limit atomically, without refused attempts', async () => {
      const failures = (await make()).failureCount({ name: randomUUID(), halfLifeMs: HOUR_MS })
      const taken = await Promise.all(Array.from({ length: 6 }, () => failures.take('a', 4)))
      expect(taken.map(({ isTaken }) => isTaken)).toEqual([true, true, true, true, false, false])
      expect(await failures.take('a', 4)).toEqual({ isTaken: false, count: 4 })
      expect(await failures.take('b', 4)).toEqual({ isTaken: true, count: 1 })
      expect(await failures.take('a')).toEqual({ isTaken: true, count: 5 })
    })

    it('halves in each half-life, and drops a give-back at once', async () => {
      const failures = (await make()).failureCount({ name: randomUUID(), halfLifeMs: HOUR_MS })
      for (let count = 0; count < 8; count += 1) await failures.take('a')
      nowMs += HOUR_MS
      expect((await failures.take('a', 4)).count).toBeCloseTo(4)
      nowMs += HOUR_MS
      await failures.giveBack('a')
      expect((await failures.take('a')).count).toBeCloseTo(2)
      for (let count = 0; count < 5; count += 1) await failures.giveBack('a')
      expect(await failures.take('a')).toEqual({ isTaken: true, count: 1 })
    })
  })

  describe(`${kind}: a nonce`, () => {
    it('is granted to the first claim, until it expires', async () => {
      const { nonces } = await make()
      const [key, other] = [randomUUID(), randomUUID()]
      const claims = await Promise.all([1, 2, 3].map(() => nonces.claim(key, nowMs + 60_000)))
      expect(claims.filter(Boolean)).toHaveLength(1)
      expect(await nonces.claim(other, nowMs + 60_000)).toBe(true)
    })
  })

  describe(`${kind}: revocations`, () => {
    it('hold a revoked token', async () => {
      const { revocations } = await make()
      const [token, other] = [randomUUID(), randomUUID()]
      await revocations.revoke(token, nowMs + 60_000)
      expect([await revocations.isRevoked(token), await revocations.isRevoked(other)]).toEqual([true, false])
    })
  })

  describe(`${kind}: a channel`, () => {
    it('delivers once to each subscriber, at once, until it unsubscribes', async () => {
      const { fanOut } = await make()
      const [channel, received] = [randomUUID(), [] as string[]]
      const leave = fanOut.subscribe(channel, (text) => received.push(`one ${text}`))
      fanOut.subscribe(channel, (text) => received.push(`two ${text}`))
      fanOut.publish(channel, 'a')
      fanOut.publish(randomUUID(), 'b')
      expect(received).toEqual(['one a', 'two a'])
      leave()
      fanOut.publish(channel, 'c')
      expect(received).toEqual(['one a', 'two a', 'two c'])
    })

    it('delivers to the others when a subscriber throws', async () => {
      const { fanOut } = await make()
      const [channel, received] = [randomUUID(), [] as string[]]
      fanOut.subscribe(channel, () => {
        throw new Error('a fault of a listener')
      })
      fanOut.subscribe(channel, (text) => received.push(text))
      fanOut.publish(channel, 'a')
      expect(received).toEqual(['a'])
    })
  })

  describe(`${kind}: a lease`, () => {
    it('is held by the first claim, and can be claimed again after its release', async () => {
      const { leases } = await make()
      const name = randomUUID()
      const release = await untilLease(leases, name, 'held')
      release()
      await untilLease(leases, name, 'held')
    })
  })

  describe(`${kind}: an idempotency key`, () => {
    it('is begun once, and returns its result to later callers', async () => {
      const { idempotency } = await make()
      const key = randomUUID()
      expect(await idempotency.begin(key)).toEqual({ kind: 'new' })
      expect(await idempotency.begin(key)).toEqual({ kind: 'pending' })
      await idempotency.complete(key, 'a result')
      expect(await idempotency.begin(key)).toEqual({ kind: 'known', result: 'a result' })
      expect(idempotency.knowsSinceMs).toBeLessThanOrEqual(nowMs)
    })

    it('distinguishes new, abandoned and forgotten keys', async () => {
      const { idempotency } = await make()
      const [left, undone] = [randomUUID(), randomUUID()]
      const sinceMs = nowMs
      for (const key of [left, undone]) await idempotency.begin(key)
      nowMs += 5_000
      await idempotency.abandon(left)
      await idempotency.forget(undone)
      expect(await idempotency.begin(left)).toEqual({ kind: 'unclear', sinceMs })
      expect(await idempotency.begin(left)).toEqual({ kind: 'pending' })
      expect(await idempotency.begin(undone)).toEqual({ kind: 'new' })
    })

    it('keeps its claims', async () => {
      const { idempotency } = await make()
      const thing = randomUUID()
      const claims = [
        await idempotency.claim(thing, 'a'),
        await idempotency.claim(thing, 'b'),
        await idempotency.claim(thing, 'a'),
      ]
      expect(claims).toEqual([true, false, true])
    })
  })
}

/**
 * Claims a lease and waits for this state.
 * @returns a function that releases it
 */
function untilLease(leases: Leases, name: string, wanted: LeaseState): Promise<() => void> {
  return new Promise((resolve) => {
    const release = leases.claim(name, (state) => {
      if (state === wanted) resolve(release)
    })
  })
}

describeSharedState('the state of a single process', async () => createSharedState({ redisUrl: null, now, log }))

it('drops results after ten minutes, and the oldest above its size', async () => {
  const { idempotency } = createSharedState({ redisUrl: null, now, log })
  await idempotency.complete('early', 'x')
  for (let count = 0; count < 40; count += 1) await idempotency.complete(`large ${count}`, 'x'.repeat(1_000_000))
  expect([(await idempotency.begin('early')).kind, (await idempotency.begin('large 39')).kind]).toEqual([
    'new',
    'known',
  ])
  nowMs += 10 * 60_000
  expect((await idempotency.begin('large 39')).kind).toBe('new')
})

describe.skipIf(!hasRedisServer())('Redis', () => {
  let redis: TestRedis
  const open: SharedState[] = []
  const killing: (() => void)[] = []
  async function connect(): Promise<SharedState> {
    const state = createSharedState({ redisUrl: redis.url, now, log })
    open.push(state)
    await untilRedis(state, 'up')
    return state
  }
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(async () => {
    for (const state of open) await state.close()
    for (const kill of killing) kill()
    await redis.stop()
  })

  describeSharedState('in Redis', connect)

  it('shares rate limits, revocations and nonces between two instances', async () => {
    const [one, two] = [await connect(), await connect()]
    const options = { name: randomUUID(), limit: 2, windowMs: 60_000 }
    await one.rateLimit(options).take('a')
    await two.rateLimit(options).take('a')
    expect((await one.rateLimit(options).take('a')).isAllowed).toBe(false)
    await two.rateLimit(options).giveBack('a')
    expect((await one.rateLimit(options).take('a')).isAllowed).toBe(true)
    const key = randomUUID()
    expect([await one.nonces.claim(key, nowMs + 60_000), await two.nonces.claim(key, nowMs + 60_000)]).toEqual([
      true,
      false,
    ])
    const token = randomUUID()
    await one.revocations.revoke(token, nowMs + 60_000)
    expect(await two.revocations.isRevoked(token)).toBe(true)
  })

  it('counts failures of two instances together', async () => {
    const [one, two] = [await connect(), await connect()]
    const options = { name: randomUUID(), halfLifeMs: 60_000 }
    const counts = [one.failureCount(options), two.failureCount(options)]
    const attack = async () => {
      const taken = []
      for (let nth = 0; nth < 10; nth += 1) taken.push((await counts[nth % 2]?.take('a', 5))?.isTaken)
      return taken.filter(Boolean).length
    }
    expect(await attack()).toBe(5)
    expect(await attack()).toBe(0)
  })

  it('measures the delay of delivery on each instance', async () => {
    const received: [way: string, seconds: number][] = []
    const metrics = { delivered: (way: string, seconds: number) => void received.push([way, seconds]) }
    const [one, two] = [await connectWhole(), createSharedState({ redisUrl: redis.url, now, log, metrics })]
    open.push(two)
    await untilRedis(two, 'up')
    const channel = randomUUID()
    const leave = two.fanOut.subscribe(channel, () => undefined)
    await untilHeard(one, two, channel)
    two.fanOut.publish(channel, 'x')
    leave()
    expect(new Set(received.map(([way]) => way))).toEqual(new Set(['redis', 'here']))
    for (const [, seconds] of received) expect([seconds >= 0, seconds < 60]).toEqual([true, true])
  })

  it('delivers a text once to each of two instances', async () => {
    const [one, two] = [await connectWhole(), await connectWhole()]
    const channel = randomUUID()
    const received: string[] = []
    await untilHeard(one, two, channel)
    one.fanOut.subscribe(channel, (text) => received.push(`one ${text}`))
    two.fanOut.subscribe(channel, (text) => received.push(`two ${text}`))
    await untilHeard(one, two, channel)
    received.length = 0
    for (const text of ['a', 'b']) one.fanOut.publish(channel, text)
    while (!received.includes('two b')) await wait(5)
    // This text arrives after any echo of the first two.
    two.fanOut.publish(channel, 'c')
    while (!received.includes('one c')) await wait(5)
    expect(received).toEqual(['one a', 'one b', 'two a', 'two b', 'two c', 'one c'])
  })

  it('resolves `reached` once a channel receives texts of other instances', async () => {
    const [one, two] = [await connectWhole(), await connectWhole()]
    const channel = randomUUID()
    const received: string[] = []
    // The subscriptions before it need several commands.
    for (let nth = 0; nth < 3_000; nth += 1) two.fanOut.subscribe(randomUUID(), () => undefined)
    two.fanOut.subscribe(channel, (text) => received.push(text))
    await two.fanOut.reached(channel)
    one.fanOut.publish(channel, 'the first')
    await vi.waitFor(() => expect(received).toEqual(['the first']), { timeout: 5_000, interval: 5 })
  })

  it('shares leases and idempotency keys between two instances', async () => {
    const [one, two] = [await connect(), await connect()]
    const [name, key] = [randomUUID(), randomUUID()]
    const release = await untilLease(one.leases, name, 'held')
    const states: LeaseState[] = []
    await new Promise<void>((resolve) => {
      two.leases.claim(name, (state) => {
        states.push(state)
        if (state === 'elsewhere') release()
        if (state === 'held') resolve()
      })
    })
    expect(states).toEqual(['elsewhere', 'held'])
    expect([(await one.idempotency.begin(key)).kind, (await two.idempotency.begin(key)).kind]).toEqual([
      'new',
      'pending',
    ])
    await one.idempotency.complete(key, 'a result')
    expect(await two.idempotency.begin(key)).toEqual({ kind: 'known', result: 'a result' })
    const thing = randomUUID()
    expect([await one.idempotency.claim(thing, 'a'), await two.idempotency.claim(thing, 'b')]).toEqual([true, false])
  })

  it('lets another instance take over leases and keys of a killed one', async () => {
    const [one, two] = [await connectFast(), await connectFast()]
    const [name, key] = [randomUUID(), randomUUID()]
    await untilLease(one.leases, name, 'held')
    const sinceMs = nowMs
    await one.idempotency.begin(key)
    const states: LeaseState[] = []
    const taken = new Promise<void>((resolve) => {
      two.leases.claim(name, (state) => {
        states.push(state)
        if (state === 'held') resolve()
      })
    })
    // The loop lasts longer than a lease that is not renewed.
    for (let looks = 0; looks < 8; looks += 1) {
      expect(await two.idempotency.begin(key)).toEqual({ kind: 'pending' })
      await wait(100)
    }
    expect(states).toEqual(['elsewhere'])
    one.kill()
    await taken
    let begun = await two.idempotency.begin(key)
    for (; begun.kind === 'pending'; begun = await two.idempotency.begin(key)) await wait(20)
    expect(begun).toEqual({ kind: 'unclear', sinceMs })
  })

  it('can fail and return: instances use their own state meanwhile', async () => {
    const state = await connect()
    await redis.stop()
    await untilRedis(state, 'down')
    expect((await state.rateLimit({ name: 'x', limit: 1, windowMs: 1000 }).take('a')).isAllowed).toBe(true)
    expect(await state.revocations.isRevoked('t')).toBe(false)
    expect([await state.nonces.claim('k', nowMs + 1000), await state.nonces.claim('k', nowMs + 1000)]).toEqual([
      true,
      false,
    ])
    await redis.start()
    await untilRedis(state, 'up')
  })

  it('shares revocations of before and during an outage when Redis is back', async () => {
    const [one, two] = [await connect(), await connect()]
    const [before, meanwhile, expired] = [randomUUID(), randomUUID(), randomUUID()]
    await one.revocations.revoke(before, nowMs + 60_000)
    await redis.stop()
    await Promise.all([untilRedis(one, 'down'), untilRedis(two, 'down')])
    await one.revocations.revoke(meanwhile, nowMs + 60_000)
    await one.revocations.revoke(expired, nowMs - 1)
    expect(await two.revocations.isRevoked(meanwhile)).toBe(false)
    await redis.start()
    await Promise.all([untilRedis(one, 'up'), untilRedis(two, 'up')])
    for (const token of [before, meanwhile]) await expect.poll(() => two.revocations.isRevoked(token)).toBe(true)
    expect(await two.revocations.isRevoked(expired)).toBe(false)
  })

  it('notifies subscribers of an outage, resubscribes after it, and logs one line', async () => {
    const lines: string[] = []
    const own = Fastify({ logger: { level: 'info', stream: { write: (line) => void lines.push(line) } } })
    const [one, two] = [await connectWhole(own.log), await connectWhole()]
    const [channel, name, received, states] = [randomUUID(), randomUUID(), [] as string[], [] as LeaseState[]]
    two.fanOut.subscribe(channel, (text) => received.push(text))
    await new Promise<void>((resolve) => {
      one.leases.claim(name, (state) => {
        states.push(state)
        resolve()
      })
    })
    await redis.stop()
    await Promise.all([untilWhole(one, false), untilWhole(two, false)])
    const here: string[] = []
    one.fanOut.subscribe(channel, (text) => here.push(text))
    // This does not wait for other instances during the outage.
    await one.fanOut.reached(channel)
    one.fanOut.publish(channel, 'not delivered')
    expect(here).toEqual(['not delivered'])
    // The keys of the other instance are unknown during the outage.
    expect(await one.idempotency.begin(name)).toEqual({ kind: 'unclear', sinceMs: nowMs })
    await one.idempotency.complete(name, 'a result')
    expect(await one.idempotency.begin(name)).toEqual({ kind: 'known', result: 'a result' })
    await redis.start()
    await Promise.all([untilWhole(one), untilWhole(two)])
    await untilHeard(one, two, channel)
    while (states.at(-1) !== 'held') await wait(10)
    expect(states).toEqual(['held', 'alone', 'held'])
    expect(one.idempotency.knowsSinceMs).toBe(nowMs)
    expect(received).not.toContain('not delivered')
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      'redis is unreachable: this instance uses its own state',
      'redis answers again',
    ])
  })

  it('logs no outage when this process was busy with its start, and one line when Redis is not there', async () => {
    const lines: string[] = []
    const own = Fastify({ logger: { level: 'info', stream: { write: (line) => void lines.push(line) } } })
    const busy = createSharedState({ redisUrl: redis.url, now, log: own.log })
    open.push(busy)
    // Longer than a connection may take.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_100)
    await untilWhole(busy)
    expect(lines).toEqual([])
    open.push(createSharedState({ redisUrl: 'redis://127.0.0.1:9', now, log: own.log }))
    await expect.poll(() => lines).toEqual([expect.stringContaining('redis is unreachable')])
  })

  async function connectWhole(logTo = log): Promise<SharedState> {
    const state = createSharedState({ redisUrl: redis.url, now, log: logTo })
    open.push(state)
    await untilWhole(state)
    return state
  }

  /** Connects an instance with short leases that can be killed before it releases them. */
  async function connectFast() {
    const connection = connectRedis(redis.url, log)
    if (connection.state !== 'up') await new Promise<void>((resolve) => connection.onChange(resolve))
    const leases = createRedisLeases(connection, { leaseMs: 400, tryMs: 50 })
    const idempotency = createRedisIdempotencyStore(connection, { now, heldMs: 400, renewMs: 50 })
    const kill = () => {
      leases.close()
      idempotency.close()
      void connection.close()
    }
    killing.push(kill)
    return { leases, idempotency, kill }
  }
})

async function untilWhole(state: SharedState, isWhole = true): Promise<void> {
  while (state.fanOut.isWhole !== isWhole) await new Promise<void>((resolve) => state.fanOut.onChange(resolve))
}

/** Waits until texts of `one` reach `two`: subscriptions take effect with a delay. */
async function untilHeard(one: SharedState, two: SharedState, channel: string): Promise<void> {
  let [said, received] = [0, 0]
  const leave = two.fanOut.subscribe(channel, () => {
    received += 1
  })
  while (received === 0) {
    one.fanOut.publish(channel, 'is anybody there')
    said += 1
    await wait(10)
  }
  // The loop waits for texts published after the first that arrived.
  for (let looks = 0; looks < 20 && received < said; looks += 1) await wait(5)
  leave()
}

async function untilRedis(state: SharedState, wanted: SharedState['redis']): Promise<void> {
  for (let tries = 0; tries < 500 && state.redis !== wanted; tries += 1) await wait(10)
  expect(state.redis).toBe(wanted)
}
