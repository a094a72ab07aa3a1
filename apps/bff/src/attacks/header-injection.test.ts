import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeSite, type TestSite } from '#testing/make-site.ts'
import { readStatuses, sendRaw } from '#testing/raw-socket.ts'
import { ok } from '#testing/stub-upstream.ts'

let site: TestSite
beforeAll(async () => {
  site = await makeSite({ env: { TRUST_PROXY: '1' } })
  await site.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => site.close())
beforeEach(() => {
  site.upstream.answer = ({ url }) => (url.startsWith('/v1/webSiteInfo') ? ok({ name: '石衡' }) : ok([]))
  site.upstream.seen.length = 0
})

function ask(address: string, head = ''): Promise<string> {
  return sendRaw(site.app, `GET ${address} HTTP/1.1\r\nHost: site.test\r\nConnection: close\r\n${head}\r\n`)
}

/** Lines of the answer's head, lower case. */
function readHead(answer: string): string[] {
  return (answer.split('\r\n\r\n', 1)[0] ?? '').toLowerCase().split('\r\n')
}

/** Line breaks in a URL: encoded once and twice, and letters whose low byte is a line break. */
const BREAKS = ['%0d%0a', '%0a', '%0d', '%250d%250a', '%E5%98%8D%E5%98%8A', '%u000d%u000a', '\\r\\n']

describe('a line break in a URL', () => {
  it.each(BREAKS)('does not start a header in a redirect: %s', async (br) => {
    for (const address of ['/news?x=', '/?token=short&x=', '/oauth/callback/qq?code=a&state=', '/research?q=']) {
      const answer = await ask(`${address}${br}Set-Cookie:%20a=b${br}${br}<p>`)
      expect([address, readStatuses(answer)[0]]).toEqual([address, expect.toSatisfy((status) => status < 400)])
      const cookies = readHead(answer).filter((line) => line.startsWith('set-cookie'))
      expect([address, cookies]).toEqual([address, []])
      const [location] = readHead(answer).filter((line) => line.startsWith('location:'))
      expect(location).toMatch(/^location: [\x21-\x7e]+$/)
    }
  })

  it.each(BREAKS)('reaches upstream neither in a header nor as a second request: %s', async (br) => {
    await ask(`/v1/article/search?keyword=a${br}${br}GET%20/v1/admin%20HTTP/1.1`)
    await ask(`/file/img/a${br}X:%20b.png`)
    await ask(`/oauth/render/qq${br}X:%20b`)
    for (const { url, headers } of site.upstream.seen) {
      expect(url).not.toContain('/v1/admin HTTP')
      expect(headers.x).toBeUndefined()
    }
    expect(site.upstream.seen.length).toBeLessThanOrEqual(1)
  })
})

describe('characters that are not allowed in our headers', () => {
  const ODD: [what: string, value: string][] = [
    ['markup', '<script>'],
    ['Latin', '\u00e9vil'],
    ['a control character', 'evil\x7f'],
    ['quotes', '"evil\';--'],
    ['thousands of letters', 'a'.repeat(3_000)],
  ]

  it.each(ODD)('are not reflected in headers or pages: %s', async (_what, odd) => {
    const head = ['X-Request-Id', 'X-Forwarded-For', 'X-Forwarded-Proto', 'Traceparent', 'Origin', 'Accept-Language']
      .map((name) => `${name}: ${odd}\r\n`)
      .join('')
    for (const address of ['/robots.txt', '/healthz', '/?x=1']) {
      expect(await ask(address, head)).not.toContain(odd)
    }
  })

  it.each(ODD)('are forwarded in no header but User-Agent: %s', async (_what, odd) => {
    const head = ['X-Forwarded-For', 'X-Request-Id', 'Idempotency-Key', 'User-Agent']
      .map((name) => `${name}: ${odd}\r\n`)
      .join('')
    const [status] = readStatuses(await ask('/v1/user/info', head))
    // Node itself refuses control characters.
    expect([status, site.upstream.seen.length]).toEqual(odd.includes('\x7f') ? [400, 0] : [502, 1])
    for (const { headers } of site.upstream.seen) {
      const { 'user-agent': _browser, ...others } = headers
      expect(JSON.stringify(others)).not.toContain(JSON.stringify(odd).slice(1, -1))
      expect(headers['x-forwarded-for']).toBe('127.0.0.1')
    }
  })
})

describe('a header of upstream', () => {
  const PICTURE = { 'content-type': 'image/png', 'content-length': '1' }

  it('is dropped from a file response unless it is on the list', async () => {
    site.upstream.answer = () => ({
      headers: {
        ...PICTURE,
        'content-disposition': 'inline; filename="a.html"',
        'set-cookie': 'session=planted',
        server: 'secret/1.0',
        'x-powered-by': 'secret',
        'access-control-allow-origin': '*',
        'content-security-policy': "default-src 'unsafe-inline' *",
        'strict-transport-security': 'max-age=0',
        'clear-site-data': '"*"',
        refresh: '0; url=https://evil.test/',
        link: '<https://evil.test/>; rel=preload',
        location: 'https://evil.test/',
      },
      body: Buffer.from('a'),
    })
    const head = readHead(await ask('/file/img/a.png')).join('\n')
    expect(head).toContain('content-disposition: attachment\n')
    for (const word of [
      'planted',
      'secret',
      'evil',
      'unsafe-inline *',
      'max-age=0',
      'clear-site',
      'allow-origin',
      'a.html',
    ]) {
      expect([word, head.includes(word)]).toEqual([word, false])
    }
  })

  it.each(['soon', '-5', '1e9', '99999999999', '5, 6'])(
    'is passed on as Retry-After only if it is a number of seconds: %j',
    async (value) => {
      site.upstream.answer = () => ({
        status: 429,
        headers: { 'retry-after': value },
        body: { code: 429, message: 'a', data: null, extra: {} },
      })
      const line = readHead(await ask(`/v1/tag/?late=${value.length}`)).find((name) => name.startsWith('retry-after'))
      expect(line ?? 'retry-after: 1').toMatch(/^retry-after: \d{1,6}$/)
    },
  )
})

it('never names the server software', async () => {
  for (const address of ['/', '/healthz', '/v1/nothing', '/assets/entry-1a2b3c4d.js', '/%zz']) {
    expect((await ask(address)).toLowerCase()).not.toMatch(/^(?:server|x-powered-by|via):|fastify|node\.js/m)
  }
})
