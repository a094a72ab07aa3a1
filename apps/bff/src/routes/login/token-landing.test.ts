import { MINUTE_MS, ownCallHeaders } from '@portal/contract/constants.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeSite, type TestSite, TOKEN, USER } from '#testing/make-site.ts'
import { ok } from '#testing/stub-upstream.ts'

let site: TestSite
beforeEach(async () => {
  site = await makeSite()
  site.upstream.answer = ({ url }) => (url.includes(TOKEN) ? ok(USER) : ok(null))
})
afterEach(() => site.close())

const FROM_PROVIDER = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

/** Starts a login with QQ and returns the cookie that identifies it. */
async function beginSocialLogin(): Promise<string> {
  const { answer } = site.upstream
  site.upstream.answer = () => ok('https://provider.test/authorize?state=1')
  const reply = await site.app.inject({ url: '/oauth/render/qq', headers: ownCallHeaders })
  site.upstream.answer = answer
  site.upstream.seen.length = 0
  return String(reply.headers['set-cookie']).split(';')[0] ?? ''
}

async function comeBack(url: string, headers: Record<string, string> = FROM_PROVIDER) {
  const cookie = await beginSocialLogin()
  return site.app.inject({ url, headers: { ...headers, cookie } })
}

describe('a page opened with ?token= by a browser that began a social login', () => {
  it('sets the cookie for a token that upstream knows and answers 303 to the address without it', async () => {
    const reply = await comeBack(`/?token=${TOKEN}`)
    expect(reply.statusCode).toBe(303)
    expect(reply.headers.location).toBe('/')
    expect(String(reply.headers['set-cookie'])).toMatch(/session=[\w-]+; .*HttpOnly; SameSite=Strict/)
    expect(reply.headers['referrer-policy']).toBe('no-referrer')
    expect(reply.headers['cache-control']).toBe('no-store')
  })

  it('clears the cookie of the social login, with any outcome', async () => {
    for (const token of [TOKEN, 'z'.repeat(128)]) {
      const reply = await comeBack(`/?token=${token}`)
      expect(String(reply.headers['set-cookie'])).toMatch(/social-login=; .*Expires=Thu, 01 Jan 1970/)
    }
  })

  it('keeps all other parameters unchanged', async () => {
    const reply = await comeBack(`/tags?categoryId=32&q=%E7%BF%A1+a&token=${TOKEN}&page=2&token=x`)
    expect(reply.headers.location).toBe('/tags?categoryId=32&q=%E7%BF%A1+a&page=2')
  })

  it('sets no session for a token that upstream does not know', async () => {
    const reply = await comeBack(`/?token=${'z'.repeat(128)}`)
    expect(reply.statusCode).toBe(303)
    expect(String(reply.headers['set-cookie'])).not.toMatch(/\bsession=/)
  })

  it('makes no request to upstream for a malformed token', async () => {
    for (const token of [
      '',
      'short',
      'x'.repeat(5000),
      `${'x'.repeat(30)}%0d%0aset-cookie:a=b`,
      '%E7%BF%A1'.repeat(20),
    ]) {
      const reply = await comeBack(`/?token=${token}`)
      expect([reply.statusCode, reply.headers.location]).toEqual([303, '/'])
      expect(String(reply.headers['set-cookie'])).not.toMatch(/\bsession=/)
    }
    expect(site.upstream.seen).toEqual([])
  })

  it('sets no session when upstream is unreachable, and still redirects', async () => {
    const cookie = await beginSocialLogin()
    await site.upstream.stop()
    const reply = await site.app.inject({ url: `/?token=${TOKEN}`, headers: { cookie } })
    expect(reply.statusCode).toBe(303)
    expect(String(reply.headers['set-cookie'])).not.toMatch(/\bsession=/)
    await site.upstream.start()
  })

  it('requires a confirmation when the login began more than 10 minutes ago', async () => {
    const cookie = await beginSocialLogin()
    site.clock.nowMs += 10 * MINUTE_MS + 1
    const reply = await site.app.inject({ url: `/?token=${TOKEN}`, headers: { ...FROM_PROVIDER, cookie } })
    expect([reply.statusCode, String(reply.headers['set-cookie']).includes('session=')]).toEqual([200, false])
  })

  it('sets no cookie for a HEAD request, a prefetch, a frame, a picture or a script', async () => {
    const cookie = await beginSocialLogin()
    for (const [method, headers] of [
      ['HEAD', {}],
      ['GET', { 'sec-purpose': 'prefetch' }],
      ['GET', { 'sec-fetch-dest': 'iframe', 'sec-fetch-mode': 'navigate' }],
      ['GET', { 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' }],
      ['GET', { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' }],
    ] as const) {
      const reply = await site.app.inject({ method, url: `/?token=${TOKEN}`, headers: { ...headers, cookie } })
      expect([method, reply.statusCode, reply.headers['set-cookie']]).toEqual([method, 303, undefined])
    }
    expect(site.upstream.seen).toEqual([])
  })
})

describe('any link with ?token=', () => {
  it('never redirects to another site', async () => {
    for (const path of ['//evil.test/', '/\\evil.test/', '///evil.test']) {
      const reply = await site.app.inject(`${path}?token=${'z'.repeat(128)}`)
      const location = String(reply.headers.location ?? '/')
      expect(new URL(location, 'http://site.test').host).toBe('site.test')
    }
  })

  it('has its own rate limit', async () => {
    const replies = []
    for (let turn = 0; turn < 70; turn += 1) replies.push(await site.app.inject(`/?token=${TOKEN}${turn}`))
    const refused = replies.filter(({ statusCode }) => statusCode === 429)
    expect([refused.length, site.upstream.seen.length]).toEqual([10, 60])
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
  })
})
