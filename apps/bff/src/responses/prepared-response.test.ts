import { brotliDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeSite, OWN_ORIGIN, type TestSite } from '#testing/make-site.ts'
import { ok } from '#testing/stub-upstream.ts'

let site: TestSite

beforeEach(async () => {
  site = await makeSite()
  site.upstream.answer = () => ok({ name: '石衡' })
})
afterEach(() => site.close())

const BR = { 'accept-encoding': 'br' }
/** Headers that differ from response to response. */
const OWN = /^(?:date|age|x-cache|x-request-id|connection|content-length|content-type)$/

async function fetchHeaders(url: string, headers: Record<string, string> = BR) {
  const { headers: answered } = await site.app.inject({ url, headers })
  return Object.fromEntries(Object.entries(answered).filter(([name]) => !OWN.test(name)))
}

describe('a prepared response', () => {
  it('has every header of other responses', async () => {
    const plain = await fetchHeaders('/no-such-file.txt')
    await fetchHeaders('/')
    for (const address of ['/', '/assets/entry-1a2b3c4d.js', '/v1/webSiteInfo']) {
      expect(Object.keys(await fetchHeaders(address))).toEqual(expect.arrayContaining(Object.keys(plain)))
    }
  })

  it('is the same page on a repeated request, with its age', async () => {
    const first = await site.app.inject({ url: '/', headers: BR })
    site.clock.nowMs += 3_000
    const second = await site.app.inject({ url: '/', headers: BR })
    expect([first.headers['x-cache'], second.headers['x-cache'], second.headers.age]).toEqual(['new', 'fresh', '3'])
    // The first is compressed fast; the second one is cached.
    const third = await site.app.inject({ url: '/', headers: BR })
    expect(third.rawPayload).toEqual(second.rawPayload)
    expect(brotliDecompressSync(third.rawPayload)).toEqual(brotliDecompressSync(first.rawPayload))
    expect(await fetchHeaders('/')).toEqual(await fetchHeaders('/'))
  })

  it('has no body on 304 and HEAD', async () => {
    const { headers } = await site.app.inject({ url: '/', headers: BR })
    const known = { ...BR, 'if-none-match': String(headers.etag) }
    for (let time = 0; time < 2; time += 1) {
      const again = await site.app.inject({ url: '/', headers: known })
      expect([again.statusCode, again.payload, again.headers['content-length']]).toEqual([304, '', undefined])
    }
    const head = await site.app.inject({ method: 'HEAD', url: '/', headers: BR })
    expect([head.statusCode, head.payload, head.headers.etag]).toEqual([200, '', headers.etag])
  })

  it('has the id of its own request', async () => {
    const ids = await Promise.all([1, 2].map(async () => (await site.app.inject('/')).headers['x-request-id']))
    expect(new Set(ids).size).toBe(2)
  })
})

describe('a cached answer to a call', () => {
  const address = '/v1/article/info?id=7'
  const ask = (headers: Record<string, string> = {}, url = address) => site.app.inject({ url, headers })

  beforeEach(async () => {
    site.upstream.answer = () => ok({ id: 7, title: '翡翠' })
    for (let time = 0; time < 3; time += 1) await ask()
  })

  it('is sent without a request to upstream', async () => {
    const reply = await ask()
    expect([reply.headers['x-cache'], reply.json().data.title]).toEqual(['fresh', '翡翠'])
    expect(site.upstream.seen).toHaveLength(1)
  })

  it('is refused to another site, and for another spelling of the path', async () => {
    expect((await ask({ 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
    expect((await ask({ origin: 'https://elsewhere.example' })).statusCode).toBe(403)
    expect((await ask({ origin: OWN_ORIGIN })).statusCode).toBe(200)
    expect((await ask({}, '/v1/article/%69nfo?id=7')).statusCode).toBe(404)
  })

  it('is found for any order of the query, even a non-canonical one, which is validated', async () => {
    site.upstream.answer = () => ok({ records: [], total: 0, size: 10, current: 1, pages: 0 })
    const [canonical, reversed] = ['pageNo=1&pageSize=10', 'pageSize=10&pageNo=1'].map(
      (query) => `/v1/article/?${query}`,
    )
    await ask({}, reversed)
    const states = [await ask({}, canonical), await ask({}, reversed)].map(({ headers }) => headers['x-cache'])
    expect(states).toEqual(['fresh', 'fresh'])
    expect((await ask({}, '/v1/article/?pageNo=x&pageSize=10')).statusCode).toBe(400)
  })

  it('counts against the rate limit of the client', async () => {
    const replies = await Promise.all(Array.from({ length: 610 }, () => ask()))
    expect(replies.filter(({ statusCode }) => statusCode === 429).length).toBeGreaterThan(0)
  })

  it('is not sent to a member, whose answer may differ', async () => {
    const cookie = await site.logIn()
    site.upstream.answer = () => ok({ id: 7, title: '翡翠', isCollect: 1 })
    expect((await ask({ cookie })).json().data.isCollect).toBe(1)
    expect((await ask()).json().data.isCollect).toBeUndefined()
  })
})
