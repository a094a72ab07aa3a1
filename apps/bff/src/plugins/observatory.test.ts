import { ownCallHeaders } from '@portal/contract/constants.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeSite, type TestSite } from '#testing/make-site.ts'
import { openFront } from '#testing/observatory.ts'
import { ok } from '#testing/stub-upstream.ts'

/** Setup as in production: one proxy in front holds the certificate and forwards both ports. */
const ORIGIN = 'https://www.example.cn'
let site: TestSite
let headers: Record<string, unknown>
beforeAll(async () => {
  site = await makeSite({ env: { PUBLIC_ORIGIN: ORIGIN, TRUST_PROXY: '1' } })
  site.upstream.answer = () => ok({ name: '石衡' })
  headers = (await open('/')).headers
})
afterAll(() => site.close())

function open(url: string, protocol = 'https') {
  return site.app.inject({ url, headers: { ...ownCallHeaders, host: 'www.example.cn', 'x-forwarded-proto': protocol } })
}

describe('the Mozilla Observatory', () => {
  it.each([
    ['the reference upstream', '1'],
    ['another upstream', '0'],
  ])('grades the site with %s A+ with 130 points and no failed test', async (_upstream, isEmbedded) => {
    const front = await openFront()
    const env = { PUBLIC_ORIGIN: `https://${front.host}`, TRUST_PROXY: '1', EMBEDDED_UPSTREAM: isEmbedded }
    const scanned = await makeSite({ env })
    try {
      scanned.upstream.answer = () => ok({ name: '石衡' })
      front.app = scanned.app
      const { scan, tests } = await front.scan()
      const failed = Object.entries(tests).filter(([, { pass }]) => !pass)
      expect([scan.grade, scan.score, failed]).toEqual(['A+', 130, []])
      const rewarded = Object.entries(tests).filter(([, { scoreModifier }]) => scoreModifier !== 0)
      expect(Object.fromEntries(rewarded.map(([name, { scoreModifier }]) => [name, scoreModifier]))).toEqual({
        'content-security-policy': 10,
        'cross-origin-resource-policy': 10,
        'referrer-policy': 5,
        'x-frame-options': 5,
      })
    } finally {
      front.close()
      await scanned.close()
    }
  })

  it('would find the same headers on every kind of page', async () => {
    const looked = [
      ...['content-security-policy', 'cross-origin-resource-policy', 'referrer-policy', 'x-frame-options'],
      ...['strict-transport-security', 'x-content-type-options', 'access-control-allow-origin'],
    ]
    const readLogged = (all: Record<string, unknown>) => looked.map((name) => [name, all[name]])
    for (const url of ['/?q=1', '/no-such-page', '/broken', '/certificate-check']) {
      expect([url, readLogged((await open(url)).headers)]).toEqual([url, readLogged(headers)])
    }
  })
})

describe('cookies', () => {
  it('are host-only, unavailable to scripts and small enough for every browser', async () => {
    site.upstream.answer = () => ok('https://provider.test/authorize?state=1')
    const cookies = [String((await open('/oauth/render/qq')).headers['set-cookie']), await loginCookie()]
    site.upstream.answer = () => ok({ name: '石衡' })
    for (const line of cookies) {
      const [pair = '', ...flags] = line.split('; ')
      expect(pair).toMatch(/^__Host-[a-z-]+=/)
      expect(pair.length).toBeLessThan(4096)
      expect(flags).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'Secure']))
      expect(flags.some((flag) => /^SameSite=(?:Strict|Lax)$/.test(flag))).toBe(true)
      expect(flags.some((flag) => flag.startsWith('Domain'))).toBe(false)
    }
  })

  async function loginCookie(): Promise<string> {
    site.upstream.answer = () => ok({ id: 'a', nickname: 'b', token: 't'.repeat(128) })
    const payload = { email: 'jade@example.test', password: 'p' }
    const reply = await site.app.inject({ method: 'POST', url: '/oauth/emailLogin', payload })
    return String(reply.headers['set-cookie'])
  }
})

describe('HSTS and the redirect to https', () => {
  it('cover this host only, unless the operator includes subdomains', async () => {
    const year = 'max-age=31536000'
    expect(headers['strict-transport-security']).toBe(year)
    for (const [hsts, header] of [
      ['subdomains', `${year}; includeSubDomains`],
      ['preload', `${year}; includeSubDomains; preload`],
    ] as const) {
      const other = await makeSite({ env: { PUBLIC_ORIGIN: ORIGIN, HSTS: hsts } })
      expect((await other.app.inject('/healthz')).headers['strict-transport-security']).toBe(header)
      await other.close()
    }
  })

  it('are off if no certificate is configured', async () => {
    const plain = await makeSite()
    const plainHeaders = (await plain.app.inject('/')).headers
    expect([
      plainHeaders['strict-transport-security'],
      /upgrade-insecure/.test(String(plainHeaders['content-security-policy'])),
    ]).toEqual([undefined, false])
    await plain.close()
  })

  it('redirect pages opened over http to the same URL with https, but not calls and health checks', async () => {
    const sent = await open('/tags?categoryId=32&q=%E7%BF%A1', 'http')
    expect([sent.statusCode, sent.headers.location]).toEqual([301, `${ORIGIN}/tags?categoryId=32&q=%E7%BF%A1`])
    for (const url of ['/v1/webSiteInfo', '/healthz', '/readyz']) {
      expect([url, (await open(url, 'http')).headers.location]).toEqual([url, undefined])
    }
    for (const url of ['//evil.test/', '/\\evil.test/']) {
      expect(new URL(String((await open(url, 'http')).headers.location ?? ORIGIN)).origin).toBe(ORIGIN)
    }
  })

  it('ignore X-Forwarded-Proto without a trusted proxy', async () => {
    const direct = await makeSite({ env: { PUBLIC_ORIGIN: ORIGIN } })
    direct.upstream.answer = () => ok({ name: '石衡' })
    const reply = await direct.app.inject({ url: '/', headers: { 'x-forwarded-proto': 'http' } })
    expect(reply.statusCode).toBe(200)
    await direct.close()
  })
})

describe('a page', () => {
  it('allows exactly the Trusted Types policies that web uses', () => {
    const text = String(headers['content-security-policy'])
    expect(text).toContain(
      "; require-trusted-types-for 'script'; trusted-types shown parsed; upgrade-insecure-requests",
    )
    expect(text).not.toMatch(/allow-duplicates|trusted-types[^;]*\*|'unsafe/)
    for (const directive of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'"]) {
      expect(text).toContain(directive)
    }
  })

  it('refuses device features but the camera, and is isolated from other origins', () => {
    expect(headers).toMatchObject({
      'permissions-policy': expect.not.stringContaining('camera'),
      'origin-agent-cluster': '?1',
      'x-dns-prefetch-control': 'off',
      'x-permitted-cross-domain-policies': 'none',
      'cross-origin-opener-policy': 'same-origin',
    })
    for (const feature of ['microphone', 'geolocation', 'payment', 'usb', 'display-capture', 'local-fonts']) {
      expect(headers['permissions-policy']).toContain(`${feature}=()`)
    }
  })

  it('requires CORP for embedded resources, except where pictures of another upstream may appear', async () => {
    expect(headers['cross-origin-embedder-policy']).toBeUndefined()
    const own = await makeSite({ env: { EMBEDDED_UPSTREAM: '1' } })
    own.upstream.answer = () => ok({ name: '石衡' })
    const ownHeaders = (await own.app.inject('/')).headers
    expect(ownHeaders['cross-origin-embedder-policy']).toBe('require-corp')
    expect(String(ownHeaders['content-security-policy'])).toContain("img-src 'self' data: blob:;")
    await own.close()
  })
})
