import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ProviderName } from '#platform/config/login-providers.ts'
import { createProviderClient, ProviderError } from './provider-client.ts'
import { PROVIDERS } from './providers.ts'

const REDIRECT_URI = 'https://site.test/oauth/callback/x'

/** Answers by path without query. `asked` records the requests. */
let answers: Record<string, string>
let asked: { method: string; url: URL; form: URLSearchParams; init: RequestInit }[]
beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', async (address: URL | string, init: RequestInit = {}) => {
    const url = new URL(address)
    asked.push({ method: init.method ?? 'GET', url, form: new URLSearchParams(init.body as URLSearchParams), init })
    const answer = answers[url.origin + url.pathname]
    return new Response(answer ?? 'not found', { status: answer === undefined ? 404 : 200 })
  })
})
afterEach(() => vi.unstubAllGlobals())

function createClient(name: ProviderName) {
  const credentials = { clientId: 'our-id', clientSecret: 'our-secret', base: null }
  return createProviderClient({ provider: PROVIDERS[name], credentials, redirectUri: REDIRECT_URI, timeoutMs: 1000 })
}
const listAddresses = () => asked.map(({ method, url }) => `${method} ${url.origin}${url.pathname}`)

describe('QQ', () => {
  const TOKEN = 'https://graph.qq.com/oauth2.0/token'
  const ME = 'https://graph.qq.com/oauth2.0/me'
  const USER = 'https://graph.qq.com/user/get_user_info'
  const user = JSON.stringify({ ret: 0, nickname: '小石', figureurl_qq_1: 'http://thirdqq.qlogo.cn/g?b=1' })

  it('receives three requests for JSON, as documented', async () => {
    answers = { [TOKEN]: '{"access_token":"T"}', [ME]: '{"client_id":"our-id","openid":"O1"}', [USER]: user }
    expect(await createClient('qq').identify('C', null)).toEqual({
      id: 'O1',
      nickname: '小石',
      avatar: 'https://thirdqq.qlogo.cn/g?b=1',
    })
    expect(listAddresses()).toEqual([`GET ${TOKEN}`, `GET ${ME}`, `GET ${USER}`])
    expect(Object.fromEntries(asked[0]?.url.searchParams ?? [])).toEqual({
      grant_type: 'authorization_code',
      client_id: 'our-id',
      client_secret: 'our-secret',
      code: 'C',
      redirect_uri: REDIRECT_URI,
      fmt: 'json',
    })
    expect(Object.fromEntries(asked[2]?.url.searchParams ?? [])).toEqual({
      access_token: 'T',
      oauth_consumer_key: 'our-id',
      openid: 'O1',
    })
  })

  it('may answer in its older formats', async () => {
    answers = {
      [TOKEN]: 'access_token=T&expires_in=7776000&refresh_token=R',
      [ME]: 'callback( {"client_id":"our-id","openid":"O1"} );\n',
      [USER]: user,
    }
    expect(await createClient('qq').identify('C', null)).toMatchObject({ id: 'O1' })
  })

  it('is refused for a token of another site or an unknown user', async () => {
    answers = { [TOKEN]: '{"access_token":"T"}', [ME]: '{"client_id":"other","openid":"O1"}', [USER]: user }
    await expect(createClient('qq').identify('C', null)).rejects.toThrow('user: no id')
    answers = { ...answers, [ME]: '{"client_id":"our-id","openid":"O1"}', [USER]: '{"ret":100014}' }
    await expect(createClient('qq').identify('C', null)).rejects.toThrow('user: no id')
  })
})

it('requests the user of the token from Weibo, and refuses another one', async () => {
  const [token, user] = ['https://api.weibo.com/oauth2/access_token', 'https://api.weibo.com/2/users/show.json']
  answers = { [token]: '{"access_token":"T","uid":"7"}', [user]: '{"idstr":"7","screen_name":"石头"}' }
  expect(await createClient('weibo').identify('C', null)).toEqual({ id: '7', nickname: '石头', avatar: '' })
  expect(listAddresses()).toEqual([`POST ${token}`, `GET ${user}`])
  expect(asked[1]?.url.searchParams.get('uid')).toBe('7')
  answers = { ...answers, [user]: '{"idstr":"8","screen_name":"别人"}' }
  await expect(createClient('weibo').identify('C', null)).rejects.toThrow(ProviderError)
})

it('sends a user agent to Gitee, which requires one', async () => {
  const [token, user] = ['https://gitee.com/oauth/token', 'https://gitee.com/api/v5/user']
  answers = { [token]: '{"access_token":"T"}', [user]: '{"id":9,"login":"jade","name":""}' }
  expect(await createClient('gitee').identify('C', null)).toMatchObject({ id: '9', nickname: 'jade' })
  expect(asked.every(({ init }) => new Headers(init.headers).get('user-agent') === 'portal-upstream')).toBe(true)
})

it('sends GitHub the PKCE verifier, and the token in a header only', async () => {
  const [token, user] = ['https://github.com/login/oauth/access_token', 'https://api.github.com/user']
  answers = {
    [token]: '{"access_token":"T"}',
    [user]: '{"id":1,"login":"jade","avatar_url":"https://avatars.githubusercontent.com/u/1?v=4"}',
  }
  expect(await createClient('github').identify('C', 'V')).toEqual({
    id: '1',
    nickname: 'jade',
    avatar: 'https://avatars.githubusercontent.com/u/1?v=4',
  })
  expect(asked[0]?.form.get('code_verifier')).toBe('V')
  expect(asked[1]?.url.search).toBe('')
  expect(new Headers(asked[1]?.init.headers).get('authorization')).toBe('Bearer T')
})

it('sets a timeout and refuses redirects on every call', async () => {
  answers = { 'https://gitee.com/oauth/token': '{"access_token":"T"}', 'https://gitee.com/api/v5/user': '{"id":9}' }
  await createClient('gitee').identify('C', null)
  for (const { init } of asked) expect(init).toMatchObject({ redirect: 'error', signal: expect.any(AbortSignal) })
})

it.each([
  'https://evil.test/a.png',
  'https://gitee.com.evil.test/a.png',
  'https://notgitee.com/a.png',
  'https://gitee.com:8443/a.png',
  'http://127.0.0.1/a.png',
  'file:///etc/passwd',
  'javascript:alert(1)',
  7,
  null,
])('fetches no picture from %s', async (avatar_url) => {
  answers = {
    'https://gitee.com/oauth/token': '{"access_token":"T"}',
    'https://gitee.com/api/v5/user': JSON.stringify({ id: 9, login: 'jade', avatar_url }),
  }
  const client = createClient('gitee')
  const user = await client.identify('C', null)
  expect(user.avatar).toBe('')
  expect(await client.fetchAvatar(user)).toBeUndefined()
  expect(asked).toHaveLength(2)
})

it.each([
  '',
  '[]',
  'null',
  '{"error":"bad_verification_code","error_description":"C our-secret"}',
  '{"access_token":7}',
])('names only the failed step when the token response is %s', async (answer) => {
  answers = { 'https://gitee.com/oauth/token': answer }
  const error = await createClient('gitee')
    .identify('C', null)
    .catch((one: Error) => one)
  expect(error).toBeInstanceOf(ProviderError)
  expect((error as Error).message).toBe('token: refused')
})
