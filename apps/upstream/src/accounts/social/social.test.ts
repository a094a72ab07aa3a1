import { MINUTE_MS } from '@portal/contract/constants.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ask } from '#testing/asking.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstream, makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { STAND_IN_SECRET, type StandInProvider, startStandInProvider } from '#testing/stand-in-provider.ts'

const SITE = 'https://site.test'
const SOURCES = ['qq', 'weibo', 'gitee', 'github'] as const
const FAILED = `${SITE}/?login=failed`
const CANCELLED = `${SITE}/?login=cancelled`

let provider: StandInProvider
beforeAll(async () => {
  provider = await startStandInProvider()
})
afterAll(() => provider.close())

describeDatabases('social login', (make) => {
  let upstream: TestUpstream
  let clock = Date.UTC(2025, 2, 8)
  let clients = 0
  let from = ''

  beforeAll(async () => {
    const env = { ...provider.env, SITE_URL: SITE }
    upstream = await makeUpstreamOn(make, { now: () => clock, env, providerTimeoutMs: 300 })
  })
  afterAll(() => upstream.close())
  beforeEach(() => {
    clients += 1
    from = `198.51.100.${clients}`
    provider.behaviour = 'success'
    provider.calls.length = 0
    provider.user = { id: String(70_000 + clients), nickname: '翡翠小记', avatar: `${provider.url}/avatar.png` }
  })

  /**
   * Starts a social login.
   * @returns the provider's URL
   */
  async function begin(source: string): Promise<string> {
    const { code, data } = await ask(upstream, `GET /oauth/render/${source}`, { from })
    expect(code).toBe(200)
    return data
  }
  /** Consents on the provider's page, which redirects the browser back. @returns path and query */
  async function agree(address: string): Promise<string> {
    const answer = await fetch(address, { redirect: 'manual' })
    const returnAddress = new URL(answer.headers.get('location') ?? '')
    expect(returnAddress.origin).toBe(SITE)
    return returnAddress.pathname + returnAddress.search
  }
  const returnToSite = (path: string) =>
    upstream.app.inject({ url: path, headers: { 'x-forwarded-for': from, 'user-agent': 'Firefox/1 (Windows)' } })
  async function readLanding(path: string): Promise<string> {
    const answer = await returnToSite(path)
    expect(answer.statusCode).toBe(302)
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    return String(answer.headers.location)
  }
  const logIn = async (source: string) => await readLanding(await agree(await begin(source)))
  async function readUser(location: string) {
    const token = new URL(location).searchParams.get('token') ?? ''
    return { token, ...(await ask(upstream, `GET /v1/user/selectUserInfoByToken?token=${token}`)).data }
  }

  it.each(SOURCES)('logs in with %s, the second time to the same account, and lists both sessions', async (source) => {
    const first = await readUser(await logIn(source))
    expect(first).toMatchObject({ nickname: '翡翠小记', role: 'user' })
    expect(first.avatar).toMatch(/^\/file\/img\/[0-9a-f]{32}\.(?:png|webp)$/)
    expect((await upstream.app.inject(first.avatar)).statusCode).toBe(200)
    const second = await readUser(await logIn(source))
    expect(second.id).toBe(first.id)
    expect(second.token).not.toBe(first.token)
    const { data } = await ask(upstream, 'GET /v1/user/sessions', { token: second.token })
    expect(data).toHaveLength(2)
    expect(data[0]).toMatchObject({ device: 'Firefox · Windows' })
  })

  it('replaces a reserved nickname by a neutral one', async () => {
    provider.user.nickname = '石衡检测'
    expect(await readUser(await logIn('github'))).toMatchObject({
      nickname: expect.stringMatching(/^石友-[A-Z0-9]{6}$/),
    })
  })

  it('creates one account for concurrent callbacks', async () => {
    const ways = await Promise.all([1, 2, 3].map(async () => agree(await begin('gitee'))))
    const users = await Promise.all((await Promise.all(ways.map(readLanding))).map(readUser))
    expect(new Set(users.map(({ id }) => id)).size).toBe(1)
  })

  it('creates two accounts for the same id at two providers', async () => {
    const [one, other] = [await readUser(await logIn('gitee')), await readUser(await logIn('github'))]
    expect(one.id).not.toBe(other.id)
  })

  it('requests the smallest scope, the callback of the site, and PKCE where supported', async () => {
    const github = new URL(await begin('github'))
    expect(Object.fromEntries(github.searchParams)).toEqual({
      response_type: 'code',
      client_id: 'stand-in-client',
      redirect_uri: `${SITE}/oauth/callback/github`,
      state: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
    expect(new URL(await begin('gitee')).searchParams.get('scope')).toBe('user_info')
    expect(new URL(await begin('qq')).searchParams.get('scope')).toBe('get_user_info')
    expect(new URL(await begin('weibo')).searchParams.has('scope')).toBe(false)
  })

  it('reports a cancelled login, without a token', async () => {
    provider.behaviour = 'cancel'
    expect(await logIn('gitee')).toBe(CANCELLED)
    const state = new URL(await begin('qq')).searchParams.get('state')
    expect(await readLanding(`/oauth/callback/qq?usercancel=1&state=${state}`)).toBe(CANCELLED)
  })

  it('reports a provider error without details', async () => {
    provider.behaviour = 'error'
    expect(await logIn('gitee')).toBe(FAILED)
  })

  it.each(['silent', 'endless', 'elsewhere', 'broken'] as const)(
    'stops waiting for a provider that is %s',
    async (behaviour) => {
      const path = await agree(await begin('github'))
      provider.behaviour = behaviour
      expect(await readLanding(path)).toBe(FAILED)
      expect(provider.calls.filter((call) => call.startsWith('POST'))).toHaveLength(1)
    },
  )

  it('accepts a callback once: neither state nor code can be reused', async () => {
    const path = await agree(await begin('gitee'))
    expect(await readLanding(path)).toMatch(/\?token=/)
    provider.calls.length = 0
    expect(await readLanding(path)).toBe(FAILED)
    expect(provider.calls).toEqual([])
    const { searchParams } = new URL(path, SITE)
    const fresh = new URL(await begin('gitee')).searchParams.get('state')
    expect(await readLanding(`/oauth/callback/gitee?code=${searchParams.get('code')}&state=${fresh}`)).toBe(FAILED)
  })

  it('accepts one of three identical concurrent callbacks', async () => {
    const path = await agree(await begin('weibo'))
    const landings = await Promise.all([readLanding(path), readLanding(path), readLanding(path)])
    expect(landings.filter((one) => one !== FAILED)).toHaveLength(1)
  })

  it('refuses a callback with an unknown state, for another provider, or too old', async () => {
    const returnParameters = new URL(await agree(await begin('gitee')), SITE).searchParams
    clock += 10 * MINUTE_MS
    const old = `/oauth/callback/gitee?code=${returnParameters.get('code')}&state=${returnParameters.get('state')}`
    const planted = `/oauth/callback/gitee?code=abc&state=${'x'.repeat(43)}`
    const swapped = (await agree(await begin('gitee'))).replace('/gitee', '/github')
    provider.calls.length = 0
    for (const path of [old, planted, swapped]) expect(await readLanding(path)).toBe(FAILED)
    expect(provider.calls).toEqual([])
  })

  it('redirects every malformed callback to the home page', async () => {
    for (const query of [
      '',
      '?state=',
      '?code=x',
      '?error=access_denied',
      `?code=${'x'.repeat(3000)}`,
      '?state=a&state=b',
    ]) {
      expect(await readLanding(`/oauth/callback/qq${query}`)).toBe(FAILED)
    }
    expect(await readLanding('/oauth/callback/nobody?code=x&state=y')).toBe(FAILED)
    expect(await readLanding('/oauth/callback/QQ%0d%0a')).toBe(FAILED)
  })

  it('refuses a disabled account', async () => {
    const { id, token } = await readUser(await logIn('gitee'))
    await upstream.db.updateTable('users').set({ status: 0 }).where('id', '=', id).execute()
    expect(await logIn('gitee')).toBe(FAILED)
    expect(await ask(upstream, 'GET /v1/user/sessions', { token })).toMatchObject({ code: 401 })
  })

  it('cleans nicknames and avatars from providers', async () => {
    provider.user = { id: '99', nickname: '<b>石</b>\u202e 头\u0000\u200b', avatar: 'javascript:alert(1)' }
    expect(await readUser(await logIn('gitee'))).toMatchObject({ nickname: '<b>石</b> 头', avatar: '' })
    provider.user = { id: '98', nickname: ' \u200b ', avatar: '' }
    expect(await readUser(await logIn('gitee'))).toMatchObject({ nickname: 'Gitee 用户' })
  })

  it.each([
    ['at another host', () => 'https://evil.test/avatar.png'],
    ['inside our own network', () => 'http://169.254.169.254/latest/meta-data'],
    ['missing', () => `${provider.url}/nothing`],
  ])('logs in without the avatar when it is %s', async (_where, address) => {
    provider.user = { ...provider.user, avatar: address() }
    expect(await readUser(await logIn('weibo'))).toMatchObject({ nickname: '翡翠小记', avatar: '' })
  })

  it('keeps a nickname that the member changed', async () => {
    const { id, token } = await readUser(await logIn('gitee'))
    await ask(upstream, 'PUT /v1/user/', { token, body: { nickname: '我的名字' } })
    expect(await readUser(await logIn('gitee'))).toMatchObject({ id, nickname: '我的名字' })
  })

  it('limits a client to thirty login starts in ten minutes', async () => {
    for (let nth = 0; nth < 30; nth += 1) await begin('gitee')
    const refusal = await ask(upstream, 'GET /oauth/render/gitee', { from })
    expect(refusal).toMatchObject({ code: 500, message: '请求过于频繁,稍后重试' })
    expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('refuses unknown providers', async () => {
    for (const source of ['wechat', 'QQ', 'constructor', '..']) {
      expect((await ask(upstream, `GET /oauth/render/${source}`, { from })).code).not.toBe(200)
    }
  })

  it('keeps no secret, token, code or state in the log or the database', async () => {
    const path = await agree(await begin('github'))
    const { searchParams } = new URL(path, SITE)
    const { token } = await readUser(await readLanding(path))
    provider.behaviour = 'broken'
    await logIn('github')
    const rows = await Promise.all(
      (['users', 'sessions', 'oauth_states', 'social_accounts'] as const).map((table) =>
        upstream.db.selectFrom(table).selectAll().execute(),
      ),
    )
    const storedText = upstream.logs.join('') + JSON.stringify(rows)
    expect(storedText).toContain('social login failed')
    for (const secret of [token, STAND_IN_SECRET, searchParams.get('code'), searchParams.get('state')]) {
      expect(storedText).not.toContain(secret)
    }
  })

  it('deletes logins that were not completed', async () => {
    await begin('gitee')
    clock += 10 * MINUTE_MS
    const { createOauthStates } = await import('./oauth-states.ts')
    await createOauthStates({ db: upstream.db, now: () => clock }).sweep()
    expect(await upstream.db.selectFrom('oauth_states').selectAll().execute()).toEqual([])
  })
})

describe('an upstream without SITE_URL', () => {
  it('uses the registered callback address, and redirects to a relative path', async () => {
    const { OAUTH_GITHUB_ID, OAUTH_GITHUB_SECRET, OAUTH_GITHUB_BASE } = provider.env as Record<string, string>
    const env = { OAUTH_GITHUB_ID, OAUTH_GITHUB_SECRET, OAUTH_GITHUB_BASE } as Record<string, string>
    const upstream = await makeUpstream({ content: 'none', env })
    provider.behaviour = 'success'
    const { data } = await ask(upstream, 'GET /oauth/render/github')
    const headers = { host: 'evil.test', 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https' }
    const back = new URL((await fetch(data, { redirect: 'manual' })).headers.get('location') ?? '')
    const answer = await upstream.app.inject({ url: back.pathname + back.search, headers })
    expect(answer.headers.location).toMatch(/^\/\?token=[A-Za-z0-9]{128}$/)
    expect(await ask(upstream, 'GET /oauth/render/qq')).toMatchObject({ code: 500, message: '未接入该来源' })
    expect((await ask(upstream, 'GET /v1/webSiteInfo')).data.loginTypeList).toBe('1,6')
    await upstream.close()
  })
})
