import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Call } from '../../packages/contract/src/call.ts'
import { calls } from '../../packages/contract/src/calls.ts'
import { PAGE_PATHS } from '../../packages/contract/src/paths/page-paths.ts'
import { type Asked, ask } from './asking.ts'
import { type EdgeOfStub, hasNginx, startEdgeOfStub } from './stub-site.ts'

const CALL = '/v1/article/info?id=7'
const SCRIPT = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }
const DOCUMENT = { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

/** Pages whose answers nginx never caches: forms and their results, secrets in the address, pages for members only. */
const NEVER_KEPT: readonly string[] = [
  ...['/certificate-check/receipt', '/certificate-check/share', '/certificate-check/report', '/share/:secret'],
  ...['/share/revoke', '/en/certificate-check/receipt', '/en/certificate-check/share', '/en/share/:secret'],
  ...['/en/share/revoke', '/user', '/my-orders', '/im', '/notice', '/notice/id', '/review', '/conversation'],
]

describe.skipIf(!hasNginx())('requests that bypass the cache of nginx', () => {
  let edge: EdgeOfStub
  beforeAll(async () => {
    edge = await startEdgeOfStub()
  })
  afterAll(() => edge.close())
  beforeEach(() => {
    edge.asked.length = 0
  })

  const get = (address: string, asked: Asked = {}) => ask(edge.url + address, asked)

  /** Returns whether a request reaches the site and does not change the cached answers for others. */
  async function goesPast(address: string, asked: Asked): Promise<boolean> {
    const kept = (await get(address)).body
    const before = edge.asked.length
    const own = (await get(address, asked)).body
    expect((await get(address)).body).toBe(kept)
    expect(own === kept).toBe(edge.asked.length === before)
    return edge.asked.length > before
  }

  it.each([
    ['of another site', { ...SCRIPT, 'sec-fetch-site': 'cross-site' }],
    ['of a sibling subdomain', { ...SCRIPT, 'sec-fetch-site': 'same-site' }],
    ['from the address bar', DOCUMENT],
    ['of a frame', { ...SCRIPT, 'sec-fetch-dest': 'iframe', 'sec-fetch-mode': 'navigate' }],
    ['of a picture', { ...SCRIPT, 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' }],
    ['with an origin', { origin: 'https://elsewhere.example' }],
    ['with a referrer, in a browser without Sec-Fetch', { referer: 'https://elsewhere.example/' }],
    ['prefetched', { ...SCRIPT, 'sec-purpose': 'prefetch' }],
    ['prefetched, as older browsers say', { purpose: 'prefetch' }],
    ['prefetched, as older Firefox says', { 'x-moz': 'prefetch' }],
    ['of a member', { ...SCRIPT, cookie: 'a=b; session=sealed' }],
    ['of a member over TLS', { ...SCRIPT, cookie: '__Host-session=sealed' }],
    ['with authorization', { authorization: 'Bearer x' }],
    ['after a change', { ...SCRIPT, cookie: '__Host-changed=sealed' }],
  ])('include calls %s', async (_what, headers) => {
    expect(await goesPast(CALL, { headers })).toBe(true)
  })

  it('include other methods at the same address, whose answers are not cached either', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      expect([method, await goesPast('/v1/comment/', { method })]).toEqual([method, true])
      expect([method, await goesPast('/gem', { method })]).toEqual([method, true])
    }
  })

  it('exclude calls of our own scripts and of programs', async () => {
    const cookie = 'known-device=x; sessions=y; mysession=z; unchanged=1'
    for (const headers of [SCRIPT, { ...SCRIPT, referer: 'http://site/gem' }, {}, { ...SCRIPT, cookie }]) {
      expect(await goesPast(CALL, { headers })).toBe(false)
    }
  })

  it('exclude pages for any visitor, except after the visitor’s own change', async () => {
    for (const headers of [DOCUMENT, { ...DOCUMENT, 'sec-fetch-site': 'cross-site' }, { cookie: 'session=sealed' }]) {
      expect(await goesPast('/gem', { headers })).toBe(false)
    }
    for (const cookie of ['changed=x', 'session=y; changed=x', 'a=b;__Host-changed=x']) {
      expect([cookie, await goesPast('/gem', { headers: { cookie } })]).toEqual([cookie, true])
    }
  })

  it('include all but the public pages and the cached calls of the contract', async () => {
    const isCacheable = async (address: string) => {
      await get(`${address}?asked=for-the-first-time`)
      return edge.asked.at(-1)?.headers['x-edge-time'] !== undefined
    }
    const fillPath = (pattern: string) => pattern.replace(/:\w+/, pattern.includes('secret') ? 'a'.repeat(43) : '7')
    for (const page of PAGE_PATHS)
      expect([page, await isCacheable(fillPath(page))]).toEqual([page, !NEVER_KEPT.includes(page)])
    for (const call of calls as readonly Call[]) {
      if (call.method !== 'GET') continue
      const address = call.path.replace(/\{\w+\}/g, '7')
      expect([address, await isCacheable(address)]).toEqual([address, call.cache !== undefined])
    }
    for (const other of ['/manage', '/manage/articles', '/bff/session', '/logout', '/readyz', '/no-such-page']) {
      expect([other, await isCacheable(other)]).toEqual([other, false])
    }
  })
})
