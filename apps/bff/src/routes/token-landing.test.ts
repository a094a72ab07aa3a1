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

/** Presses «log in with QQ» and gives the cookie that remembers it. */
async function beginSocialLogin(): Promise<string> {
  const { answer } = site.upstream
  site.upstream.answer = () => ok('https://provider.test/authorize?state=1')
  const reply = await site.app.inject({ url: '/oauth/render/qq', headers: ownCallHeaders })
  site.upstream.answer = answer
  return String(reply.headers['set-cookie']).split(';')[0] ?? ''
}

describe('a page opened with ?token=', () => {
  it('sets the cookie for a token that upstream knows and answers 303 to the address without it', async () => {
    const reply = await site.app.inject(`/?token=${TOKEN}`)
    expect(reply.statusCode).toBe(303)
    expect(reply.headers.location).toBe('/')
    expect(String(reply.headers['set-cookie'])).toMatch(/^session=[\w-]+; .*HttpOnly; SameSite=Strict/)
    expect(reply.headers['referrer-policy']).toBe('no-referrer')
    expect(reply.headers['cache-control']).toBe('no-store')
  })

  it('keeps all other parameters as they were written', async () => {
    const reply = await site.app.inject(`/tags?categoryId=32&q=%E7%BF%A1+a&token=${TOKEN}&page=2&token=x`)
    expect(reply.headers.location).toBe('/tags?categoryId=32&q=%E7%BF%A1+a&page=2')
  })

  it('sets nothing for a token that upstream does not know', async () => {
    const reply = await site.app.inject(`/?token=${'z'.repeat(128)}`)
    expect(reply.statusCode).toBe(303)
    expect(reply.headers['set-cookie']).toBeUndefined()
  })

  it('asks nothing about what cannot be a token', async () => {
    for (const token of [
      '',
      'short',
      'x'.repeat(5000),
      `${'x'.repeat(30)}%0d%0aset-cookie:a=b`,
      '%E7%BF%A1'.repeat(20),
    ]) {
      const reply = await site.app.inject(`/?token=${token}`)
      expect([reply.statusCode, reply.headers.location, reply.headers['set-cookie']]).toEqual([303, '/', undefined])
    }
    expect(site.upstream.seen).toEqual([])
  })

  it('sets nothing when upstream cannot be asked, and still opens the page', async () => {
    await site.upstream.stop()
    const reply = await site.app.inject(`/?token=${TOKEN}`)
    expect([reply.statusCode, reply.headers['set-cookie']]).toEqual([303, undefined])
    await site.upstream.start()
  })

  it('never leads to another site', async () => {
    for (const path of ['//evil.test/', '/\\evil.test/', '///evil.test']) {
      const reply = await site.app.inject(`${path}?token=${TOKEN}`)
      const location = String(reply.headers.location ?? '/')
      expect(new URL(location, 'http://site.test').host).toBe('site.test')
    }
  })

  it('is accepted from another site when this browser began a social login here', async () => {
    const cookie = await beginSocialLogin()
    expect(cookie).toMatch(/^social-login=/)
    const reply = await site.app.inject({ url: `/?token=${TOKEN}`, headers: { ...FROM_PROVIDER, cookie } })
    expect(String(reply.headers['set-cookie'])).toContain('session=')
  })

  it('is not accepted from another site when no login began here: a planted link', async () => {
    const reply = await site.app.inject({ url: `/?token=${TOKEN}`, headers: FROM_PROVIDER })
    expect([reply.statusCode, reply.headers.location, reply.headers['set-cookie']]).toEqual([303, '/', undefined])
    expect(site.upstream.seen).toEqual([])
  })

  it('is not accepted from another site when the login began more than 10 minutes ago', async () => {
    const cookie = await beginSocialLogin()
    site.clock.nowMs += 10 * MINUTE_MS + 1
    const reply = await site.app.inject({ url: `/?token=${TOKEN}`, headers: { ...FROM_PROVIDER, cookie } })
    expect(reply.headers['set-cookie']).toBeUndefined()
  })

  it('is not accepted from a sibling subdomain, nor from an old browser whose Referer is elsewhere', async () => {
    for (const headers of [{ 'sec-fetch-site': 'same-site' }, { referer: 'https://evil.test/' }]) {
      const reply = await site.app.inject({ url: `/?token=${TOKEN}`, headers })
      expect(reply.headers['set-cookie']).toBeUndefined()
    }
  })

  it('is no way around the budget of calls', async () => {
    const ask = (start: number) =>
      Array.from({ length: 100 }, (_none, index) => site.app.inject(`/?token=${TOKEN}${start + index}`))
    const replies = []
    // Not all at once, which would be refused as too much.
    for (let start = 0; start < 700; start += 100) replies.push(...(await Promise.all(ask(start))))
    const refused = replies.filter(({ statusCode }) => statusCode === 429)
    expect([refused.length, site.upstream.seen.length]).toEqual([100, 600])
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('is not accepted from a prefetch', async () => {
    const reply = await site.app.inject({ url: `/?token=${TOKEN}`, headers: { 'sec-purpose': 'prefetch' } })
    expect(reply.headers['set-cookie']).toBeUndefined()
  })
})
