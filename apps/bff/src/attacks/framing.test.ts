import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeSite, type TestSite } from '#testing/make-site.ts'
import { readStatuses, sendRaw } from '#testing/raw-socket.ts'
import { ok } from '#testing/stub-upstream.ts'

let site: TestSite
beforeAll(async () => {
  site = await makeSite()
  site.upstream.answer = ({ url }) => (url.startsWith('/v1/webSiteInfo') ? ok({ name: '石衡' }) : ok([]))
  await site.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => site.close())
beforeEach(() => {
  site.upstream.seen.length = 0
})

/** A second request, hidden where a front server could read it as a body. */
const HIDDEN = 'GET /v1/tag/ HTTP/1.1\r\nHost: site.test\r\n\r\n'
const post = (head: string, body: string) => `POST /v1/link/ HTTP/1.1\r\nHost: site.test\r\n${head}\r\n\r\n${body}`
const makeChunkedRequest = (body: string) => post('Content-Type: application/json\r\nTransfer-Encoding: chunked', body)

const UNCLEAR: [what: string, request: string][] = [
  ['a coding after «chunked»', post('Transfer-Encoding: chunked, identity', '0\r\n\r\n')],
  ['«chunked» twice', post('Transfer-Encoding: chunked, chunked', '0\r\n\r\n')],
  ['two codings in two fields', post('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity', '0\r\n\r\n')],
  ['«chunked» in quotes', post('Transfer-Encoding: "chunked"', '0\r\n\r\n')],
  ['«chunked» behind a control character', post('Transfer-Encoding: \x0bchunked', '0\r\n\r\n')],
  ['an unknown coding, with a length', post('Transfer-Encoding: xchunked\r\nContent-Length: 5', '0\r\n\r\n')],
  ['a field name that ends in a tab', post('Transfer-Encoding\t: chunked', '0\r\n\r\n')],
  ['a field that a bare LF begins', post('X: a\nTransfer-Encoding: chunked', '0\r\n\r\n')],
  ['a field that a bare CR begins', post('X: a\rTransfer-Encoding: chunked', '0\r\n\r\n')],
  ['a NUL in a field', post('X: a\x00b\r\nContent-Length: 0', '')],
  ['equal lengths, twice', post('Content-Length: 2\r\nContent-Length: 2', '{}')],
  ['a list of lengths', post('Content-Length: 2, 2', '{}')],
  ['a length with a sign', post('Content-Length: +2', '{}')],
  ['a negative length', post('Content-Length: -1', '{}')],
  ['a hexadecimal length', post('Content-Length: 0x2', '{}')],
  ['a length with a space in it', post('Content-Length: 2 2', '{}')],
  ['a length beyond all numbers', post('Content-Length: 99999999999999999999', '{}')],
  ['a chunk size with a prefix', makeChunkedRequest('0x2\r\n{}\r\n0\r\n\r\n')],
  ['a negative chunk size', makeChunkedRequest('-2\r\n{}\r\n0\r\n\r\n')],
  ['a chunk size beyond all numbers', makeChunkedRequest('fffffffffffffffff\r\n{}\r\n0\r\n\r\n')],
  ['a chunk size that a bare LF ends', makeChunkedRequest('2\n{}\r\n0\r\n\r\n')],
  ['a chunk that is longer than it says', makeChunkedRequest('2\r\n{}{}\r\n0\r\n\r\n')],
  ['a chunk extension with a bare LF', makeChunkedRequest('2;a=b\n{}\r\n0\r\n\r\n')],
  ['chunk extensions without end', makeChunkedRequest(`2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`)],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['another protocol', 'GET /v1/webSiteInfo HTTQ/1.1\r\nHost: site.test\r\n\r\n'],
  ['a version of its own', 'GET /v1/webSiteInfo HTTP/1.9\r\nHost: site.test\r\n\r\n'],
  ['a space in the address', 'GET /v1/web SiteInfo HTTP/1.1\r\nHost: site.test\r\n\r\n'],
]

describe('a request with ambiguous framing', () => {
  it.each(UNCLEAR)('is refused, and the bytes after it are not read as a request: %s', async (_what, request) => {
    const statuses = readStatuses(await sendRaw(site.app, request + HIDDEN))
    expect(statuses).toEqual([expect.toSatisfy((status: number) => status === 400 || status === 413)])
    expect(site.upstream.seen).toEqual([])
  })
})

describe('a request whose framing error shows only after its response', () => {
  const unclear = 'GET /healthz HTTP/1.1\r\nHost: site.test\r\n'

  it.each([
    ['another coding than chunks', `${unclear}Transfer-Encoding: "chunked"\r\n\r\n0\r\n\r\n`],
    ['a chunk without a size', `${unclear}Transfer-Encoding: chunked\r\n\r\nnone\r\n\r\n`],
    ['a chunk that is longer than it says', `${unclear}Transfer-Encoding: chunked\r\n\r\n2\r\n{}{}\r\n0\r\n\r\n`],
  ])('gets one response, and the bytes after it are not read as a request: %s', async (_what, request) => {
    expect(readStatuses(await sendRaw(site.app, request + HIDDEN))).toHaveLength(1)
    expect(site.upstream.seen).toEqual([])
  })
})

describe('a request without exactly one host', () => {
  it.each([
    ['no protocol', 'GET /v1/webSiteInfo\r\n\r\n'],
    ['no host', 'GET /v1/webSiteInfo HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['two hosts', `GET /v1/webSiteInfo HTTP/1.1\r\nHost: site.test\r\nhost: evil.test\r\nConnection: close\r\n\r\n`],
  ])('is refused with an envelope: %s', async (_what, request) => {
    const answer = await sendRaw(site.app, request)
    expect(readStatuses(answer)).toEqual([400])
    expect(answer).toContain('{"code":400,')
    expect(site.upstream.seen).toEqual([])
  })
})

describe('a well-formed request that resembles a smuggled one', () => {
  it('has its body consumed, even for a GET', async () => {
    const body = `Content-Length: ${HIDDEN.length}\r\n\r\n${HIDDEN}`
    const last = 'GET /healthz HTTP/1.1\r\nHost: site.test\r\nConnection: close\r\n\r\n'
    const answers = await sendRaw(site.app, `GET /v1/webSiteInfo HTTP/1.1\r\nHost: site.test\r\n${body}${last}`)
    expect(readStatuses(answers)).toEqual([200, 200])
    expect(site.upstream.seen.map(({ url }) => url)).not.toContain('/v1/tag/')
  })

  it('is forwarded with a new Content-Length, without trailers and chunk extensions', async () => {
    const cookie = await site.logIn()
    const head = `Cookie: ${cookie}\r\nConnection: close\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked`
    const body = '{"code":1,"toUserId":"2","content":"a"}'
    const size = body.length.toString(16)
    const request = `POST /v1/im/chat HTTP/1.1\r\nHost: site.test\r\n${head}\r\n\r\n${size};a=b\r\n${body}\r\n0\r\nX-Trailer: c\r\n\r\n`
    await sendRaw(site.app, request)
    const [seen] = site.upstream.seen
    expect(JSON.parse(seen?.body ?? '')).toMatchObject(JSON.parse(body))
    expect(seen?.headers['transfer-encoding']).toBeUndefined()
    expect(seen?.headers['content-length']).toBe(String(seen?.body.length))
    expect(JSON.stringify(seen)).not.toContain('railer')
  })

  it('is not changed by method and URL override headers', async () => {
    const override = 'X-HTTP-Method-Override: DELETE\r\nX-Original-URL: /v1/tag/\r\nX-Rewrite-URL: /v1/tag/\r\n'
    await sendRaw(
      site.app,
      `GET /v1/webSiteInfo?a=1 HTTP/1.1\r\nHost: site.test\r\nConnection: close\r\n${override}\r\n`,
    )
    expect(site.upstream.seen.every(({ method, url }) => method === 'GET' && url === '/v1/webSiteInfo')).toBe(true)
  })
})
