import Fastify from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { AppError } from '#errors.ts'
import { createSharedState } from '#shared-state/shared-state.ts'
import { answerOneCertificate, KNOWN_CODE, KNOWN_NO, lookUpCertificate, WRONG_CODE } from '#testing/certificates.ts'
import { makeSite, type TestSite } from '#testing/make-site.ts'
import { createLookupGuard } from './lookup-guard.ts'

const HOUR_MS = 3_600_000
let site: TestSite
beforeEach(async () => {
  site = await makeSite({ env: { TRUST_PROXY: '1' } })
  site.upstream.answer = answerOneCertificate
})
afterEach(() => site.close())

let addresses = 0
/**
 * Guesses from a new address: the first lookups of a client need no proof, even when the budget of the number is used
 * up.
 */
const guessAtNewAddress = () => {
  addresses += 1
  return lookUpCertificate(site, { checkCode: WRONG_CODE }, `10.1.${addresses >> 8}.${addresses & 255}`)
}

it('doubles the required proof of work as wrong codes for a number double, and raises an alarm', async () => {
  const bits: Record<number, number> = {}
  for (let wrong = 0; wrong <= 200; wrong += 1) {
    if ([10, 15, 20, 40, 80, 160, 200].includes(wrong)) bits[wrong] = await readRequiredBits()
    expect((await guessAtNewAddress()).json().data.state).toBe('unknown')
  }
  // Two of the wrong codes come from the client whose challenge is read.
  expect(bits).toEqual({ 10: 18, 15: 18, 20: 19, 40: 20, 80: 21, 160: 21, 200: 21 })
  site.clock.nowMs += 2 * HOUR_MS
  expect(await readRequiredBits()).toBe(20)

  expect(await site.app.metrics.metrics()).toContain('certificate_guessing_alarms_total 4')
  const warned = site.logs.map((line) => JSON.parse(line)).filter(({ wrongAnswers }) => wrongAnswers !== undefined)
  expect(warned).toMatchObject(
    [20, 40, 80, 160].map((wrongAnswers) => ({ level: 40, certificateNo: KNOWN_NO, wrongAnswers })),
  )
  for (const code of [KNOWN_CODE, WRONG_CODE]) expect(JSON.stringify(warned)).not.toContain(code)
}, 60_000)

/** Returns the bits that a client must solve after it has used up its free lookups. */
async function readRequiredBits(): Promise<number> {
  for (;;) {
    const reply = await lookUpCertificate(site, { checkCode: WRONG_CODE }, '192.0.2.99')
    if (reply.statusCode === 429) return reply.json().extra.challenge.bits
  }
}

it('accepts sixty wrong codes with proof an hour for a number, and the first lookups of a new client', async () => {
  let nowMs = 0
  const { rateLimit, failureCount } = createSharedState({ redisUrl: null, now: () => nowMs, log: Fastify().log })
  // This checker accepts every proof: solving sixty would take minutes.
  const proofs = { challenge: () => ({ challenge: '', bits: 1 }), accept: async (proof?: string) => (proof ? 32 : 0) }
  const guard = createLookupGuard({ name: 'certificate', rateLimit, failureCount, proofs, onGuessing: () => {} })
  const findRefusal = (proof: string | undefined, address: string) =>
    guard.admit(KNOWN_NO, proof, address).then(
      () => null,
      ({ code, retryAfterSeconds, extra }: AppError) => ({ code, retryAfterSeconds, extra }),
    )
  for (let right = 0; right < 70; right += 1) await (await guard.admit(KNOWN_NO, 'solved', '192.0.2.1')).giveBack()
  for (let wrong = 0; wrong < 60; wrong += 1) expect(await findRefusal('solved', '192.0.2.1')).toBeNull()
  for (let first = 0; first < 2; first += 1) expect(await findRefusal('solved', '192.0.2.1')).toBeNull()

  const closed = { code: 429, retryAfterSeconds: 60, extra: {} }
  expect([await findRefusal('solved', '192.0.2.1'), await findRefusal(undefined, '192.0.2.1')]).toEqual([
    closed,
    closed,
  ])
  expect([await findRefusal(undefined, '192.0.2.2'), await findRefusal('solved', '192.0.2.2')]).toEqual([null, null])
  nowMs += 60_000
  expect(await findRefusal('solved', '192.0.2.1')).toBeNull()
})
