import { ownCallHeaders } from '@portal/contract/constants.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeSite, type TestSite } from '#testing/make-site.ts'
import { type GradedSite, gradeSite } from '#testing/observatory.ts'
import { ok } from '#testing/stub-upstream.ts'

/** As an operator runs it: behind one proxy that has the certificate and passes on both ports. */
const ORIGIN = 'https://www.example.cn'
let site: TestSite
let shown: GradedSite
beforeAll(async () => {
  site = await makeSite({ env: { PUBLIC_ORIGIN: ORIGIN, TRUST_PROXY: '1' } })
  site.upstream.answer = () => ok('https://provider.test/authorize?state=1')
  const begun = await open('/oauth/render/qq')
  site.upstream.answer = () => ok({ name: '石衡' })
  const [page, plain] = [await open('/'), await open('/', 'http')]
  shown = {
    url: `${ORIGIN}/`,
    headers: page.headers as GradedSite['headers'],
    html: page.payload,
    cookies: [await loginCookie(), String(begun.headers['set-cookie'])],
    redirects: [String(plain.headers.location)],
  }
})
afterAll(() => site.close())

function open(url: string, protocol = 'https') {
  return site.app.inject({ url, headers: { ...ownCallHeaders, host: 'www.example.cn', 'x-forwarded-proto': protocol } })
}

async function loginCookie(): Promise<string> {
  const login = { code: 200, message: '', data: { id: 'a', nickname: 'b', token: 't'.repeat(128) }, extra: {} }
  site.upstream.answer = () => ({ body: login })
  const payload = { email: 'jade@example.test', password: 'p' }
  const reply = await site.app.inject({ method: 'POST', url: '/oauth/emailLogin', payload })
  return String(reply.headers['set-cookie'])
}

describe('the Mozilla Observatory', () => {
  it('gives the site A+, and finds nothing that costs a point', () => {
    const { grade, score, points } = gradeSite(shown)
    expect([grade, Object.entries(points).filter(([, number]) => number < 0)]).toEqual(['A+', []])
    expect(score).toBe(135)
    expect(points).toMatchObject({ 'content-security-policy': 10, cookies: 5, 'cross-origin-resource-policy': 10 })
  })

  it('finds cookies that are for this host alone, and short enough for every browser', () => {
    expect(shown.cookies).toHaveLength(2)
    for (const line of shown.cookies) {
      const [pair = '', ...flags] = line.split('; ')
      expect(pair).toMatch(/^__Host-[a-z-]+=/)
      expect(pair.length).toBeLessThan(4096)
      expect(flags).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'Secure']))
      expect(flags.some((flag) => flag.startsWith('Domain'))).toBe(false)
    }
  })

  it('gives it to every kind of page', async () => {
    for (const url of ['/?q=1', '/no-such-page', '/broken', '/certificate-check']) {
      const { headers, payload } = await open(url)
      const graded = { ...shown, headers: headers as GradedSite['headers'], html: payload }
      expect([url, gradeSite(graded).grade]).toEqual([url, 'A+'])
    }
  })

  const without = (name: string, value?: string) => ({ ...shown, headers: { ...shown.headers, [name]: value } })
  const policy = (change: (text: string) => string) =>
    without('content-security-policy', change(String(shown.headers['content-security-policy'])))
  it.each([
    ['no policy', () => without('content-security-policy'), -25],
    ['a policy that says a thing twice', () => policy((text) => `${text}; default-src 'self'`), -25],
    ['scripts of anywhere', () => policy((text) => text.replace("script-src 'self'", 'script-src https:')), -20],
    [
      'scripts in the page',
      () => policy((text) => text.replace(/script-src [^;]*/, "script-src 'unsafe-inline'")),
      -20,
    ],
    [
      'code made of text',
      () => policy((text) => text.replace("script-src 'self'", "script-src 'self' 'unsafe-eval'")),
      -10,
    ],
    ['pictures without TLS', () => policy((text) => text.replace("img-src 'self'", "img-src 'self' http:")), -10],
    ['styles in the page', () => policy((text) => text.replace("style-src 'self'", "style-src 'unsafe-inline'")), 0],
    ['no HSTS', () => without('strict-transport-security'), -20],
    ['a short HSTS', () => without('strict-transport-security', 'max-age=86400'), -10],
    ['sniffing', () => without('x-content-type-options'), -5],
    ['no way from http', () => ({ ...shown, redirects: [] }), -20],
    ['a way from http to http', () => ({ ...shown, redirects: ['http://www.example.cn/a'] }), -20],
    ['a way from http to another host', () => ({ ...shown, redirects: ['https://example.cn/'] }), -5],
    ['a session that scripts can read', () => ({ ...shown, cookies: ['session=a; Secure; SameSite=Lax'] }), -30],
    ['a session without TLS', () => ({ ...shown, cookies: ['session=a; HttpOnly; SameSite=Lax'] }), -10],
    ['scripts of another site', () => ({ ...shown, html: '<script src="https://cdn.test/a.js"></script>' }), -5],
    ['answers for any site', () => without('access-control-allow-origin', '*'), 0],
  ] as [string, () => GradedSite, number][])('would take points for %s', (_what, make, lost) => {
    const { points } = gradeSite(make())
    const taken = Object.values(points).filter((number) => number < 0)
    expect(taken.reduce((sum, number) => sum + number, 0)).toBe(lost)
  })
})

describe('the promise of https', () => {
  it('is for this host alone unless the operator says more: other names may live without it', async () => {
    const year = 'max-age=31536000'
    expect(shown.headers['strict-transport-security']).toBe(year)
    for (const [hsts, header] of [
      ['subdomains', `${year}; includeSubDomains`],
      ['preload', `${year}; includeSubDomains; preload`],
    ] as const) {
      const other = await makeSite({ env: { PUBLIC_ORIGIN: ORIGIN, HSTS: hsts } })
      expect((await other.app.inject('/healthz')).headers['strict-transport-security']).toBe(header)
      await other.close()
    }
  })

  it('is not made where the site is not known to have a certificate', async () => {
    const plain = await makeSite()
    const { headers } = await plain.app.inject('/')
    expect([
      headers['strict-transport-security'],
      /upgrade-insecure/.test(String(headers['content-security-policy'])),
    ]).toEqual([undefined, false])
    await plain.close()
  })

  it('sends whoever opens a page without it to the same address with it, and nothing else', async () => {
    const { statusCode, headers } = await open('/tags?categoryId=32&q=%E7%BF%A1', 'http')
    expect([statusCode, headers.location]).toEqual([301, `${ORIGIN}/tags?categoryId=32&q=%E7%BF%A1`])
    for (const url of ['/v1/webSiteInfo', '/healthz', '/readyz']) {
      expect([url, (await open(url, 'http')).headers.location]).toEqual([url, undefined])
    }
    for (const url of ['//evil.test/', '/\\evil.test/']) {
      expect(new URL(String((await open(url, 'http')).headers.location ?? ORIGIN)).origin).toBe(ORIGIN)
    }
  })

  it('sends nobody on where no trusted proxy says how they came', async () => {
    const direct = await makeSite({ env: { PUBLIC_ORIGIN: ORIGIN } })
    direct.upstream.answer = () => ok({ name: '石衡' })
    const reply = await direct.app.inject({ url: '/', headers: { 'x-forwarded-proto': 'http' } })
    expect(reply.statusCode).toBe(200)
    await direct.close()
  })
})

describe('a page', () => {
  it('sets HTML only through the policies that web names, each once', () => {
    const text = String(shown.headers['content-security-policy'])
    expect(text).toContain(
      "; require-trusted-types-for 'script'; trusted-types shown parsed; upgrade-insecure-requests",
    )
    expect(text).not.toMatch(/allow-duplicates|trusted-types[^;]*\*|'unsafe/)
    for (const directive of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'"]) {
      expect(text).toContain(directive)
    }
  })

  it('uses nothing of the device but the camera, and shares its process with no other site', () => {
    expect(shown.headers).toMatchObject({
      'permissions-policy': expect.stringContaining('camera=(self), '),
      'origin-agent-cluster': '?1',
      'x-dns-prefetch-control': 'off',
      'x-permitted-cross-domain-policies': 'none',
      'cross-origin-opener-policy': 'same-origin',
    })
    for (const feature of ['microphone', 'geolocation', 'payment', 'usb', 'display-capture', 'local-fonts']) {
      expect(shown.headers['permissions-policy']).toContain(`${feature}=()`)
    }
  })

  it('embeds nothing that has not agreed to it, except where pictures of another upstream may stand', async () => {
    expect(shown.headers['cross-origin-embedder-policy']).toBeUndefined()
    const own = await makeSite({ env: { EMBEDDED_UPSTREAM: '1' } })
    own.upstream.answer = () => ok({ name: '石衡' })
    const { headers } = await own.app.inject('/')
    expect(headers['cross-origin-embedder-policy']).toBe('require-corp')
    expect(String(headers['content-security-policy'])).toContain("img-src 'self' data: blob:;")
    await own.close()
  })
})
