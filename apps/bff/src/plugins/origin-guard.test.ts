import type { Call } from '@portal/contract/call.ts'
import { calls, toCallKey } from '@portal/contract/calls.ts'
import { ownCallHeaders } from '@portal/contract/constants.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeSite, OWN_ORIGIN, type TestSite } from '#testing/make-site.ts'

let site: TestSite
let cookie: string
beforeEach(async () => {
  site = await makeSite()
  cookie = await site.logIn()
})
afterEach(() => site.close())

const LIKE = '/v1/article/like?articleId=7'
const FROM_OUR_SCRIPT = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }

describe('calls that our own pages make', () => {
  it.each([
    ['a current browser', { ...FROM_OUR_SCRIPT, origin: OWN_ORIGIN }],
    ['a GET of a current browser, which has no Origin', FROM_OUR_SCRIPT],
    ['an old browser', { ...ownCallHeaders, referer: `${OWN_ORIGIN}/article/7` }],
    ['a program', ownCallHeaders],
  ])('pass: %s', async (_who, headers) => {
    const reply = await site.app.inject({ url: LIKE, headers: { ...headers, cookie } })
    expect(reply.statusCode).toBe(200)
    expect(site.upstream.seen).toHaveLength(1)
  })
})

describe('calls that do not come from a script of our own pages', () => {
  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }],
    ['a sibling subdomain', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' }],
    ['another Origin', { origin: 'https://evil.test' }],
    ['an Origin that only begins like ours', { origin: `${OWN_ORIGIN}.evil.test` }],
    ['our host under another scheme', { origin: 'https://site.test' }],
    ['an opaque Origin', { origin: 'null' }],
    ['another site, by the Referer of an old browser', { referer: 'https://evil.test/page' }],
    [
      'a navigation from elsewhere',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    ],
    [
      'a navigation on our own site',
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    ],
    ['the address bar', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }],
    [
      'a picture in our own page',
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
    ],
    ['a frame', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'iframe' }],
    ['a prefetch', { ...FROM_OUR_SCRIPT, 'sec-purpose': 'prefetch' }],
    ['a prerender', { ...FROM_OUR_SCRIPT, 'sec-purpose': 'prefetch;prerender' }],
    ['an old prefetch', { purpose: 'prefetch' }],
    ['an old prefetch of Firefox', { 'x-moz': 'prefetch' }],
  ])('are refused, including GET, and never reach upstream: %s', async (_what, headers) => {
    for (const request of [
      { method: 'GET', url: LIKE },
      { method: 'POST', url: '/v1/followed/insertFollowed?userId=2' },
      { method: 'GET', url: '/bff/session' },
      { method: 'POST', url: '/file/upload' },
    ] as const) {
      const reply = await site.app.inject({ ...request, headers: { ...headers, cookie } })
      expect([request.url, reply.statusCode, reply.json().code]).toEqual([request.url, 403, 403])
    }
    expect(site.upstream.seen).toEqual([])
  })

  it('are recognised by comparing Origin with Host when PUBLIC_ORIGIN is not set', async () => {
    const open = await makeSite({ env: { PUBLIC_ORIGIN: '' } })
    const own = await open.app.inject({ url: '/v1/tag/', headers: { host: 'a.test', origin: 'http://a.test' } })
    expect(own.statusCode).not.toBe(403)
    const other = await open.app.inject({ url: '/v1/tag/', headers: { host: 'a.test', origin: 'http://b.test' } })
    expect(other.statusCode).toBe(403)
    // X-Forwarded-Host is ignored without a trusted proxy.
    const forged = { host: 'a.test', origin: 'http://b.test', 'x-forwarded-host': 'b.test' }
    expect((await open.app.inject({ url: '/v1/tag/', headers: forged })).statusCode).toBe(403)
    await open.close()
  })
})

describe('a GET that changes state', () => {
  const marked = (calls as readonly Call[]).filter(({ changesState }) => changesState)

  it.each(marked.map((call) => [toCallKey(call), call.path] as const))(
    'is refused for a picture on our own page, with any headers of the browser: %s',
    async (_key, path) => {
      const url = path.replace('{source}', 'qq')
      // Browsers that send no Sec-Fetch headers send a Referer or nothing.
      for (const headers of [{}, { referer: `${OWN_ORIGIN}/article/7` }, { 'sec-fetch-site': 'none' }]) {
        const reply = await site.app.inject({ url, headers: { ...headers, cookie } })
        expect([url, reply.statusCode]).toEqual([url, 403])
      }
      expect(site.upstream.seen).toEqual([])
    },
  )

  it('does not log the visitor out when it is refused', async () => {
    await site.app.inject({ url: '/logout', headers: { cookie } })
    site.upstream.answer = () => ({ body: { code: 200, message: '', data: { id: 'a', nickname: 'b' }, extra: {} } })
    const reply = await site.app.inject({ url: '/bff/session', headers: { cookie } })
    expect(reply.json().data.user).toMatchObject({ id: 'a' })
  })
})
