import { createHash } from 'node:crypto'
import { toCanonicalJson } from '@portal/contract/certificates/certificate-receipt.ts'
import decodeQR from 'qr/decode.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { certificate, KNOWN_CODE, KNOWN_NO, WRONG_CODE } from '#testing/certificates.ts'
import { makeSite, OWN_ORIGIN, type TestSite } from '#testing/make-site.ts'
import { countPictures, extractText, hasPoppler, readInfo, renderQrCorner } from '#testing/poppler.ts'
import { FULL_CERTIFICATE, makePng, NEWER_NO } from '#testing/sample-certificates.ts'
import { failure, ok, type SeenRequest, type StubAnswer } from '#testing/stub-upstream.ts'

const PATH = '/certificate-check/certificate.pdf'
const PICTURE = '/file/img/front.png'
const CERTIFICATE = {
  ...FULL_CERTIFICATE,
  certificateNo: KNOWN_NO,
  pictures: [{ url: PICTURE, caption: '正面', widthMm: 30 }],
}
const PNG = makePng(60, 40)

let site: TestSite
let data: object
let picture: StubAnswer
// All tests share one site, because its drawing thread starts slowly.
beforeAll(async () => {
  site = await makeSite({ env: { TRUST_PROXY: '1' } })
})
afterAll(() => site.close())
beforeEach(() => {
  site.upstream.seen.length = 0
  data = { state: 'valid', certificateNo: KNOWN_NO, certificate: CERTIFICATE }
  picture = { headers: { 'content-type': 'image/png' }, body: PNG }
  site.upstream.answer = (request) => answerTo(request)
})

function answerTo({ url, body }: SeenRequest): StubAnswer {
  if (url === PICTURE) return picture
  if (url.startsWith('/v1/webSiteInfo')) return ok({ name: '石衡珠宝玉石检测中心', phone: '027-8888 6600' })
  const isRight = JSON.parse(body).checkCode === KNOWN_CODE
  return ok(isRight ? data : { state: 'unknown', supportNo: 'C7-20A1-9F' })
}

function send(form: Record<string, string> = {}, headers: Record<string, string> = {}) {
  return site.app.inject({
    method: 'POST',
    url: PATH,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams({ certificateNo: KNOWN_NO, checkCode: KNOWN_CODE, ...form }).toString(),
  })
}

describe('a certificate as a file', () => {
  it('is sent for number and code, posted as a form without a script', async () => {
    const navigation = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    const reply = await send({}, { ...navigation, origin: OWN_ORIGIN })
    expect(reply.statusCode).toBe(200)
    expect(reply.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${KNOWN_NO}.pdf"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    expect(reply.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  })

  it.skipIf(!hasPoppler)('is in English from the form in English, which a wrong code leads back to', async () => {
    const post = (checkCode: string) =>
      site.app.inject({
        method: 'POST',
        url: `/en${PATH}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ certificateNo: KNOWN_NO, checkCode }).toString(),
      })
    expect(await extractText((await post(KNOWN_CODE)).rawPayload)).toContain('CertificateNo.')
    const back = await post(WRONG_CODE)
    expect(back.statusCode).toBe(303)
    expect(back.headers.location).toBe(`/en/certificate-check?no=${KNOWN_NO}`)
  })

  it('accepts number and code in any spelling that the form accepts', async () => {
    const reply = await send({
      certificateNo: `证书编号：${KNOWN_NO.toLowerCase()}`,
      checkCode: ` ${KNOWN_CODE.toLowerCase()} `,
    })
    expect(reply.statusCode).toBe(200)
  })

  it.each<[string, object]>([
    ['a reissued one', { state: 'reissued', newerNo: NEWER_NO, changedOn: '2026-11-18' }],
    ['a withdrawn one', { state: 'withdrawn', reason: '样品标识有误', changedOn: '2026-11-18' }],
  ])('is sent for %s too', async (_which, change) => {
    data = { ...data, ...change }
    expect((await send()).headers['content-type']).toBe('application/pdf')
  })

  it.each<[string, Record<string, string>, string]>([
    ['a wrong code', { checkCode: WRONG_CODE }, `/certificate-check?no=${KNOWN_NO}`],
    ['an invalid code', { checkCode: 'O0' }, `/certificate-check?no=${KNOWN_NO}`],
    ['no code', { checkCode: '' }, `/certificate-check?no=${KNOWN_NO}`],
    ['an invalid number', { certificateNo: 'SH1' }, '/certificate-check'],
  ])('redirects to the form page after %s, without the code in the URL', async (_what, form, location) => {
    const reply = await send(form)
    expect([reply.statusCode, reply.headers.location]).toEqual([303, location])
    expect(reply.body).toBe('')
  })

  it.each([
    [PATH, '这份证书未能通过核对'],
    [`/en${PATH}`, 'This certificate failed the check'],
  ])('is refused at %s when upstream reports a mismatch with the public log', async (url, words) => {
    data = { state: 'mismatch', certificateNo: KNOWN_NO }
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const payload = new URLSearchParams({ certificateNo: KNOWN_NO, checkCode: KNOWN_CODE }).toString()
    const reply = await site.app.inject({ method: 'POST', url, headers, payload })
    expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(reply.body).toContain(words)
    expect(reply.statusCode).not.toBe(200)
  })

  it('is not available during the examination', async () => {
    data = { state: 'examination', certificateNo: KNOWN_NO, category: 'jade', receivedOn: '2026-11-18' }
    expect((await send()).headers.location).toBe(`/certificate-check?no=${KNOWN_NO}`)
  })

  it('is looked up for each request, and answers 502 when upstream fails', async () => {
    await send()
    site.upstream.answer = () => failure(500, '数据库错误')
    const reply = await send()
    expect(reply.statusCode).toBe(502)
    expect(reply.headers).toMatchObject({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
    expect(reply.body).toContain('暂时无法查询')
    expect(reply.headers['content-disposition']).toBeUndefined()
  })

  it('is drawn without pictures and site name when they cannot be loaded', async () => {
    site.upstream.answer = (request) =>
      request.url === PICTURE || request.url.startsWith('/v1/webSiteInfo') ? { status: 500 } : answerTo(request)
    expect((await send()).headers['content-type']).toBe('application/pdf')
  })

  it('is refused for other sites', async () => {
    expect((await send({}, { origin: 'https://evil.test' })).statusCode).toBe(403)
    expect((await send({}, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
    expect(site.upstream.seen).toEqual([])
  })

  it('is limited to thirty requests of a client', async () => {
    // A short certificate is drawn faster.
    data = { ...data, certificate }
    const from = { 'x-forwarded-for': '192.0.2.7' }
    for (let sent = 0; sent < 30; sent += 1) expect((await send({}, from)).statusCode).toBe(200)
    const refused = await send({}, from)
    expect([refused.statusCode, refused.headers['content-type']]).toEqual([429, 'text/plain; charset=utf-8'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('is available by a posted form only', async () => {
    const json = { method: 'POST', url: PATH, payload: { certificateNo: KNOWN_NO, checkCode: KNOWN_CODE } } as const
    expect((await site.app.inject(json)).statusCode).toBe(400)
    expect((await site.app.inject({ url: `${PATH}?certificateNo=${KNOWN_NO}` })).statusCode).toBe(404)
    expect(site.upstream.seen).toEqual([])
  })

  it('does not log the code', async () => {
    await send()
    await send({ checkCode: WRONG_CODE })
    expect(site.logs.join('\n')).not.toMatch(new RegExp(`${KNOWN_CODE}|${WRONG_CODE}`))
  })
})

describe.skipIf(!hasPoppler())('a certificate as a file, read by poppler', () => {
  it('contains the certificate, its picture, the site and the time', async () => {
    const { rawPayload } = await send()
    const text = extractText(rawPayload)
    for (const words of [
      KNOWN_NO,
      '绿松石（充填处理）',
      '12.3612g',
      '石衡',
      '027-8888',
      OWN_ORIGIN,
      '2026-11-2108:00:00',
    ]) {
      expect(text).toContain(words)
    }
    expect(readInfo(rawPayload).Pages).toBe('1')
    expect(countPictures(rawPayload)).toBe(1)
  })

  it.each<[string, StubAnswer]>([
    ['gone', { status: 404 }],
    ['an HTML page', { headers: { 'content-type': 'image/png' }, body: '<!doctype html>' }],
    ['too large', { body: Buffer.concat([PNG, Buffer.alloc(11 * 1024 * 1024)]) }],
  ])('states that a picture is missing when it is %s', async (_what, answer) => {
    picture = answer
    const { rawPayload } = await send()
    expect(countPictures(rawPayload)).toBe(0)
    expect(extractText(rawPayload)).toContain('正面：影像暂时无法载入')
  })

  it('contains a receipt of the answer that it shows', async () => {
    const { rawPayload } = await send()
    const [address, receipt = ''] = decodeQR(renderQrCorner(rawPayload)).split('#')
    expect(address).toBe(`${OWN_ORIGIN}/certificate-check/receipt`)
    const claims = JSON.parse(Buffer.from(receipt.split('.')[1] ?? '', 'base64url').toString())
    const hash = createHash('sha256').update(toCanonicalJson(data)).digest('base64url')
    expect(claims).toMatchObject({ iss: OWN_ORIGIN, sub: KNOWN_NO, state: 'valid', hash })
  })
})
