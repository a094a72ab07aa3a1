import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { makeCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import { ownCallHeaders } from '@portal/contract/constants.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeSite, type TestSite } from '#testing/make-site.ts'
import { extractText, hasPoppler, readInfo } from '#testing/poppler.ts'
import { CERTIFICATES } from '#testing/sample-certificates.ts'
import { failure, ok, type SeenRequest, type StubAnswer } from '#testing/stub-upstream.ts'

const PATH = '/bff/certificates/print'
const CODE = '7K3M9Q'
const NUMBERS = [1, 2, 3].map((serial) => makeCertificateNo('20261103', serial))
const [FIRST = ''] = NUMBERS

let site: TestSite
let cookie: string
/** Upstream's refusals by number. */
let refusals: Map<string, StubAnswer>

beforeAll(async () => {
  site = await makeSite({ env: { TRUST_PROXY: '1' } })
  cookie = await site.logIn()
})
afterAll(() => site.close())
beforeEach(() => {
  site.upstream.seen.length = 0
  site.logs.length = 0
  refusals = new Map()
  site.upstream.answer = (request) => answerTo(request)
})

function answerTo({ url, body }: SeenRequest): StubAnswer {
  if (url.startsWith('/v1/webSiteInfo')) return ok({ name: '石衡珠宝玉石检测中心', phone: '027-8888 6600' })
  const [, certificateNo = '', way] = /^\/v1\/manage\/certificates\/(SH\d+)\/(print|copy)$/.exec(url) ?? []
  const text = { replaces: null, marks: [], signatures: [], publishedTime: '2026-11-03 12:30:00' }
  if (certificateNo === '') {
    const [asked] = (JSON.parse(body) as { numbers?: string[] }).numbers ?? []
    return ok({
      rows: [],
      first: asked ? { ...text, certificate: { ...CERTIFICATES.jade, certificateNo: asked } } : null,
    })
  }
  const data = { ...text, certificate: { ...CERTIFICATES.jade, certificateNo } }
  return refusals.get(certificateNo) ?? ok(way === 'print' ? { ...data, checkCode: CODE } : data)
}

const ORDER = {
  numbers: [FIRST],
  kind: 'card',
  withCode: true,
  isPreview: false,
  withBleed: false,
  grid: '5x13',
  startCell: 1,
  calibration: { offsetX: 0, offsetY: 0, scaleX: 1000, scaleY: 1000 },
}
let clients = 0

/** Sends each call from its own address, so that one test does not use up the budget of another. */
function send(order: object = {}, headers: Record<string, string> = { cookie }) {
  clients += 1
  const from = { 'x-forwarded-for': `10.7.0.${clients}` }
  const payload = { ...ORDER, ...order }
  return site.app.inject({ method: 'POST', url: PATH, headers: { ...ownCallHeaders, ...from, ...headers }, payload })
}

const findCalls = () => site.upstream.seen.map(({ url }) => url).filter((url) => url.startsWith('/v1/manage/'))

describe('a print for staff', () => {
  it('is a PDF with the code, which is neither cached nor stored', async () => {
    const reply = await send()
    expect(reply.statusCode).toBe(200)
    expect(reply.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${FIRST}-card.pdf"`,
      'cache-control': 'no-store',
    })
    expect(reply.rawPayload.subarray(-6).toString()).toBe('%%EOF\n')
    expect(findCalls()).toEqual([`/v1/manage/certificates/${FIRST}/print`])
    expect(JSON.parse(site.upstream.seen.at(-1)?.body ?? '')).toEqual({ kind: 'card' })
    if (!hasPoppler()) return
    expect(extractText(reply.rawPayload)).toContain(CODE)
    expect(readInfo(reply.rawPayload).Pages).toBe('2')
  })

  it('requests no code when none is wanted, and never for labels', async () => {
    await send({ withCode: false })
    await send({ kind: 'label' })
    expect(findCalls()).toEqual([FIRST, FIRST].map((no) => `/v1/manage/certificates/${no}/copy`))
  })

  it('requests each certificate from upstream when the one before is drawn', async () => {
    const reply = await send({ numbers: NUMBERS, kind: 'a5' })
    expect(findCalls()).toEqual(NUMBERS.map((no) => `/v1/manage/certificates/${no}/print`))
    expect(reply.headers['content-disposition']).toBe('attachment; filename="a5-3.pdf"')
    // Pages as a browser counts them while they arrive.
    expect(reply.rawPayload.toString('latin1').match(/\/Type \/Page\n/g)).toHaveLength(3)
  })

  it('is previewed without a code and without counting as a print', async () => {
    const reply = await send({ isPreview: true, numbers: NUMBERS })
    expect(reply.statusCode).toBe(200)
    expect(findCalls()).toEqual(['/v1/manage/certificates/printable'])
    if (!hasPoppler()) return
    expect(readInfo(reply.rawPayload).Pages).toBe('2')
    expect(extractText(reply.rawPayload)).toContain('******')
    expect(extractText(reply.rawPayload)).not.toContain(CODE)
  })

  it('is a test page for staff, which prints no certificate', async () => {
    const reply = await send({ numbers: [] })
    expect(reply.statusCode).toBe(200)
    expect(findCalls()).toEqual(['/v1/manage/certificates/printable'])
  })

  it('passes on a refusal of the first certificate unchanged, including a missing confirmation', async () => {
    refusals.set(FIRST, { body: { code: 403, message: '请再验证一次', data: null, extra: { factor: 'fresh' } } })
    const reply = await send({ numbers: NUMBERS })
    expect(reply.headers['content-type']).toContain('application/json')
    expect(reply.json()).toMatchObject({ code: 403, message: '请再验证一次', extra: { factor: 'fresh' } })
    expect(findCalls()).toHaveLength(1)
  })

  it('ends in a line with the reason when a later certificate is refused, and is then no valid PDF', async () => {
    refusals.set(NUMBERS[1] ?? '', failure(500, '这份证书已撤销，核对码已销毁，不能再印'))
    const reply = await send({ numbers: NUMBERS })
    const text = reply.rawPayload.toString('utf8')
    expect(text).not.toContain('%%EOF')
    const [, reason = ''] = /\n%%Stopped (\{.*\})\n$/.exec(text) ?? []
    expect(JSON.parse(reason)).toMatchObject({
      code: 500,
      message: '这份证书已撤销，核对码已销毁，不能再印',
      certificateNo: NUMBERS[1],
    })
    expect(findCalls()).toHaveLength(2)
  })

  it('needs a login, and ends a session that upstream no longer knows', async () => {
    expect((await send({}, {})).statusCode).toBe(401)
    expect(findCalls()).toEqual([])
    refusals.set(FIRST, failure(401, '登录已过期'))
    expect(String((await send()).headers['set-cookie'])).toContain('session=;')
  })

  it.each([
    { numbers: Array.from({ length: 501 }, (_, index) => makeCertificateNo('20261101', index + 1)) },
    { numbers: [FIRST, FIRST] },
    { numbers: ['SH20261103001284'.slice(0, 9)] },
    { kind: 'poster' },
    { startCell: 66 },
    { calibration: { ...ORDER.calibration, offsetX: 101 } },
  ])('refuses an order outside its limits: %#', async (order) => {
    expect((await send(order)).statusCode).toBe(400)
    expect(findCalls()).toEqual([])
  })

  it('requests no more certificates when its reader disconnects', async () => {
    const [, second = '', third = ''] = NUMBERS
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    site.upstream.answer = async (request) => {
      if (request.url.includes(second)) {
        ask()
        await held
      }
      return answerTo(request)
    }
    await site.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = site.app.server.address() as AddressInfo
    const closed = new Promise((resolve) => {
      site.app.server.once('request', (_request, response: ServerResponse) => response.once('close', resolve))
    })
    const gone = new AbortController()
    const answer = await fetch(`http://127.0.0.1:${port}${PATH}`, {
      method: 'POST',
      headers: { ...ownCallHeaders, 'content-type': 'application/json', cookie },
      body: JSON.stringify({ ...ORDER, numbers: NUMBERS }),
      signal: gone.signal,
    })
    await answer.body?.getReader().read()
    await asked
    gone.abort()
    await closed
    release()
    // A whole print takes longer than the next request of the first print would.
    expect((await send()).statusCode).toBe(200)
    expect(findCalls().filter((url) => url.includes(third))).toEqual([])
  })
})

describe('a check code', () => {
  it('occurs in no JSON of this site, no header and no log line, even after faults', async () => {
    const replies = [await send(), await send({ numbers: NUMBERS.slice(0, 2) })]
    for (const way of ['print', 'copy']) {
      const url = `/v1/manage/certificates/${FIRST}/${way}`
      const headers = { ...ownCallHeaders, cookie }
      replies.push(await site.app.inject({ method: 'POST', url, headers, payload: { kind: 'card' } }))
    }
    expect(replies.slice(2).map(({ statusCode }) => statusCode)).toEqual([404, 404])
    // Upstream answers something that the contract does not have.
    refusals.set(FIRST, ok({ checkCode: CODE, certificate: { certificateNo: FIRST, conclusion: CODE } }))
    replies.push(await send())
    refusals.set(FIRST, { body: `{"code":200,"data":{"checkCode":"${CODE}"` })
    replies.push(await send())
    // The drawing itself fails.
    const broken = {
      ...CERTIFICATES.jade,
      certificateNo: FIRST,
      category: 'jade',
      standards: [CODE],
      issuedOn: '2026-11-03',
    }
    refusals.set(
      FIRST,
      ok({
        replaces: null,
        marks: [],
        signatures: [],
        publishedTime: 'x',
        certificate: broken,
        checkCode: CODE,
      }),
    )
    replies.push(await send())
    for (const { headers, body, rawPayload } of replies) {
      expect(JSON.stringify(headers)).not.toContain(CODE)
      if (String(headers['content-type']).startsWith('application/json')) expect(body).not.toContain(CODE)
      // Page contents are compressed: the readable parts of the file contain no code.
      expect(rawPayload.toString('latin1')).not.toContain(CODE)
    }
    expect(site.logs.join('\n')).not.toContain(CODE)
  })
})
