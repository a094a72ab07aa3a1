import { setTimeout as wait } from 'node:timers/promises'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLookupGuard } from '#certificates/lookup-guard.ts'
import { createProofs } from '#proof-of-work/proofs.ts'
import { createSealer } from '#session/seal.ts'
import { createSharedState, type SharedState } from '#shared-state/shared-state.ts'
import { hasRedisServer, startRedis, type TestRedis } from '#testing/start-redis.ts'
import { createLoginGuard } from './login-guard.ts'

const ATTEMPTS = 30

describe.skipIf(!hasRedisServer())('two sites on one Redis', () => {
  let redis: TestRedis
  let states: SharedState[] = []
  beforeAll(async () => {
    redis = await startRedis()
    states = [0, 1].map(() => createSharedState({ redisUrl: redis.url, now: Date.now, log: Fastify().log }))
    while (states.some((state) => state.redis !== 'up')) await wait(10)
  })
  afterAll(async () => {
    for (const state of states) await state.close()
    await redis.stop()
  })
  const makeProofs = ({ nonces }: SharedState) =>
    createProofs({ sealer: createSealer([Buffer.alloc(32)]), nonces, now: Date.now })

  /** Returns how many of many attempts, at each site in turn, pass without a proof of work. */
  async function attack(admit: readonly ((nth: number) => Promise<unknown>)[]): Promise<number> {
    let passed = 0
    for (let nth = 0; nth < ATTEMPTS; nth += 1) {
      await admit[nth % 2]?.(nth).then(
        () => {
          passed += 1
        },
        (error) => expect(error).toMatchObject({ code: 429 }),
      )
    }
    return passed
  }

  it('allow ten failures of a login together, of a client and of an account', async () => {
    const guards = states.map((state) =>
      createLoginGuard({ failureCount: state.failureCount, proofs: makeProofs(state) }),
    )
    const attempt = { secret: 'password', proof: undefined, device: null } as const
    const ofClient = guards.map((guard) => async (nth: number) => {
      const settle = await guard.admit({ ...attempt, account: `a${nth}@example.test`, address: '192.0.2.1' })
      await settle({ retryAfterSeconds: undefined, envelope: { code: 500 } } as never)
    })
    expect(await attack(ofClient)).toBe(10)
    const ofAccount = guards.map((guard) => async (nth: number) => {
      await guard.admit({ ...attempt, account: 'jade@example.test', address: `198.51.100.${nth}` })
    })
    expect(await attack(ofAccount)).toBe(10)
  })

  it('allow ten wrong lookups of a client together', async () => {
    const guards = states.map((state) =>
      createLookupGuard({
        name: 'certificate',
        rateLimit: state.rateLimit,
        failureCount: state.failureCount,
        proofs: makeProofs(state),
        onGuessing: () => {},
      }),
    )
    const look = guards.map((guard) => async (nth: number) => {
      const taken = await guard.admit(`GD2025${String(nth).padStart(4, '0')}`, undefined, '192.0.2.9')
      taken.keep()
    })
    expect(await attack(look)).toBe(10)
  })
})
