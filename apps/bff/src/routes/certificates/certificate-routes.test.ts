import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { makeCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import { toCanonicalJson } from '@portal/contract/certificates/certificate-receipt.ts'
import { formatProof, hasLeadingZeros } from '@portal/contract/proof-of-work.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  answerOneCertificate,
  CHECK_PATH,
  certificate,
  KNOWN_CODE,
  KNOWN_NO,
  lookUpCertificate,
  solve,
  WRONG_CODE,
} from '#testing/certificates.ts'
import { makeSite, OWN_ORIGIN, REQUEST_ID, type TestSite } from '#testing/make-site.ts'
import { failure, ok, type StubAnswer } from '#testing/stub-upstream.ts'

let site: TestSite
beforeEach(async () => {
  site = await makeSite()
  site.upstream.answer = answerOneCertificate
})
afterEach(() => site.close())

const NEWER_NO = makeCertificateNo('20261119', 3)

describe('a lookup', () => {
  it('returns the certificate, including fields that the contract does not name, and a receipt', async () => {
    const reply = await lookUpCertificate(site)
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(reply.json()).toMatchObject({ code: 200, message: '成功', data: { state: 'valid', certificate } })
    const claims = readClaims(reply.json().extra.receipt)
    expect(claims).toMatchObject({ iss: OWN_ORIGIN, sub: KNOWN_NO, state: 'valid' })
  })

  it.each<[string, object, boolean]>([
    ['valid', { state: 'valid', certificate }, true],
    ['reissued', { state: 'reissued', certificate, newerNo: NEWER_NO, changedOn: '2026-11-19' }, true],
    ['withdrawn', { state: 'withdrawn', certificate, reason: '样品标识有误', changedOn: '2026-11-20' }, true],
    [
      'examination',
      { state: 'examination', certificateNo: KNOWN_NO, category: 'jade', receivedOn: '2026-11-18' },
      false,
    ],
    ['mismatch', { state: 'mismatch', certificateNo: KNOWN_NO }, false],
    ['unknown', { state: 'unknown', supportNo: 'C7-20A1-9F' }, false],
  ])('returns the state «%s» unchanged', async (_state, data, hasReceipt) => {
    site.upstream.answer = () => ok(data)
    const { data: answered, extra } = (await lookUpCertificate(site)).json()
    expect(answered).toEqual(data)
    expect('receipt' in extra).toBe(hasReceipt)
  })

  it('sends number and code upstream, and neither proof nor login', async () => {
    const cookie = await site.logIn()
    await site.app.inject({
      method: 'POST',
      url: CHECK_PATH,
      headers: { cookie },
      payload: { certificateNo: KNOWN_NO, checkCode: KNOWN_CODE, proof: 'x.1', more: 1 },
    })
    const [seen] = site.upstream.seen
    expect(JSON.parse(seen?.body ?? '')).toEqual({ certificateNo: KNOWN_NO, checkCode: KNOWN_CODE })
    expect(seen?.headers.authorization).toBeUndefined()
  })

  it.each([
    ['a number of another form', { certificateNo: 'GD20250001' }],
    ['a code with a letter that is never used', { checkCode: '7K3M9O' }],
    ['a proof without end', { proof: 'x'.repeat(401) }],
  ])('is refused without a request to upstream: %s', async (_what, question) => {
    expect((await lookUpCertificate(site, question)).statusCode).toBe(400)
    expect(site.upstream.seen).toEqual([])
  })

  it('is refused from other sites', async () => {
    const headers = { origin: 'https://evil.test' }
    const payload = { certificateNo: KNOWN_NO, checkCode: KNOWN_CODE }
    const reply = await site.app.inject({ method: 'POST', url: CHECK_PATH, headers, payload })
    expect(reply.statusCode).toBe(403)
  })

  it('does not log number and code, with any outcome', async () => {
    await lookUpCertificate(site)
    await lookUpCertificate(site, { checkCode: WRONG_CODE })
    await site.app.inject(`/certificate-check?no=${KNOWN_NO}&code=${KNOWN_CODE}&checkCode=${KNOWN_CODE}`)
    site.upstream.answer = () => ok({ state: 'valid', certificate: { ...certificate, certificateNo: NEWER_NO } })
    await lookUpCertificate(site)
    await site.upstream.stop()
    await lookUpCertificate(site)
    const lines = site.logs.join('')
    expect(lines).toContain(CHECK_PATH)
    expect(lines).toContain('"/certificate-check"')
    for (const secret of [KNOWN_CODE, WRONG_CODE, KNOWN_NO]) expect(lines).not.toContain(secret)
  })

  it('is counted by its outcome', async () => {
    await lookUpCertificate(site)
    for (let guess = 0; guess < 12; guess += 1) await lookUpCertificate(site, { checkCode: WRONG_CODE })
    const metrics = await site.app.metrics.metrics()
    expect(metrics).toContain('certificate_lookups_total{outcome="valid"} 1')
    expect(metrics).toContain('certificate_lookups_total{outcome="unknown"} 10')
    expect(metrics).toContain('certificate_lookups_total{outcome="challenged"} 2')
  })
})

describe('a lookup without a valid answer of upstream', () => {
  const HONEST = '暂时无法查询，请稍后再试，或致电实验室核实'
  const ONLY_ID = { requestId: expect.stringMatching(REQUEST_ID) }

  it('answers 502 at once when upstream is unreachable, never with an earlier answer', async () => {
    expect((await lookUpCertificate(site)).json().data.state).toBe('valid')
    await site.upstream.stop()
    const reply = await lookUpCertificate(site)
    expect([reply.statusCode, reply.json()]).toEqual([502, { code: 502, message: HONEST, data: null, extra: ONLY_ID }])
    expect(reply.headers['cache-control']).toBe('no-store')
  })

  it('answers 504 at the time limit', async () => {
    const hasty = await makeSite({ env: { UPSTREAM_TIMEOUT_MS: '80' } })
    hasty.upstream.answer = () => ({ body: null })
    const reply = await lookUpCertificate(hasty)
    expect([reply.statusCode, reply.json().message]).toEqual([504, HONEST])
    await hasty.close()
  })

  it.each<[string, StubAnswer]>([
    ['a page of HTML', { body: '<html></html>' }],
    ['an error of its own', failure(500, '系统繁忙')],
    ['a status of failure around a success', { status: 500, ...ok({ state: 'valid', certificate }) }],
    ['a state that the contract lacks', ok({ state: 'perhaps' })],
    ['a valid state without a certificate', ok({ state: 'valid' })],
    [
      'the certificate of another number',
      ok({ state: 'valid', certificate: { ...certificate, certificateNo: NEWER_NO } }),
    ],
    ['an answer about another number', ok({ state: 'examination', certificateNo: NEWER_NO })],
    ['a reissue without the new number', ok({ state: 'reissued', certificate })],
    ['a reissue that names its own number', ok({ state: 'reissued', certificate, newerNo: KNOWN_NO })],
    ['a withdrawal without a certificate', ok({ state: 'withdrawn', reason: '样品标识有误' })],
  ])('answers 502 to %s', async (_what, answer) => {
    site.upstream.answer = () => answer
    const reply = await lookUpCertificate(site)
    expect([reply.statusCode, reply.json().message, reply.json().extra]).toEqual([502, HONEST, ONLY_ID])
  })

  it('is not counted as a wrong code', async () => {
    site.upstream.answer = () => failure(500, '系统繁忙')
    for (let tries = 0; tries < 30; tries += 1) expect((await lookUpCertificate(site)).statusCode).toBe(502)
  })

  it('is refused as closed when the source is off', async () => {
    const off = await makeSite({ env: { CERTIFICATE_SOURCE: 'off' } })
    const reply = await lookUpCertificate(off)
    expect([reply.statusCode, reply.json().message]).toEqual([503, '本站暂未开通证书查询，请致电实验室核实'])
    expect(off.upstream.seen).toEqual([])
    expect((await off.app.inject('/bff/certificates')).json().data.isOpen).toBe(false)
    await off.close()
  })
})

describe('the budget for wrong answers', () => {
  it('allows one client ten in ten minutes, then requires a proof of 16 bits', async () => {
    await exhaust(10)
    const reply = await lookUpCertificate(site, { certificateNo: NEWER_NO, checkCode: WRONG_CODE })
    expect(reply.statusCode).toBe(429)
    expect(reply.headers['retry-after']).toBe('60')
    expect(reply.json()).toMatchObject({ code: 429, data: null, extra: { challenge: { bits: 16 } } })
    expect(site.upstream.seen).toHaveLength(10)
    site.clock.nowMs += 60_000
    expect((await lookUpCertificate(site)).statusCode).toBe(200)
  })

  it('allows ten for one number in an hour from any client, then requires a proof of 18 bits', async () => {
    const open = await openSite()
    for (let guess = 0; guess < 10; guess += 1)
      await lookUpCertificate(open, { checkCode: WRONG_CODE }, `192.0.2.${guess}`)
    await useFirstLookups(open, '192.0.2.100')
    const guessed = await lookUpCertificate(open, {}, '192.0.2.100')
    expect(guessed.json().extra.challenge.bits).toBe(18)
    expect((await lookUpCertificate(open, { certificateNo: NEWER_NO }, '192.0.2.100')).statusCode).toBe(200)
    await open.close()
  })

  it('allows three hundred for the numbers of one day in an hour, then requires a proof of 17 bits', async () => {
    const open = await openSite()
    const asking = Array.from({ length: 300 }, (_, serial) =>
      lookUpCertificate(
        open,
        { certificateNo: makeCertificateNo('20261103', 1000 + serial) },
        `10.0.${serial >> 8}.${serial & 255}`,
      ),
    )
    for (const reply of await Promise.all(asking)) expect(reply.statusCode).toBe(200)
    const next = { certificateNo: makeCertificateNo('20261103', 2000) }
    await useFirstLookups(open, '192.0.2.1')
    expect((await lookUpCertificate(open, next, '192.0.2.1')).json().extra.challenge.bits).toBe(17)
    expect((await lookUpCertificate(open, { certificateNo: NEWER_NO }, '192.0.2.1')).statusCode).toBe(200)
    await open.close()
  })

  it('leaves two wrong codes without proof to each new client of an exhausted number', async () => {
    const open = await openSite()
    for (let guess = 0; guess < 10; guess += 1)
      await lookUpCertificate(open, { checkCode: WRONG_CODE }, `192.0.2.${guess}`)
    for (let asked = 0; asked < 5; asked += 1) {
      expect((await lookUpCertificate(open, {}, '192.0.2.100')).json().data.state).toBe('valid')
    }
    const guesses = []
    for (let guess = 0; guess < 3; guess += 1)
      guesses.push((await lookUpCertificate(open, { checkCode: WRONG_CODE }, '192.0.2.101')).statusCode)
    expect(guesses).toEqual([200, 200, 429])
    await open.close()
  })

  it('is not reduced by refused lookups, so that one guesser cannot exhaust a number', async () => {
    const open = await openSite()
    for (let guess = 0; guess < 10; guess += 1) {
      await lookUpCertificate(open, { certificateNo: makeCertificateNo('20261104', guess) }, '192.0.2.1')
    }
    for (let guess = 0; guess < 20; guess += 1) {
      expect((await lookUpCertificate(open, { checkCode: WRONG_CODE }, '192.0.2.1')).statusCode).toBe(429)
    }
    expect((await lookUpCertificate(open, {}, '192.0.2.2')).statusCode).toBe(200)
    await open.close()
  })

  it('is not reduced by correct codes', async () => {
    for (let asked = 0; asked < 40; asked += 1) expect((await lookUpCertificate(site)).statusCode).toBe(200)
  })

  it('is separate from the budget of other calls, in both directions', async () => {
    for (let asked = 0; asked < 700; asked += 1) await lookUpCertificate(site, { checkCode: WRONG_CODE })
    site.upstream.answer = () => ok([])
    let reply = await site.app.inject('/v1/tag/')
    expect(reply.statusCode).toBe(200)
    for (let asked = 0; asked < 700; asked += 1) reply = await site.app.inject('/v1/tag/')
    expect(reply.statusCode).toBe(429)
    site.upstream.answer = answerOneCertificate
    const { challenge } = (await lookUpCertificate(site)).json().extra
    expect((await lookUpCertificate(site, { proof: solve(challenge) })).json().data.state).toBe('valid')
  })

  it('requires a proof after 600 correct lookups of one client', async () => {
    let asked = 0
    let reply = await lookUpCertificate(site)
    for (; reply.statusCode === 200 && asked < 700; asked += 1) reply = await lookUpCertificate(site)
    expect([asked, reply.statusCode, reply.json().extra.challenge.bits]).toEqual([600, 429, 16])
  })
})

describe('a proof of work', () => {
  it('is valid for exactly one lookup', async () => {
    const proof = await readRequiredProof()
    expect((await lookUpCertificate(site, { proof })).json().data.state).toBe('valid')
    expect((await lookUpCertificate(site, { proof })).statusCode).toBe(429)
  })

  it('is accepted once when it is sent twice concurrently', async () => {
    const proof = await readRequiredProof()
    const replies = await Promise.all([lookUpCertificate(site, { proof }), lookUpCertificate(site, { proof })])
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 429])
  })

  it('is valid for its own number only', async () => {
    const proof = await readRequiredProof()
    expect((await lookUpCertificate(site, { proof, certificateNo: NEWER_NO })).statusCode).toBe(429)
  })

  it('expires after five minutes', async () => {
    const proof = await readRequiredProof()
    site.clock.nowMs += 5 * 60_000
    await exhaust(10)
    expect((await lookUpCertificate(site, { proof })).statusCode).toBe(429)
  })

  it('is valid for its own client only', async () => {
    const open = await openSite()
    for (const from of ['192.0.2.1', '192.0.2.2']) {
      for (let guess = 0; guess < 10; guess += 1) {
        const certificateNo = makeCertificateNo('20261104', guess)
        await lookUpCertificate(open, { certificateNo }, from)
      }
    }
    const proof = solve((await lookUpCertificate(open, {}, '192.0.2.1')).json().extra.challenge)
    expect((await lookUpCertificate(open, { proof }, '192.0.2.2')).statusCode).toBe(429)
    expect((await lookUpCertificate(open, { proof }, '192.0.2.1')).statusCode).toBe(200)
    await open.close()
  })

  it('is refused when it is unsolved, changed or invented', async () => {
    const proof = await readRequiredProof()
    const { challenge } = (await lookUpCertificate(site)).json().extra
    const unsolved = makeUnsolvedProof(challenge.challenge)
    const changed = `${proof.startsWith('A') ? 'B' : 'A'}${proof.slice(1)}`
    for (const other of [unsolved, changed, '', '.', 'x', `${challenge.challenge}`]) {
      expect((await lookUpCertificate(site, { proof: other })).statusCode).toBe(429)
    }
    expect(site.upstream.seen).toHaveLength(10)
  })

  /** Makes a proof with a wrong nonce. */
  function makeUnsolvedProof(challenge: string): string {
    for (let nonce = 0; ; nonce += 1) {
      const proof = formatProof(challenge, nonce)
      if (!hasLeadingZeros(createHash('sha256').update(proof).digest(), 16)) return proof
    }
  }

  async function readRequiredProof(): Promise<string> {
    await exhaust(10)
    return solve((await lookUpCertificate(site)).json().extra.challenge)
  }
})

describe('the lookup information for a page', () => {
  it('says whether the lookup is open, and contains the official origin and the keys of receipts', async () => {
    const reply = await site.app.inject('/bff/certificates')
    expect(reply.headers['cache-control']).toBe('no-store')
    const { isOpen, officialOrigin, keys } = reply.json().data
    expect([isOpen, officialOrigin, keys.length]).toEqual([true, OWN_ORIGIN, 1])
    const { kid } = readHeader((await lookUpCertificate(site)).json().extra.receipt)
    expect(keys[0].kid).toBe(kid)
  })

  it('takes the origin from the request when none is configured', async () => {
    const open = await makeSite({ env: { PUBLIC_ORIGIN: '' } })
    open.upstream.answer = answerOneCertificate
    const headers = { host: 'lab.test' }
    const info = await open.app.inject({ url: '/bff/certificates', headers })
    expect(info.json().data.officialOrigin).toBe('http://lab.test')
    // The site accepts in-process headers only from itself.
    const forged = { ...headers, 'x-in-process-origin': 'https://evil.test', 'x-in-process-visitor': '192.0.2.9' }
    const other = await open.app.inject({ url: '/bff/certificates', headers: forged })
    expect(other.json().data.officialOrigin).toBe('http://lab.test')
    await open.close()
  })
})

describe('published keys', () => {
  it('are public and cacheable for an hour', async () => {
    const headers = { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    const reply = await site.app.inject({ url: '/.well-known/certificate-receipt-keys.json', headers })
    expect(reply.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    })
    expect(reply.json().keys).toEqual([
      { kty: 'OKP', crv: 'Ed25519', use: 'sig', kid: expect.any(String), x: expect.any(String) },
    ])
  })

  it('are those of RECEIPT_KEY, including older ones', async () => {
    const seeds = [1, 2].map((fill) => Buffer.alloc(32, fill).toString('base64'))
    const own = await makeSite({ env: { RECEIPT_KEY: seeds.join(',') } })
    own.upstream.answer = answerOneCertificate
    const { keys } = (await own.app.inject('/.well-known/certificate-receipt-keys.json')).json()
    expect(keys).toHaveLength(2)
    expect(readHeader((await lookUpCertificate(own)).json().extra.receipt).kid).toBe(keys[0].kid)
    await own.close()
  })

  it('survive a restart, and the key file is readable for its owner only', async () => {
    const { keys } = (await site.app.inject('/bff/certificates')).json().data
    const again = await makeSite({ env: { DATA_DIR: site.dataDir } })
    expect((await again.app.inject('/bff/certificates')).json().data.keys).toEqual(keys)
    await again.close()
    const file = path.join(site.dataDir, 'receipt.key')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(site.logs.join('')).not.toContain(readFileSync(file, 'utf8').trim())
  })
})

it('signs the answer unchanged, so that its hash can be recomputed', async () => {
  const { data, extra } = (await lookUpCertificate(site)).json()
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(toCanonicalJson(data)))
  expect(readClaims(extra.receipt).hash).toBe(Buffer.from(digest).toString('base64url'))
})

/** Uses up the wrong-code budget of the client. */
async function exhaust(wrong: number): Promise<void> {
  const asking = Array.from({ length: wrong }, (_, serial) =>
    lookUpCertificate(site, { certificateNo: makeCertificateNo('20261104', serial) }),
  )
  await Promise.all(asking)
}

/** Uses up the lookups that a new client may make for an exhausted number. */
async function useFirstLookups(open: TestSite, from: string): Promise<void> {
  for (let guess = 0; guess < 2; guess += 1) await lookUpCertificate(open, { checkCode: WRONG_CODE }, from)
}

/** Opens a site behind a proxy, so that a test can send as many clients. */
async function openSite(): Promise<TestSite> {
  const open = await makeSite({ env: { TRUST_PROXY: '1' } })
  open.upstream.answer = answerOneCertificate
  return open
}

function readHeader(receipt: string) {
  return readPart(receipt.split('.')[0])
}

function readClaims(receipt: string) {
  return readPart(receipt.split('.')[1])
}

function readPart(part = '') {
  return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
}
