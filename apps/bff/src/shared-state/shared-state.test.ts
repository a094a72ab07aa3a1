import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasRedisServer, startRedis, type TestRedis } from '#testing/start-redis.ts'
import { createSharedState, type SharedState } from './shared-state.ts'

const { log } = Fastify()
let nowMs = Date.now()
const now = () => nowMs

/** What every kind of shared state must do. */
function describeSharedState(kind: string, make: () => Promise<SharedState>) {
  describe(`${kind}: a rate limit`, () => {
    it('lets a budget through at once, then says when to come again', async () => {
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

  describe(`${kind}: what is given back`, () => {
    it('can be taken again, and never makes a budget larger than it was', async () => {
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

  describe(`${kind}: what may be used once`, () => {
    it('is given to the first who asks, until it ends', async () => {
      const { once } = await make()
      const [key, other] = [randomUUID(), randomUUID()]
      const claims = await Promise.all([1, 2, 3].map(() => once.claim(key, nowMs + 60_000)))
      expect(claims.filter(Boolean)).toHaveLength(1)
      expect(await once.claim(other, nowMs + 60_000)).toBe(true)
    })
  })

  describe(`${kind}: revocations`, () => {
    it('know a token until it would have ended anyway', async () => {
      const { revocations } = await make()
      const [token, other] = [randomUUID(), randomUUID()]
      await revocations.revoke(token, nowMs + 60_000)
      expect([await revocations.isRevoked(token), await revocations.isRevoked(other)]).toEqual([true, false])
    })
  })
}

describeSharedState('in this process', async () => createSharedState({ redisUrl: null, now, log }))

describe.skipIf(!hasRedisServer())('Redis', () => {
  let redis: TestRedis
  const open: SharedState[] = []
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
    await redis.stop()
  })

  describeSharedState('in Redis', connect)

  it('is one budget, one list of revocations and one first claim for two instances', async () => {
    const [one, two] = [await connect(), await connect()]
    const options = { name: randomUUID(), limit: 2, windowMs: 60_000 }
    await one.rateLimit(options).take('a')
    await two.rateLimit(options).take('a')
    expect((await one.rateLimit(options).take('a')).isAllowed).toBe(false)
    await two.rateLimit(options).giveBack('a')
    expect((await one.rateLimit(options).take('a')).isAllowed).toBe(true)
    const key = randomUUID()
    expect([await one.once.claim(key, nowMs + 60_000), await two.once.claim(key, nowMs + 60_000)]).toEqual([
      true,
      false,
    ])
    const token = randomUUID()
    await one.revocations.revoke(token, nowMs + 60_000)
    expect(await two.revocations.isRevoked(token)).toBe(true)
  })

  it('may go away and come back: instances go on alone, then together again', async () => {
    const state = await connect()
    await redis.stop()
    await untilRedis(state, 'down')
    expect((await state.rateLimit({ name: 'x', limit: 1, windowMs: 1000 }).take('a')).isAllowed).toBe(true)
    expect(await state.revocations.isRevoked('t')).toBe(false)
    expect([await state.once.claim('k', nowMs + 1000), await state.once.claim('k', nowMs + 1000)]).toEqual([
      true,
      false,
    ])
    await redis.start()
    await untilRedis(state, 'up')
  })
})

async function untilRedis(state: SharedState, wanted: SharedState['redis']): Promise<void> {
  for (let tries = 0; tries < 500 && state.redis !== wanted; tries += 1) await wait(10)
  expect(state.redis).toBe(wanted)
}
