import Fastify, { type LightMyRequestResponse } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CallOutcome } from '#calls/call-service.ts'
import type { AppError } from '#errors.ts'
import { createSharedState } from '#shared-state/shared-state.ts'
import { solve } from '#testing/certificates.ts'
import { makeSite, type TestSite } from '#testing/make-site.ts'
import { failure, ok, type SeenRequest, type StubAnswer } from '#testing/stub-upstream.ts'
import { computeAccountKey, createLoginGuard, type LoginAttempt } from './login-guard.ts'

const OWNER = 'jade@example.test'
const RIGHT = 'right password'
const SHARED = '198.51.100.7'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let site: TestSite
let nowMs = Date.parse('2026-11-21T00:00:00Z')
beforeEach(async () => {
  site = await makeSite({ env: { TRUST_PROXY: '1', LOG_LEVEL: 'silent' } })
  site.upstream.answer = answerOneAccount
})
afterEach(() => site.close())

/** An upstream that has no rate limits of its own. */
function answerOneAccount({ body }: SeenRequest): StubAnswer {
  const { email, password, code } = JSON.parse(body) as Record<string, string>
  if (code !== undefined) return code === '123456' ? ok(null) : failure(10003, '验证码不正确或已过期，请重新输入')
  if (email !== OWNER || password !== RIGHT) return failure(500, '用户账号或者密码错误!')
  return ok({ id: '7', nickname: '玉声', token: 't'.repeat(40) })
}

interface Attempt {
  email?: string
  password?: string
  from?: string
  cookie?: string | undefined
  proof?: string
}

function logIn({ email = OWNER, password = RIGHT, from = SHARED, cookie, proof }: Attempt = {}) {
  return site.app.inject({
    method: 'POST',
    url: '/oauth/emailLogin',
    headers: { 'x-forwarded-for': from, ...(cookie === undefined ? {} : { cookie }) },
    payload: { email, password, ...(proof === undefined ? {} : { proof }) },
  })
}

/** Logs in as the page does: solves the challenge. Returns the last response and the bits, 0 for no challenge. */
async function logInWithWork(attempt: Attempt = {}): Promise<{ reply: LightMyRequestResponse; bits: number }> {
  const first = await logIn(attempt)
  const challenge = first.json().extra?.challenge
  if (first.statusCode !== 429 || !challenge) return { reply: first, bits: 0 }
  return { reply: await logIn({ ...attempt, proof: solve(challenge) }), bits: challenge.bits }
}

const isRefused = (reply: LightMyRequestResponse) => reply.statusCode === 429
const readBits = (reply: LightMyRequestResponse): number | undefined => reply.json().extra.challenge?.bits
const failLogin = (more: Attempt = {}) => logIn({ password: 'wrong', ...more })

describe('failures of a client', () => {
  it('never lock out a correct password, even for another user at the same address', async () => {
    for (let tries = 0; tries < 12; tries += 1) await failLogin({ email: `other-${tries}@example.test` })
    // The test sends one request every 8 s for half an hour. Refused ones do not count.
    for (let tries = 0; tries < 225; tries += 1) {
      site.clock.nowMs += 8_000
      await failLogin({ email: 'other@example.test' })
    }
    const { reply } = await logInWithWork()
    expect(reply.json()).toMatchObject({ code: 200, data: { id: '7' } })
    expect(String(reply.headers['set-cookie'])).toContain('session=')
  })

  it('require a proof of work soon when passwords are tried on many accounts in batches', async () => {
    const answered: number[] = []
    for (let batch = 0; batch < 3; batch += 1) {
      const replies = await Promise.all(
        Array.from({ length: 10 }, (_, index) => failLogin({ email: `victim-${batch}-${index}@example.test` })),
      )
      answered.push(replies.filter((reply) => !isRefused(reply)).length)
      for (const reply of replies.filter(isRefused)) expect(readBits(reply)).toBeGreaterThanOrEqual(16)
      site.clock.nowMs += 10_500
    }
    expect(answered).toEqual([10, 0, 0])
    expect(site.upstream.seen).toHaveLength(10)
  })

  it('raise the proof of work by a bit with each doubling, and halve in an hour', async () => {
    for (let tries = 0; tries < 10; tries += 1) await failLogin({ email: `a${tries}@example.test` })
    const before = await failLogin({ email: 'b@example.test' })
    expect(readBits(before)).toBe(16)
    expect(Number(before.headers['retry-after'])).toBeLessThan(600)
    for (let tries = 0; tries < 10; tries += 1) {
      expect(isRefused((await logInWithWork({ email: `c${tries}@example.test`, password: 'wrong' })).reply)).toBe(false)
    }
    expect(readBits(await failLogin({ email: 'b@example.test' }))).toBe(17)
    site.clock.nowMs += HOUR_MS
    expect(readBits(await failLogin({ email: 'b@example.test' }))).toBe(16)
    site.clock.nowMs += HOUR_MS
    expect(isRefused(await failLogin({ email: 'b@example.test' }))).toBe(false)
  }, 60_000)

  it('exclude successes and requests that upstream did not check', async () => {
    for (let tries = 0; tries < 30; tries += 1) expect((await logIn()).statusCode).toBe(200)
    site.upstream.answer = () => ({
      body: { code: 500, message: '请求过于频繁,稍后重试', data: null, extra: {} },
      headers: { 'retry-after': '9' },
    })
    for (let tries = 0; tries < 30; tries += 1) expect(isRefused(await failLogin())).toBe(false)
    await site.upstream.stop()
    for (let tries = 0; tries < 15; tries += 1) expect((await failLogin()).statusCode).toBe(502)
    await site.upstream.start()
  })

  it('are limited for concurrent requests as for sequential ones', async () => {
    const replies = await Promise.all(Array.from({ length: 40 }, () => failLogin({ email: 'x@example.test' })))
    expect(replies.filter((reply) => !isRefused(reply))).toHaveLength(10)
  })
})

describe('failures of an account', () => {
  it('require a proof of work from every client, independent of case and spaces of the typed address', async () => {
    const typed = [OWNER, ` ${OWNER.toUpperCase()} `, 'ｊade@example.test']
    for (let tries = 0; tries < 10; tries += 1) {
      await failLogin({ email: typed[tries % typed.length] ?? '', from: `192.0.2.${tries}` })
    }
    expect(readBits(await logIn({ from: '192.0.2.200' }))).toBe(17)
    const { reply, bits } = await logInWithWork({ from: '192.0.2.201' })
    expect([reply.statusCode, bits]).toEqual([200, 17])
  })

  it('block further attempts at a hundred until some decay, except from a known browser', async () => {
    const guard = makeFreeGuard()
    for (let tries = 0; tries < 100; tries += 1) await guard.fail({ address: `192.0.2.${tries}` })
    const closed = await guard.fail({ address: '203.0.113.1' }).catch((error: AppError) => error)
    expect(closed).toMatchObject({ code: 429, message: '操作过于频繁，请稍后重试', extra: {} })
    const waitS = (closed as AppError).retryAfterSeconds ?? 0
    expect([waitS > 0, waitS <= 6 * 60]).toEqual([true, true])
    const owners = { id: 'a browser', accounts: [computeAccountKey(OWNER)] }
    for (let tries = 0; tries < 100; tries += 1) await guard.fail({ address: '203.0.113.1', device: owners })
    await expect(guard.fail({ address: '203.0.113.1', device: owners })).rejects.toMatchObject({ extra: {} })
    nowMs += waitS * 1000
    await guard.fail({ address: '203.0.113.1' })
  })

  it('do not affect a browser that has logged in to it before, recognised by a sealed cookie', async () => {
    const cookie = readDeviceCookie(await logIn())
    for (let tries = 0; tries < 10; tries += 1) await failLogin({ from: `192.0.2.${tries}` })
    for (let tries = 0; tries < 10; tries += 1) await failLogin({ email: `x${tries}@example.test` })
    expect(isRefused(await logIn())).toBe(true)
    expect((await logIn({ cookie })).statusCode).toBe(200)
    // The cookie covers no other account, and failures of the browser itself count.
    expect(isRefused(await logIn({ cookie, email: 'other@example.test' }))).toBe(true)
    for (let tries = 0; tries < 10; tries += 1) expect(isRefused(await failLogin({ cookie }))).toBe(false)
    expect(readBits(await logIn({ cookie }))).toBe(16)
  })

  it('are counted and answered alike for existing and unknown accounts', async () => {
    const seen = new Set<string>()
    for (const email of [OWNER, 'unknown-owner@example.test']) {
      for (let tries = 0; tries < 12; tries += 1) {
        const { statusCode, headers, payload } = await failLogin({
          email,
          from: email === OWNER ? '192.0.2.1' : '192.0.2.2',
        })
        const { 'x-request-id': id, date: _date, ...others } = headers
        const body = payload
          .replace(String(id), 'id')
          .replace(/"challenge":"([\w-]+)"/, (_all, text: string) => `${text.length}`)
        seen.add(JSON.stringify([tries, statusCode, others, body]))
      }
    }
    expect(seen.size).toBe(12)
  })

  /** Makes a guard that accepts every proof: solving a hundred would take minutes. */
  function makeFreeGuard() {
    const { failureCount } = createSharedState({ redisUrl: null, now: () => nowMs, log: Fastify().log })
    const proofs = { challenge: () => ({ challenge: '', bits: 1 }), accept: async () => 32 }
    const guard = createLoginGuard({ failureCount, proofs })
    const outcome: CallOutcome = {
      status: 200,
      source: null,
      login: null,
      isSessionOver: false,
      cached: null,
      envelope: { code: 500, message: '', data: null, extra: {} },
    }
    const attempt = { secret: 'password', account: OWNER, proof: 'solved', address: '', device: null } as const
    return {
      fail: async (more: Partial<LoginAttempt>) => (await guard.admit({ ...attempt, ...more }))(outcome),
    }
  }
})

describe('a proof of work for a login', () => {
  it('is bound to account, client and purpose, valid once and not forwarded upstream', async () => {
    for (let tries = 0; tries < 10; tries += 1) await failLogin({ email: `a${tries}@example.test` })
    site.upstream.seen.length = 0
    const { challenge } = (await logIn()).json().extra
    const proof = solve(challenge)
    expect(isRefused(await logIn({ proof, email: 'other@example.test' }))).toBe(true)
    const url = '/oauth/forgetPassword'
    const payload = { email: OWNER, password: 'p', code: '123456', proof }
    const headers = { 'x-forwarded-for': SHARED }
    expect((await site.app.inject({ method: 'PUT', url, headers, payload })).statusCode).toBe(429)
    expect((await logIn({ proof })).statusCode).toBe(200)
    expect(site.upstream.seen.map(({ body }) => body).join('')).not.toContain('proof')
    expect(isRefused(await logIn({ proof, password: 'wrong' }))).toBe(true)
  })
})

describe('mailed codes', () => {
  it.each([
    ['PUT', '/oauth/forgetPassword', {}],
    ['POST', '/oauth/emailRegister', { nickname: '玉声' }],
  ] as const)('require a proof of work after wrong codes: %s %s', async (method, url, more) => {
    const send = (code: string, proof?: string) =>
      site.app.inject({
        method,
        url,
        headers: { 'x-forwarded-for': SHARED },
        payload: { email: OWNER, password: 'p', code, ...more, ...(proof && { proof }) },
      })
    for (let tries = 0; tries < 10; tries += 1) expect((await send('000000')).json().code).toBe(10003)
    const refused = await send('123456')
    expect(readBits(refused)).toBe(17)
    expect((await send('123456', solve(refused.json().extra.challenge))).json().code).toBe(200)
  })
})

function readDeviceCookie(reply: LightMyRequestResponse): string {
  const found = [reply.headers['set-cookie']].flat().find((cookie) => cookie?.startsWith('known-device='))
  expect(found).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/)
  return found?.split(';')[0] ?? ''
}
