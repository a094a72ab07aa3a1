import { setImmediate as turn } from 'node:timers/promises'
import { makeCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import type { LightMyRequestResponse } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { answerOneCertificate, certificate, KNOWN_NO, lookUpCertificate, solve } from '#testing/certificates.ts'
import { makeSite, type TestSite } from '#testing/make-site.ts'
import { ok, type SeenRequest } from '#testing/stub-upstream.ts'
import { systemClock } from './minimum-response-time.ts'

let site: TestSite
afterEach(() => site.close())

describe('many guesses from one client', () => {
  const GUESSES = 100_000
  const AT_ONCE = 64
  /** Wrong answers that a client may get in ten minutes. */
  const BUDGET = 10

  it('reveal nothing, and a visitor at the same address can still look up with a proof', async () => {
    site = await makeSite({ env: { LOG_LEVEL: 'silent' } })
    site.upstream.answer = answerOneCertificate
    const refusals = new Set<string>()
    let answered = 0

    async function guess(serial: number): Promise<void> {
      // Every hundredth guess is a known number with the right code.
      const isKnown = serial % 100 === 50
      const question = isKnown ? {} : { certificateNo: makeNumber(serial), checkCode: makeCode(serial) }
      const reply = await lookUpCertificate(site, question)
      if (reply.statusCode === 200) answered += 1
      else refusals.add(normalizeResponse(reply))
    }

    for (let start = 0; start < GUESSES; start += AT_ONCE) {
      const serials = Array.from({ length: Math.min(AT_ONCE, GUESSES - start) }, (_, index) => start + index)
      await Promise.all(serials.map(guess))
    }

    expect(answered).toBeLessThanOrEqual(BUDGET)
    expect(site.upstream.seen).toHaveLength(answered)
    expect([...refusals]).toHaveLength(1)

    const asked = await lookUpCertificate(site)
    expect(asked.statusCode).toBe(429)
    const proof = solve(asked.json().extra.challenge)
    expect((await lookUpCertificate(site, { proof })).json().data).toMatchObject({ state: 'valid', certificate })
  }, 240_000)

  /** Returns the whole response, with the sealed challenge replaced by its length. */
  function normalizeResponse(reply: LightMyRequestResponse): string {
    const { date: _date, 'x-request-id': id, ...headers } = reply.headers
    const body = reply.payload
      .replace(/"challenge":"([\w-]+)"/, (_all, sealed: string) => `"challenge":${sealed.length}`)
      // The id differs for each request, at constant length.
      .replace(String(id), String(String(id).length))
    return JSON.stringify([reply.statusCode, headers, body])
  }
})

describe('answers for an unknown number, a wrong code and an unpublished certificate', () => {
  const QUESTIONS = {
    unknownNumber: { certificateNo: makeCertificateNo('20261103', 99) },
    wrongCode: { checkCode: '222222' },
    draft: { certificateNo: makeCertificateNo('20261121', 1) },
  }
  type Kind = keyof typeof QUESTIONS
  const KINDS = Object.keys(QUESTIONS) as Kind[]
  /** Number of rounds. Fewer than 12 cannot show a difference that is large enough to fail. */
  const ROUNDS = 16
  const WARM_UP = 3

  /** A leaky upstream: it returns more for a draft, and takes longer the more it finds. */
  async function answerCarelessly({ body }: SeenRequest) {
    const { certificateNo } = JSON.parse(body) as { certificateNo: string }
    const supportNo = `C7-${String(1000 + (site.upstream.seen.length % 9000))}`
    const unknown = { state: 'unknown', supportNo }
    if (certificateNo === QUESTIONS.unknownNumber.certificateNo) return ok(unknown)
    for (let turns = certificateNo === KNOWN_NO ? 400 : 1_200; turns > 0; turns -= 1) await turn()
    const draft = { ...unknown, certificateNo, category: 'jade', receivedOn: '2026-11-20' }
    return certificateNo === KNOWN_NO
      ? ok(unknown)
      : { body: { code: 200, message: '未发布', data: draft, extra: { draft: 1 } } }
  }

  it('are indistinguishable by members, headers, size and time', async () => {
    site = await makeSite({ env: { TRUST_PROXY: '1' }, lookupClock: systemClock })
    site.upstream.answer = answerCarelessly
    const forms = new Set<string>()
    const times: Record<Kind, number[]> = { unknownNumber: [], wrongCode: [], draft: [] }

    for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
      // Refills the budgets, so that lookups are compared and not refusals.
      site.clock.nowMs += 10 * 60_000
      for (const kind of rotate(KINDS, round)) {
        const startMs = performance.now()
        const reply = await lookUpCertificate(site, QUESTIONS[kind], `192.0.2.${round}`)
        // The first rounds are slow for all kinds: the JIT is cold.
        if (round >= WARM_UP) times[kind].push(performance.now() - startMs)
        forms.add(toComparableForm(reply))
      }
    }

    expect([...forms]).toHaveLength(1)
    for (const [one, other] of [
      ['unknownNumber', 'wrongCode'],
      ['unknownNumber', 'draft'],
      ['wrongCode', 'draft'],
    ] as const) {
      // An |z| above 4 occurs by chance once in 16,000 runs.
      expect(Math.abs(computeRankZ(times[one], times[other])), `${one} and ${other}`).toBeLessThan(4)
    }
  }, 60_000)

  it('are distinguishable by time when there is no minimum response time', () => {
    const sample = (baseMs: number) => Array.from({ length: ROUNDS }, (_, index) => baseMs + (index % 7) / 5)
    expect(Math.abs(computeRankZ(sample(1), sample(3)))).toBeGreaterThan(4)
    expect(Math.abs(computeRankZ(sample(1), sample(1)))).toBeLessThan(1)
  })

  function toComparableForm(reply: LightMyRequestResponse): string {
    const { date: _date, 'x-request-id': _id, ...headers } = reply.headers
    const { data, ...envelope } = reply.json()
    return JSON.stringify([reply.statusCode, headers, envelope, Object.keys(data), data.state, reply.payload.length])
  }
})

/** Rotates the order for each round, so that order effects cancel out. */
function rotate<T>(all: readonly T[], turn: number): T[] {
  return [...all.slice(turn % all.length), ...all.slice(0, turn % all.length)]
}

/** Mann–Whitney rank test by the normal approximation: standard deviations from «drawn from one distribution». */
function computeRankZ(one: readonly number[], other: readonly number[]): number {
  const wins = one.flatMap((a) => other.map((b): number => (a > b ? 1 : a === b ? 0.5 : 0)))
  const u = wins.reduce((sum, win) => sum + win, 0)
  const pairs = one.length * other.length
  return (u - pairs / 2) / Math.sqrt((pairs * (one.length + other.length + 1)) / 12)
}

function makeNumber(serial: number): string {
  return makeCertificateNo(`202611${String(10 + (serial % 20))}`, serial % 100_000)
}

/** Makes a text with the length and the alphabet of a code. */
function makeCode(serial: number): string {
  return [...String(serial).padStart(6, '0')].map((digit) => 'ABCDEFGHJK'[Number(digit)]).join('')
}
