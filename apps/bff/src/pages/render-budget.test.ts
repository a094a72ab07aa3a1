import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeSite, type TestSite } from '#testing/make-site.ts'
import { ok } from '#testing/stub-upstream.ts'

const ONE = '192.0.2.1'
const OTHER = '198.51.100.7'
const FOUND = { records: [], total: 0, size: 10, current: 1, pages: 0 }

let site: TestSite
beforeEach(async () => {
  site = await makeSite({ env: { TRUST_PROXY: '1' } })
  site.upstream.answer = ({ url }) => ok(url.includes('/search') ? FOUND : { name: '石衡' })
})
afterEach(() => site.close())

function open(url: string, address: string) {
  return site.app.inject({ url, headers: { 'x-forwarded-for': address } })
}

/** Returns the URL of a page whose HTML and data are not cached. */
function makeUniquePage(word: string): string {
  return `/?call=${encodeURIComponent(`/v1/article/search?keyword=${word}`)}`
}

describe('one client that requests 90 uncached pages at once', () => {
  it('does not delay the uncached pages of another client, and finally gets 429', async () => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    site.upstream.answer = async ({ url }) => {
      if (url.includes('flood')) await released
      return ok(FOUND)
    }
    const flood = Array.from({ length: 90 }, (_, n) => open(makeUniquePage(`flood${n}`), ONE))
    await expect.poll(() => site.upstream.seen.length).toBeGreaterThan(7)
    for (let n = 0; n < 10; n += 1) {
      const page = await open(makeUniquePage(`other${n}`), OTHER)
      expect([page.statusCode, page.headers['x-cache']]).toEqual([200, 'new'])
      expect(page.body).toContain('"total":0')
    }
    release()
    await Promise.all(flood)

    const rest = await Promise.all(Array.from({ length: 300 }, (_, n) => open(makeUniquePage(`more${n}`), ONE)))
    const refused = rest.filter(({ statusCode }) => statusCode === 429)
    expect(refused).toHaveLength(90)
    expect(refused[0]?.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'retry-after': '10' })
    expect(refused[0]?.headers['cache-control']).toBe('no-store')
    expect(refused[0]?.body).toContain('<h1>访问过于频繁</h1>')
    expect((await open(makeUniquePage('still'), OTHER)).headers['x-cache']).toBe('new')
  })
})

describe('a client that has used up its rendering budget', () => {
  beforeEach(async () => {
    await open('/', OTHER)
    for (let n = 0; n < 300; n += 1) await open(`/?page=${n}`, ONE)
    expect((await open('/?page=last', ONE)).statusCode).toBe(429)
  })

  it('still gets cached pages, which are rendered again when they have expired', async () => {
    expect((await open('/', ONE)).headers['x-cache']).toBe('fresh')
    site.clock.nowMs += 11 * 60_000
    site.upstream.answer = () => ok({ name: '石衡二' })
    for (let n = 0; n < 301; n += 1) await open(`/?page=later${n}`, ONE)
    expect((await open('/?page=one-more', ONE)).statusCode).toBe(429)
    const page = await open('/', ONE)
    expect([page.statusCode, page.headers['x-cache']]).toEqual([200, 'new'])
    expect(page.body).toContain('石衡二')
  })

  it('does not cause a refusal for another client that opens the same page at the same time', async () => {
    const [one, other] = await Promise.all([open('/?page=same', ONE), open('/?page=same', OTHER)])
    expect([one?.statusCode, other?.statusCode]).toEqual([429, 200])
  })

  it('can still make API calls', async () => {
    const reply = await open('/v1/article/search?keyword=a', ONE)
    expect(reply.statusCode).toBe(200)
  })

  it('gets pages again as its budget refills', async () => {
    site.clock.nowMs += 1_000
    expect((await open('/?page=then', ONE)).statusCode).toBe(200)
  })
})
