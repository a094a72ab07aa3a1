import { makeCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  answerOneCertificate,
  CHECK_PATH,
  certificate,
  KNOWN_CODE,
  KNOWN_NO,
  WRONG_CODE,
} from '#testing/certificates.ts'
import { makeSite, type TestSite, TOKEN } from '#testing/make-site.ts'
import { failure, ok } from '#testing/stub-upstream.ts'

const KEPT = '/v1/certificate/saved'
const SHARE = '/v1/certificate/share'
const SECRET = 'A'.repeat(43)

let site: TestSite
beforeEach(async () => {
  site = await makeSite()
  site.upstream.answer = (request) => (request.url === CHECK_PATH ? answerOneCertificate(request) : ok(null))
})
afterEach(() => site.close())

async function post(url: string, payload: object, cookie?: string) {
  return site.app.inject({ method: 'POST', url, payload, ...(cookie && { headers: { cookie } }) })
}
const right = { certificateNo: KNOWN_NO, checkCode: KNOWN_CODE }
const listPaths = () => site.upstream.seen.map(({ url }) => url)

describe('saving and sharing with number and code', () => {
  it('look up first, without the session, then act with it and without the proof', async () => {
    const cookie = await site.logIn()
    expect((await post(KEPT, right, cookie)).json().code).toBe(200)
    const [check, keep] = site.upstream.seen
    expect([check?.url, check?.headers.authorization]).toEqual([CHECK_PATH, undefined])
    expect([keep?.url, keep?.headers.authorization]).toEqual([KEPT, TOKEN])
    expect(JSON.parse(keep?.body ?? '')).toEqual(right)
    expect((await post(KEPT, right)).statusCode).toBe(401)
  })

  it('are refused alike for a wrong code and an unknown number, and upstream saves or shares nothing', async () => {
    const unknown = { certificateNo: makeCertificateNo('20261103', 129), checkCode: KNOWN_CODE }
    const cookie = await site.logIn()
    const answers = []
    for (const question of [{ ...right, checkCode: WRONG_CODE }, unknown]) {
      answers.push(await post(KEPT, question, cookie), await post(SHARE, { ...question, days: 7 }))
    }
    for (const answer of answers) {
      const { requestId: _, ...extra } = answer.json().extra
      expect([answer.statusCode, answer.json().message, answer.json().data, extra]).toEqual([
        ...[403, '未查到相符的证书，请核对编号与核对码', null, { supportNo: 'C7-20A1-9F' }],
      ])
    }
    expect(new Set(listPaths())).toEqual(new Set([CHECK_PATH]))
  })

  it('are refused for a certificate that does not match the public log', async () => {
    site.upstream.answer = () => ok({ state: 'mismatch', certificateNo: KNOWN_NO })
    const answer = await post(SHARE, { ...right, days: 7 })
    expect(answer.json().message).toContain('未能通过核对')
    expect(listPaths()).toEqual([CHECK_PATH])
  })

  it('count as a lookup: guessing leads to a proof of work', async () => {
    const guess = () => post(SHARE, { ...right, checkCode: WRONG_CODE, days: 7 })
    for (let times = 0; times < 10; times++) await guess()
    const answer = await guess()
    expect(answer.statusCode).toBe(429)
    expect(answer.json().extra.challenge).toBeDefined()
  })
})

describe('a share', () => {
  const read = (cookie?: string) => post(`${SHARE}/read`, { secret: SECRET }, cookie)

  it('is signed as the answer of a lookup, and is never cached', async () => {
    const answer = { state: 'valid', certificate }
    const times = { startTime: '2026-11-20 10:42', endTime: '2026-11-27 10:42' }
    site.upstream.answer = () => ok({ state: 'shown', ...times, answer, sharedVersion: 1 })
    const reply = await read()
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(reply.json().data.answer).toEqual(answer)
    const [, claims = ''] = reply.json().extra.receipt.split('.')
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ sub: KNOWN_NO, state: 'valid' })
    site.upstream.answer = () => ok({ state: 'revoked', ...times })
    expect((await read()).json()).toMatchObject({ data: { state: 'revoked' }, extra: {} })
  })

  it('has its own rate limit', async () => {
    site.upstream.answer = () => failure(500, '没有这个分享')
    for (let times = 0; times < 120; times++) await read()
    expect((await read()).statusCode).toBe(429)
  })
})
