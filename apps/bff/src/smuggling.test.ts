import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeSite, type TestSite } from '#testing/make-site.ts'
import { ok } from '#testing/stub-upstream.ts'

let site: TestSite
beforeAll(async () => {
  site = await makeSite({ env: { PUBLIC_ORIGIN: '' } })
  site.upstream.answer = ({ url }) => (url === '/v1/webSiteInfo' ? ok({ name: '石衡' }) : ok(null))
  await site.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => site.close())
beforeEach(() => {
  site.upstream.seen.length = 0
})

const HEAD = 'Host: site.test\r\nConnection: close\r\n'

describe('malformed HTTP', () => {
  it.each([
    [
      'both lengths',
      `POST /v1/link/ HTTP/1.1\r\n${HEAD}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ['two lengths', `POST /v1/link/ HTTP/1.1\r\n${HEAD}Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcde`],
    ['an unknown transfer encoding', `POST /v1/link/ HTTP/1.1\r\n${HEAD}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`],
    ['a space before the colon', `POST /v1/link/ HTTP/1.1\r\n${HEAD}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`],
    ['a folded header', `GET /v1/webSiteInfo HTTP/1.1\r\n${HEAD}X: a\r\n b\r\n\r\n`],
    ['bare line feeds', 'GET /v1/webSiteInfo HTTP/1.1\nHost: site.test\n\n'],
    ['bytes outside ASCII', 'GET /\xff\xfe HTTP/1.1\r\nHost: site.test\r\n\r\n'],
  ])('is refused with an envelope, and the connection is closed: %s', async (_what, request) => {
    const answer = await send(request)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toMatch(/connection: close/i)
    expect(readEnvelope(answer)).toMatchObject({ code: 400, data: null, extra: {} })
    expect(site.upstream.seen).toEqual([])
  })

  it('is refused with 431 when its header is too long', async () => {
    const answer = await send(`GET / HTTP/1.1\r\n${HEAD}X: ${'a'.repeat(20_000)}\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 431 /)
    expect(readEnvelope(answer)).toMatchObject({ code: 431, extra: { reason: 'headTooLarge' } })
  })

  it('is refused with the usual response headers when its path cannot be decoded', async () => {
    const answer = await send(`GET /%E0%A4%A HTTP/1.1\r\n${HEAD}\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('x-content-type-options: nosniff')
    expect(answer).toContain("default-src 'none'")
  })
})

describe('a request line whose target is not a path', () => {
  it.each([
    'GET http://evil.test/v1/webSiteInfo',
    'GET http://evil.test/',
    'GET *',
    'OPTIONS *',
    'TRACE /',
    'OPTIONS /v1/webSiteInfo',
  ])('is answered 404: %s', async (line) => {
    expect(await send(`${line} HTTP/1.1\r\n${HEAD}\r\n`)).toMatch(/^HTTP\/1\.1 404 /)
    expect(site.upstream.seen).toEqual([])
  })

  it('opens no tunnel', async () => {
    expect(await send('CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: 127.0.0.1:22\r\n\r\n')).toBe('')
  })

  it('is answered as an ordinary request when it requests a WebSocket at another route', async () => {
    const upgrade = 'Connection: Upgrade, close\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n'
    const answer = await send(`GET /v1/webSiteInfo HTTP/1.1\r\nHost: site.test\r\n${upgrade}\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
    expect(site.upstream.seen.every(({ headers }) => headers.upgrade === undefined)).toBe(true)
  })
})

describe('the body of a picture request', () => {
  it('is not forwarded, so that upstream cannot read it as the next request', async () => {
    const body = 'GET /v1/admin HTTP/1.1\r\n\r\n'
    await send(
      `GET /file/img/a.png HTTP/1.1\r\n${HEAD}Content-Type: a/b\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    const [seen, ...others] = site.upstream.seen
    expect([seen?.url, seen?.body, seen?.headers['content-length'], others]).toEqual([
      '/file/img/a.png',
      '',
      undefined,
      [],
    ])
  })
})

describe('pipelined requests', () => {
  const one = 'GET /v1/webSiteInfo HTTP/1.1\r\nHost: site.test\r\n\r\n'

  it('are each answered, in order', async () => {
    const answers = await send(`${one.repeat(9)}GET /healthz HTTP/1.1\r\n${HEAD}\r\n`)
    expect(answers.split('HTTP/1.1 200 OK')).toHaveLength(11)
    expect(answers).toMatch(/"alive"[^}]*\},"extra":\{\}\}$/)
  })

  it('close the connection when there are too many', async () => {
    const answers = await send(one.repeat(500)).catch(() => '')
    expect(answers.split('HTTP/1.1 200 OK').length).toBeLessThan(100)
    expect((await site.app.inject('/healthz')).statusCode).toBe(200)
  })
})

describe('an unusual Host header', () => {
  it.each(['', 'evil.test/../', 'a@b', '1.2.3.4.5', '[::g]', 'site.test:99999'])(
    'becomes localhost when it is invalid: %j',
    async (host) => {
      const answer = await send(`GET /robots.txt HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
      expect(answer).toContain('Sitemap: http://localhost/sitemap.xml')
    },
  )

  it('may be an IPv6 address', async () => {
    const answer = await send('GET /robots.txt HTTP/1.1\r\nHost: [::1]:8080\r\nConnection: close\r\n\r\n')
    expect(answer).toContain('Sitemap: http://[::1]:8080/sitemap.xml')
  })

  it('is not replaced by X-Forwarded-Host without a trusted proxy', async () => {
    const forged = 'X-Forwarded-Host: evil.test\r\nX-Forwarded-Proto: https\r\n'
    expect(await send(`GET /robots.txt HTTP/1.1\r\n${HEAD}${forged}\r\n`)).toContain(
      'Sitemap: http://site.test/sitemap.xml',
    )
  })
})

describe('members named like properties of Object.prototype', () => {
  it('are refused in a body and dropped from a query', async () => {
    for (const payload of ['{"__proto__":{"x":1}}', '{"constructor":{"prototype":{"x":1}}}']) {
      const headers = { 'content-type': 'application/json' }
      expect((await site.app.inject({ method: 'POST', url: '/v1/link/', headers, payload })).statusCode).toBe(400)
    }
    await site.app.inject('/v1/article/?__proto__[x]=1&__proto__=1&constructor=2&pageNo=1')
    expect(site.upstream.seen.map(({ url }) => url)).toEqual(['/v1/article/?pageNo=1'])
    expect(Object.prototype).not.toHaveProperty('x')
  })
})

describe('equivalent queries', () => {
  it('share one cache entry, and repeated members are refused', async () => {
    const asked = ['?pageNo=1&pageSize=7', '?pageSize=7&pageNo=1&x=1', '?pageNo=01&pageSize=7']
    site.upstream.answer = () => ok({ records: [], pages: 0 })
    for (const query of asked) expect((await site.app.inject(`/v1/article/${query}`)).statusCode).toBe(200)
    expect(site.upstream.seen).toHaveLength(1)
    expect((await site.app.inject('/v1/article/?pageNo=1&pageNo=2')).statusCode).toBe(400)
  })
})

/** Sends raw bytes and returns everything until the connection ends. */
async function send(request: string): Promise<string> {
  const socket = connect((site.app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(Buffer.from(request, 'latin1'))
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function readEnvelope(answer: string): unknown {
  return JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))
}
