import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerOneCertificate, KNOWN_CODE, KNOWN_NO, WRONG_CODE } from '#testing/certificates.ts'
import { makeSite, OWN_ORIGIN, type TestSite } from '#testing/make-site.ts'

let site: TestSite
beforeEach(async () => {
  site = await makeSite()
  site.upstream.answer = answerOneCertificate
})
afterEach(() => site.close())

/** Headers of a form that a browser submits without JavaScript. */
const FROM_OUR_PAGE = {
  origin: OWN_ORIGIN,
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
}
const FORM = 'application/x-www-form-urlencoded'
const QUESTION = new URLSearchParams({ no: KNOWN_NO, code: KNOWN_CODE }).toString()

function send(payload: string, headers: Record<string, string> = {}, url = '/certificate-check', to = site) {
  return to.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { ...FROM_OUR_PAGE, 'content-type': FORM, ...headers },
  })
}

describe('a form submitted without JavaScript', () => {
  it('is answered with a whole page that is not cached', async () => {
    const reply = await send(QUESTION)
    expect(reply.statusCode).toBe(200)
    expect(reply.payload).toContain('[200,"valid",null')
    expect(reply.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
    })
    expect(String(reply.headers['content-security-policy'])).toContain("default-src 'none'")
    expect(reply.headers.etag).toBeUndefined()
  })

  it('is forwarded upstream each time, and leaves nothing in the cached page', async () => {
    await send(QUESTION)
    await send(QUESTION)
    expect(site.upstream.seen).toHaveLength(2)
    expect((await site.app.inject('/certificate-check')).payload).not.toContain('valid')
  })

  it('keeps the query of the URL and the status of the page', async () => {
    expect((await send(QUESTION, {}, '/certificate-check?from=qr')).payload).toContain('"?from=qr"')
    expect((await send('no=x&code=y')).statusCode).toBe(400)
  })

  it('can redirect to another page', async () => {
    const { statusCode, headers } = await send('next=%2Fcertificate-check')
    expect([statusCode, headers.location, headers['cache-control']]).toEqual([303, '/certificate-check', 'no-store'])
  })

  it('is answered compressed when the browser accepts it', async () => {
    expect((await send(QUESTION, { 'accept-encoding': 'br' })).headers['content-encoding']).toBe('br')
  })

  it('is never logged, with any outcome', async () => {
    await send(QUESTION)
    await send(QUESTION, {}, '/certificate-check/report')
    await send(QUESTION, { 'content-type': 'text/plain' })
    await site.upstream.stop()
    await send(QUESTION)
    const lines = site.logs.join('')
    expect(lines).toContain('/certificate-check/report')
    for (const secret of [KNOWN_NO, KNOWN_CODE]) expect(lines).not.toContain(secret)
  })
})

describe('the sender of a form', () => {
  it.each([
    ['a browser without Sec-Fetch headers', { 'sec-fetch-site': '', 'sec-fetch-mode': '', 'sec-fetch-dest': '' }],
    ['a script of our own page', { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
  ])('is accepted when it is %s', async (_who, headers) => {
    const sent = { ...FROM_OUR_PAGE, 'content-type': FORM, ...headers }
    const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== ''))
    const reply = await site.app.inject({
      method: 'POST',
      url: '/certificate-check',
      payload: QUESTION,
      headers: given,
    })
    expect(reply.statusCode).toBe(200)
  })

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling subdomain', { 'sec-fetch-site': 'same-site' }],
    ['another Origin', { origin: 'https://evil.test' }],
    ['an Origin that is hidden', { origin: 'null' }],
    ['a frame', { 'sec-fetch-dest': 'iframe' }],
    ['a prerender', { 'sec-purpose': 'prefetch;prerender' }],
  ])('is refused when it is %s', async (_who, headers) => {
    expect((await send(QUESTION, headers)).statusCode).toBe(403)
    expect(site.upstream.seen).toEqual([])
  })

  it('has the rate limit of any caller', async () => {
    let sent = 0
    let status = 0
    for (; status !== 429 && sent < 700; sent += 1) status = (await send('no=x')).statusCode
    expect([sent, status]).toEqual([601, 429])
  })
})

describe('the body of a form', () => {
  it.each([
    ['JSON', 'application/json', '{"no":"x"}'],
    ['text', 'text/plain', QUESTION],
    ['a file', 'multipart/form-data; boundary=x', '--x--'],
  ])('is refused with 400 when it is %s', async (_what, type, payload) => {
    expect((await send(payload, { 'content-type': type })).statusCode).toBe(400)
    expect(site.upstream.seen).toEqual([])
  })

  it('is at most 64 KiB', async () => {
    expect((await send(`no=${'x'.repeat(64 * 1024)}`)).statusCode).toBe(413)
    expect(
      (await site.app.inject({ method: 'POST', url: '/certificate-check', headers: FROM_OUR_PAGE })).statusCode,
    ).toBe(400)
  })

  it.each(['/', '/gem', '/certificate-check/', '/certificate-check/%72eport', '/bff/certificates'])(
    'is accepted only by pages with such a form, not by %s',
    async (url) => {
      expect((await send(QUESTION, {}, url)).statusCode).toBe(404)
    },
  )
})

describe('a form with files', () => {
  const MULTIPART = 'multipart/form-data; boundary=x'
  const makePart = (name: string, bytes: string) =>
    `--x\r\nContent-Disposition: form-data; name="picture"; filename="${name}"\r\nContent-Type: image/png\r\n\r\n${bytes}\r\n`
  const sendFiles = (payload: string, url = '/conversation') => send(payload, { 'content-type': MULTIPART }, url)

  it('has its files uploaded by the page, one by one', async () => {
    site.upstream.answer = () => ({ body: { code: 200, message: '', data: 'stored.webp', extra: {} } })
    for (let nth = 0; nth < 40; nth += 1) {
      const reply = await sendFiles(`${makePart('a.png', 'AAA')}${makePart('b.png', 'BBB')}--x--\r\n`)
      expect(reply.payload).toContain('[["a.png",200,"stored.webp"],["b.png",200,"stored.webp"]]')
    }
    const [first] = site.upstream.seen
    expect(first).toMatchObject({ method: 'POST', url: '/v1/certificate/report/picture' })
    expect(first?.headers['content-type']).toContain('multipart/form-data')
    expect(first?.body).toContain('AAA')
  })

  it('is limited to 10 MB and its texts', async () => {
    const reply = await sendFiles(makePart('a.png', 'A'.repeat(10 * 1024 * 1024 + 70_000)))
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([413, 'text/html; charset=utf-8'])
    expect(reply.payload).toContain('图片合计超过 10 MB，没有提交')
    expect(site.upstream.seen).toEqual([])
  })

  it('is accepted only by pages with such a field', async () => {
    expect((await sendFiles(`${makePart('a.png', 'A')}--x--`, '/certificate-check')).statusCode).toBe(400)
  })
})

describe('calls that the page makes for a form', () => {
  it('are counted for the visitor', async () => {
    const open = await makeSite({ env: { TRUST_PROXY: '1' } })
    open.upstream.answer = answerOneCertificate
    const wrong = new URLSearchParams({ no: KNOWN_NO.replace(/\d$/, '0'), code: WRONG_CODE }).toString()
    const sendFrom = (from: string, payload: string) => send(payload, { 'x-forwarded-for': from }, undefined, open)
    for (let guess = 0; guess < 10; guess += 1) await sendFrom('192.0.2.1', wrong)
    const refused = await sendFrom('192.0.2.1', QUESTION)
    expect([refused.statusCode, refused.payload.includes('[429,null,"60"')]).toEqual([429, true])
    expect((await sendFrom('192.0.2.2', QUESTION)).payload).toContain('[200,"valid"')
    expect(open.upstream.seen.at(-1)?.headers['x-forwarded-for']).toBe('192.0.2.2')
    await open.close()
  })

  it('use the origin of the request', async () => {
    const open = await makeSite({ env: { PUBLIC_ORIGIN: '' } })
    open.upstream.answer = answerOneCertificate
    const reply = await send(QUESTION, { host: 'lab.test', origin: 'http://lab.test' }, undefined, open)
    expect(reply.payload).toContain('"http://lab.test","http://lab.test"')
    await open.close()
  })
})

describe('a form whose page cannot be rendered', () => {
  it('is answered 503 with an error page and Retry-After', async () => {
    const reply = await send(QUESTION, {}, '/certificate-check/report')
    expect(reply.statusCode).toBe(503)
    expect(reply.payload).toContain('暂时无法处理这次提交，请稍后再试')
    expect(reply.headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': '10' })
  })
})
