import { MINUTE_MS, ownCallHeaders } from '@portal/contract/constants.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeSite, OWN_ORIGIN, type TestSite, TOKEN, USER } from '#testing/make-site.ts'
import { failure, ok } from '#testing/stub-upstream.ts'

const FROM_PROVIDER = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
const RETURN = '/oauth/callback/qq?code=c-4711&state=s-1'

let site: TestSite
let cookie: string
beforeEach(async () => {
  site = await makeSite()
  cookie = await beginSocialLogin('https://provider.test/authorize?client_id=1&state=s-1')
  redirectTo(`/?token=${TOKEN}`)
})
afterEach(() => site.close())

/** Starts a login with QQ and returns the cookie that identifies it. */
async function beginSocialLogin(authorizeUrl: string): Promise<string> {
  site.upstream.answer = () => ok(authorizeUrl)
  const reply = await site.app.inject({ url: '/oauth/render/qq', headers: ownCallHeaders })
  site.upstream.seen.length = 0
  return String(reply.headers['set-cookie']).split(';')[0] ?? ''
}

/** Makes upstream redirect to `location`; it knows TOKEN only. */
function redirectTo(location: string): void {
  site.upstream.answer = ({ url, headers }) =>
    url.startsWith('/v1/user/selectUserInfoByToken')
      ? ok(headers.authorization === TOKEN ? USER : null)
      : { status: 302, headers: { location, 'set-cookie': 'a=b' }, body: '' }
}

/** Cookies that a response sets, by name; an empty value clears the cookie. */
function readCookies(reply: { headers: Record<string, unknown> }): Record<string, string> {
  const lines = [reply.headers['set-cookie'] ?? []].flat() as string[]
  return Object.fromEntries(lines.map((line) => (line.split(';')[0] ?? '').split('=') as [string, string]))
}

/** Returns the redirect target of a returning browser. */
async function comeBack(url = RETURN, headers: Record<string, string> = {}) {
  const reply = await site.app.inject({ url, headers: { ...FROM_PROVIDER, cookie, ...headers } })
  return { status: reply.statusCode, location: reply.headers.location, reply }
}

describe('the return from a provider', () => {
  it('forwards the contract’s parameters without the session, then redirects logged in', async () => {
    const { status, location, reply } = await comeBack(`${RETURN}&evil=1`, { authorization: 'x' })
    expect([status, location]).toEqual([302, '/'])
    expect(site.upstream.seen.map(({ method, url }) => [method, url])).toEqual([
      ['GET', '/oauth/callback/qq?code=c-4711&state=s-1'],
      ['GET', `/v1/user/selectUserInfoByToken?token=${TOKEN}`],
    ])
    const headers = site.upstream.seen[0]?.headers
    expect([headers?.cookie, headers?.authorization]).toEqual([undefined, undefined])
    expect([reply.headers['cache-control'], reply.headers['referrer-policy']]).toEqual(['no-store', 'no-referrer'])
    const cookies = readCookies(reply)
    expect(Object.keys(cookies).sort()).toEqual(['session', 'social-login'])
    const session = await site.app.inject({ url: '/bff/session', headers: { cookie: `session=${cookies.session}` } })
    expect(session.json().data.user).toMatchObject(USER)
  })

  it('keeps the token out of URL, headers and log, and keeps the other parameters', async () => {
    redirectTo(`/welcome?from=qq&token=${TOKEN}`)
    const { location, reply } = await comeBack()
    expect(location).toBe('/welcome?from=qq')
    expect([JSON.stringify(reply.headers), reply.body, ...site.logs].join('\n')).not.toContain(TOKEN)
  })

  it('does not log in with a token that upstream does not know', async () => {
    redirectTo(`/?token=${'z'.repeat(128)}`)
    const { location, reply } = await comeBack()
    expect([location, readCookies(reply)]).toEqual(['/?login=failed', {}])
  })

  it('accepts an absolute URL of this site', async () => {
    redirectTo(`${OWN_ORIGIN}/?token=${TOKEN}`)
    expect((await comeBack()).location).toBe('/')
  })

  it.each(['https://evil.test/?token=1', '//evil.test/?token=1', '/\\evil.test/', 'javascript:alert(1)', 'http://'])(
    'never redirects to another site: %s',
    async (location) => {
      redirectTo(location)
      expect((await comeBack()).location).toBe('/?login=failed')
    },
  )

  it('never reads a path that begins with two slashes as a host', async () => {
    redirectTo(`${OWN_ORIGIN}//evil.test/`)
    const { location } = await comeBack()
    expect(new URL(String(location), OWN_ORIGIN).origin).toBe(OWN_ORIGIN)
  })

  it('reports a cancelled login, also when upstream answers it with an error', async () => {
    redirectTo('/?login=cancelled')
    expect((await comeBack('/oauth/callback/qq?error=access_denied&state=s-1')).location).toBe('/?login=cancelled')
    site.upstream.answer = () => failure(500, '系统繁忙，请稍后重试')
    expect((await comeBack('/oauth/callback/qq?error=access_denied&state=s-1')).location).toBe('/?login=cancelled')
    expect((await comeBack('/oauth/callback/qq?state=s-1')).location).toBe('/?login=cancelled')
    expect((await comeBack()).location).toBe('/?login=failed')
  })

  it('redirects to the front page when upstream is unreachable', async () => {
    await site.upstream.stop()
    expect((await comeBack()).location).toBe('/?login=failed')
    await site.upstream.start()
  })

  it('redirects to the front page without a request to upstream when the return is malformed', async () => {
    for (const url of [
      '/oauth/callback/QQ?code=1&state=s-1',
      `/oauth/callback/qq?code=${'x'.repeat(3000)}&state=s-1`,
    ]) {
      expect(await comeBack(url)).toMatchObject({ status: 302, location: '/?login=failed' })
    }
    expect(site.upstream.seen).toEqual([])
  })
})

describe('a return of a login that this browser did not begin', () => {
  it('is refused for a planted link', async () => {
    expect((await comeBack(RETURN, { cookie: '' })).location).toBe('/?login=failed')
    expect((await comeBack('/oauth/callback/qq?code=attacker&state=s-2')).location).toBe('/?login=failed')
    expect(site.upstream.seen).toEqual([])
  })

  it('is refused when the login began more than 10 minutes ago', async () => {
    site.clock.nowMs += 10 * MINUTE_MS + 1
    expect((await comeBack()).location).toBe('/?login=failed')
    expect(site.upstream.seen).toEqual([])
  })

  it.each([
    ['a prefetch', { 'sec-purpose': 'prefetch' }],
    ['a picture', { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
    ['a frame', { 'sec-fetch-dest': 'iframe' }],
    ['a script', { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
  ])('is refused from %s', async (_what, headers) => {
    expect((await comeBack(RETURN, headers)).location).toBe('/?login=failed')
    expect(site.upstream.seen).toEqual([])
  })

  it('is accepted without a state when the provider received none', async () => {
    cookie = await beginSocialLogin('https://provider.test/authorize')
    redirectTo(`/?token=${TOKEN}`)
    const { location, reply } = await comeBack('/oauth/callback/qq?code=1')
    expect([location, readCookies(reply)]).toMatchObject(['/', { session: expect.stringMatching(/./) }])
  })
})

it('is subject to the rate limit of calls', async () => {
  const replies = await Promise.all(Array.from({ length: 610 }, () => comeBack()))
  expect(replies.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
})

it('is logged without its code', async () => {
  await comeBack()
  expect(site.logs.join('')).toContain('/oauth/callback/qq')
  expect(site.logs.join('')).not.toContain('c-4711')
})
