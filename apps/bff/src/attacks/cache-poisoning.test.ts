import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeSite, type TestSite } from '#testing/make-site.ts'
import { sendRaw } from '#testing/raw-socket.ts'
import { ok } from '#testing/stub-upstream.ts'

let site: TestSite
afterEach(() => site.close())

async function openSite(env: Record<string, string> = {}): Promise<void> {
  site = await makeSite({ env })
  site.upstream.answer = ({ url }) => (url.startsWith('/v1/webSiteInfo') ? ok({ name: '石衡' }) : ok([]))
  await site.app.listen({ port: 0, host: '127.0.0.1' })
}

function ask(address: string, head = '', host = 'site.test', method = 'GET'): Promise<string> {
  return sendRaw(site.app, `${method} ${address} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${head}\r\n`)
}

const readBody = (answer: string) => answer.slice(answer.indexOf('\r\n\r\n') + 4)

/** Headers that are not part of the cache key, and that some servers trust. */
const UNKEYED = [
  'X-Forwarded-Host: evil.test',
  'X-Forwarded-Proto: evil',
  'X-Forwarded-Port: 666',
  'X-Forwarded-Prefix: /evil',
  'X-Forwarded-Server: evil.test',
  'X-Host: evil.test',
  'X-Original-URL: /evil',
  'X-Rewrite-URL: /evil',
  'X-HTTP-Method-Override: POST',
  'Forwarded: host=evil.test;proto=https',
  'X-Inner-Origin: http://evil.test',
  'X-Inner-Visitor: 203.0.113.7',
  'Accept-Language: evil',
  'Accept: application/evil',
  'Cookie: theme=evil; session=evil',
  'Origin: http://evil.test',
  'Range: bytes=0-3',
  'If-Modified-Since: Sat, 21 Nov 2026 00:00:00 GMT',
  'If-None-Match: *',
  'Authorization: Bearer evil',
  'User-Agent: evil',
  'TE: evil',
  'Content-Length: 4\r\nX: evil',
]

describe('a page first requested with an unkeyed header or another method', () => {
  beforeEach(() => openSite({ PUBLIC_ORIGIN: '' }))

  it.each(UNKEYED)('is unchanged for the next visitor: %s', async (line) => {
    const body = line.startsWith('Content-Length') ? 'evil' : ''
    for (const address of ['/', '/robots.txt', '/v1/webSiteInfo', '/no-such-page']) {
      await ask(address, `${line}\r\n\r\n${body}`.replace(/\r\n$/, ''))
      const next = await ask(address)
      expect([address, /evil|666/.test(next.replace(/x-request-id.*|requestId.*/gi, ''))]).toEqual([address, false])
      expect(next).toMatch(address === '/no-such-page' ? /^HTTP\/1\.1 404 / : /^HTTP\/1\.1 200 /)
      expect(readBody(next)).not.toBe('')
    }
  })

  it('has a body again after a HEAD request', async () => {
    const head = await ask('/', '', 'site.test', 'HEAD')
    expect([head.slice(0, 15), readBody(head)]).toEqual(['HTTP/1.1 200 OK', ''])
    expect(readBody(await ask('/'))).toContain('石衡')
    expect(readBody(await ask('/', '', 'site.test', 'HEAD'))).toBe('')
  })

  it('is cached separately for each host', async () => {
    expect(await ask('/', '', 'evil.test')).toContain('href="http://evil.test/"')
    expect(await ask('/')).toContain('href="http://site.test/"')
    expect(await ask('/', '', 'SITE.TEST')).toContain('href="http://site.test/"')
  })

  it('does not turn an encoded query parameter into an upstream call', async () => {
    for (const query of ['?a=1;call=/v1/evil', '?%63all=1', '?a=1%26call=/v1/evil', '?a#call=/v1/evil']) {
      await ask(`/${query}`)
    }
    expect(site.upstream.seen.some(({ url }) => url.includes('evil'))).toBe(false)
  })
})

describe('the page cache of a site with PUBLIC_ORIGIN', () => {
  it('serves every host the same page from one cache entry', async () => {
    await openSite()
    const pages = await Promise.all(
      ['evil.test', 'site.test', 'a.test', '203.0.113.7'].map((host) => ask('/', '', host)),
    )
    for (const page of pages) expect(page).toContain('href="http://site.test/"')
    expect(site.upstream.seen).toHaveLength(1)
  })

  it('ignores forwarded-host headers in links, even from a trusted proxy', async () => {
    await openSite({ TRUST_PROXY: '1' })
    const forged = 'X-Forwarded-Host: evil.test\r\nX-Forwarded-Proto: http\r\n'
    for (const address of ['/', '/robots.txt', '/.well-known/security.txt']) {
      expect(await ask(address, forged)).not.toContain('evil.test')
    }
  })
})

describe('a response that must not be shared', () => {
  beforeEach(() => openSite())

  it('is sent with no-store', async () => {
    const cookie = await site.logIn()
    for (const address of ['/bff/session', '/v1/user/info', '/?token=x', '/v1/nothing', '/assets/missing-0.js']) {
      expect([address, await ask(address, `Cookie: ${cookie}\r\n`)]).toEqual([
        address,
        expect.stringMatching(/cache-control: (?:private, )?no-store/i),
      ])
    }
  })

  it('is not stored when upstream fails', async () => {
    site.upstream.answer = () => ({ status: 500, body: 'evil' })
    await ask('/v1/tag/')
    site.upstream.answer = () => ok([])
    expect(await ask('/v1/tag/')).toMatch(/^HTTP\/1\.1 200 /)
  })
})

describe('the page cache under many hosts and URLs', () => {
  it('stores a page that is read often', async () => {
    await openSite({ PUBLIC_ORIGIN: '' })
    await ask('/')
    for (let turn = 0; turn < 300; turn += 1) {
      await site.app.inject({ url: `/?x=${turn}`, headers: { host: `h${turn}.test` }, remoteAddress: '192.0.2.1' })
      await site.app.inject({ url: '/', headers: { host: 'site.test' } })
    }
    const kept = await site.app.inject({ url: '/', headers: { host: 'site.test' } })
    expect(kept.headers['x-cache']).toBe('fresh')
  })
})
