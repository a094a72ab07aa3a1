import { brotliDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeSite, type TestSite } from '#testing/make-site.ts'
import { ok } from '#testing/stub-upstream.ts'

const SECRET = 'Sh4red-_'.padEnd(43, 'x')
const ADDRESS = `/share/${SECRET}`
/** The router of the pages treats these as the same address. */
const DISGUISED = [`/SHARE/${SECRET}`, `/%73hare/${SECRET}`, `/EN/Share/${SECRET}`, ADDRESS.replace('-', '%2D')]

let site: TestSite
beforeEach(async () => {
  site = await makeSite()
  site.upstream.answer = () => ok({ name: '石衡' })
})
afterEach(() => site.close())

it.each([ADDRESS, `/en${ADDRESS}`, `${ADDRESS}/`, ...DISGUISED])(
  'the page of a share is made for each request, and is in no cache, index or referrer: %s',
  async (address) => {
    for (let times = 0; times < 2; times += 1) {
      const reply = await site.app.inject(address)
      expect(reply.headers).toMatchObject({
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex, nofollow, noarchive',
        'referrer-policy': 'no-referrer',
      })
      // Cached pages have both headers.
      expect([reply.headers.etag, reply.headers['x-cache']]).toEqual([undefined, undefined])
    }
  },
)

it('the page of a share is compressed for browsers that accept it', async () => {
  const reply = await site.app.inject({ url: ADDRESS, headers: { 'accept-encoding': 'gzip, br' } })
  expect(reply.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  expect(brotliDecompressSync(reply.rawPayload).toString()).toContain('石衡</div>')
})

it('a HEAD request to a share has the same head and changes nothing', async () => {
  const reply = await site.app.inject({ method: 'HEAD', url: ADDRESS })
  expect(reply.payload).toBe('')
  expect(reply.headers['cache-control']).toBe('no-store')
  expect(site.upstream.seen.every(({ method }) => method === 'GET')).toBe(true)
})

it('the page that revokes keeps the origin of its form', async () => {
  for (const prefix of ['', '/en', '/EN']) {
    const { headers } = await site.app.inject(`${prefix}/share/revoke?key=${SECRET}`)
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'same-origin' })
  }
})

it('the log has no secret of a share', async () => {
  for (const prefix of ['', '/en']) {
    await site.app.inject(prefix + ADDRESS)
    await site.app.inject(`${prefix}/share/revoke?key=${SECRET}`)
  }
  const mistyped = [`//share/${SECRET}`, `/share//${SECRET}`, `/share/%20${SECRET}`, `/share%252f${SECRET}`]
  for (const address of [...DISGUISED, ...mistyped, `/en/share/${SECRET.slice(1)}`]) await site.app.inject(address)
  const lines = site.logs.filter((line) => /share/i.test(line))
  expect(lines.length).toBeGreaterThan(3)
  expect(lines.join('')).not.toContain(SECRET.slice(-20))
})

it('the log has no query whose question mark was escaped', async () => {
  await site.app.inject(`/gem%3Ftoken=${SECRET}`)
  expect(site.logs.join('')).toContain('"path":"/gem?…"')
  expect(site.logs.join('')).not.toContain(SECRET)
})

it('pages of shares have their own budget', async () => {
  for (let times = 0; times < 60; times += 1) {
    await site.app.inject(ADDRESS)
    await site.app.inject(`/en${ADDRESS}`)
  }
  const refused = await site.app.inject(ADDRESS)
  expect(refused.statusCode).toBe(429)
  expect(refused.headers['content-type']).toContain('text/html')
  expect((await site.app.inject('/')).statusCode).toBe(200)
})
