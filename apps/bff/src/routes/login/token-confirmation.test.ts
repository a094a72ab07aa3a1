import { MINUTE_MS } from '@portal/contract/constants.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeSite, OWN_ORIGIN, type TestSite, TOKEN, USER } from '#testing/make-site.ts'
import { ok } from '#testing/stub-upstream.ts'

const OTHERS_TOKEN = 'Zz9'.padEnd(128, 'q')
const OTHER = { ...USER, id: '2'.repeat(32), nickname: '别人 <b>', avatar: '/file/img/a.png' }

let site: TestSite
beforeEach(async () => {
  site = await makeSite()
  site.upstream.answer = ({ url }) => {
    if (url.includes(OTHERS_TOKEN)) return ok(OTHER)
    return url.includes(TOKEN) ? ok(USER) : ok(null)
  }
})
afterEach(() => site.close())

const OWN_FORM = {
  origin: OWN_ORIGIN,
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
}
const LINK = `/tags?categoryId=32&token=${OTHERS_TOKEN}&page=2`

/** Opens the link and returns the response with its form value and cookies. */
async function open(headers: Record<string, string> = {}, url = LINK) {
  const reply = await site.app.inject({ url, headers })
  const sealed = /name="sealed" value="([\w-]+)"/.exec(reply.payload)?.[1] ?? ''
  const cookies = [reply.headers['set-cookie'] ?? []].flat().map(String)
  return { reply, sealed, cookies, cookie: cookies.map((one) => one.split(';')[0]).join('; ') }
}

function send(sealed: string, headers: Record<string, string>) {
  return site.app.inject({
    method: 'POST',
    url: '/bff/token-login',
    headers: { ...OWN_FORM, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams({ sealed }).toString(),
  })
}

const isLogin = (reply: { headers: Record<string, unknown> }) =>
  /\bsession=[\w-]{20}/.test(String(reply.headers['set-cookie']))

describe('a link with a token that may belong to another account', () => {
  describe('requires a confirmation that names the account when it is opened from', () => {
    it.each([
      ['mail, chat or a QR code', { 'sec-fetch-site': 'none' }],
      ['a browser without Sec-Fetch headers', {}],
      ['another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }],
      ['a sibling subdomain', { 'sec-fetch-site': 'same-site' }],
      ['an article of this site', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' }],
    ])('%s', async (_from, headers) => {
      const { reply, cookies } = await open(headers)
      expect([reply.statusCode, isLogin(reply)]).toEqual([200, false])
      expect(reply.payload).toContain('<strong>别人 &lt;b&gt;</strong>')
      expect(reply.payload).toContain('<img src="/file/img/a.png" alt="">')
      expect(reply.payload).toContain('<a href="/tags?categoryId=32&amp;page=2">取消</a>')
      expect(cookies.join()).toMatch(/^confirmation=[\w-]+; Path=\/; HttpOnly; SameSite=Strict$/)
    })
  })

  it('does not show the token, is not cached, runs no script and cannot be framed', async () => {
    const { reply } = await open()
    expect(JSON.stringify([reply.headers, reply.payload])).not.toContain(OTHERS_TOKEN)
    expect(reply.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; style-src 'sha256-[\w+/=]+'; .*form-action 'self'; frame-ancestors 'none'/,
      ),
    })
    expect(reply.payload).not.toContain('<script')
    expect(site.logs.join('')).not.toContain(OTHERS_TOKEN)
  })

  it('names the login that it would replace', async () => {
    const own = await site.logIn()
    expect((await open({ cookie: own })).reply.payload).toContain('此浏览器现在登录的是“翡翠小记”')
    expect((await open()).reply.payload).toContain('如果此浏览器已经登录了其他账号')
  })

  it('redirects without a confirmation when the account is logged in already or the token is unknown', async () => {
    const own = await site.logIn()
    for (const [url, headers] of [
      [`/a?token=${TOKEN}`, { cookie: own }],
      [`/a?token=${'z'.repeat(128)}`, {}],
      ['/a?token=short', {}],
    ] as const) {
      const { reply } = await open(headers, url)
      expect([reply.statusCode, reply.headers.location, reply.headers['set-cookie']]).toEqual([303, '/a', undefined])
    }
  })

  it('shows only an avatar from this site', async () => {
    for (const avatar of ['https://tracker.test/a.png', '/logout', '/file/img/../../logout', '"><script>']) {
      site.upstream.answer = () => ok({ ...OTHER, avatar })
      expect((await open()).reply.payload).not.toMatch(/<img|<script/)
    }
  })
})

describe('the confirmation', () => {
  it('logs in when the same browser submits the form', async () => {
    const { sealed, cookie } = await open()
    const reply = await send(sealed, { cookie })
    expect([reply.statusCode, reply.headers.location]).toEqual([303, '/tags?categoryId=32&page=2'])
    expect(isLogin(reply)).toBe(true)
    expect(String(reply.headers['set-cookie'])).toContain('confirmation=; ')
  })

  it.each([
    ['another site', { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }],
    ['a sibling subdomain', { origin: 'https://www.site.test', 'sec-fetch-site': 'same-site' }],
    ['a sandboxed frame', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['an old browser on another site', { origin: 'https://evil.test', 'sec-fetch-site': '' }],
    ['a client without Origin and Sec-Fetch-Site', { origin: '', 'sec-fetch-site': '' }],
    ['a prefetch', { 'sec-purpose': 'prefetch' }],
    ['a frame', { 'sec-fetch-dest': 'iframe' }],
  ])('is refused from %s', async (_who, headers) => {
    const { sealed, cookie } = await open()
    const { origin, 'sec-fetch-site': fetchSite, ...others } = { ...OWN_FORM, ...headers }
    const reply = await site.app.inject({
      method: 'POST',
      url: '/bff/token-login',
      headers: {
        ...others,
        ...(origin ? { origin } : {}),
        ...(fetchSite ? { 'sec-fetch-site': fetchSite } : {}),
        'content-type': 'application/x-www-form-urlencoded',
        cookie,
      },
      payload: new URLSearchParams({ sealed }).toString(),
    })
    expect([reply.statusCode, isLogin(reply)]).toEqual([403, false])
  })

  it('is refused in another browser, without its page and when it has expired', async () => {
    const mine = await open()
    const theirs = await open()
    const asked = site.upstream.seen.length
    for (const [sealed, cookie] of [
      [theirs.sealed, mine.cookie],
      [theirs.sealed, ''],
      ['', mine.cookie],
      ['AAAA', mine.cookie],
      [mine.cookie.split('=')[1] ?? '', mine.cookie],
    ] as const) {
      const reply = await send(sealed, cookie ? { cookie } : {})
      expect([reply.statusCode, isLogin(reply)]).toEqual([403, false])
      expect(reply.payload).toContain('登录确认已失效')
    }
    site.clock.nowMs += 5 * MINUTE_MS + 1
    const late = await send(mine.sealed, { cookie: mine.cookie })
    expect([late.statusCode, isLogin(late), site.upstream.seen.length]).toEqual([403, false, asked])
  })

  it('redirects with an error when the token is no longer valid', async () => {
    const { sealed, cookie } = await open()
    site.upstream.answer = () => ok(null)
    const reply = await send(sealed, { cookie })
    expect([reply.statusCode, reply.headers.location, isLogin(reply)]).toEqual([303, '/?login=failed', false])
  })
})
