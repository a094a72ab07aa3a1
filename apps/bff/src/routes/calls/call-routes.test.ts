import { type AddressInfo, connect } from 'node:net'
import { calls } from '@portal/contract/calls.ts'
import { saveCertificate } from '@portal/contract/certificates/saved-certificates.ts'
import { shareCertificate } from '@portal/contract/certificates/shares.ts'
import { ownCallHeaders } from '@portal/contract/constants.ts'
import { sendVisitorFeedback } from '@portal/contract/site/directory.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CHECK_PATH } from '#testing/certificates.ts'
import { makeSite, OWN_ORIGIN, REQUEST_ID, type TestSite, TOKEN, USER } from '#testing/make-site.ts'
import { failure, ok } from '#testing/stub-upstream.ts'

/** Calls whose ownership is checked with upstream first. */
const LOOKED_UP_FIRST = ['/v1/im/deleteRoom', '/v1/im/withdraw']

let site: TestSite
beforeEach(async () => {
  site = await makeSite()
})
afterEach(() => site.close())

describe('forwarding', () => {
  it.each([
    ['a path that the contract lacks', 'GET', '/v1/admin/users'],
    ['a method that the contract lacks', 'DELETE', '/v1/webSiteInfo'],
    ['a call without its trailing slash', 'GET', '/v1/category'],
    ['a call with an extra slash', 'GET', '/v1/webSiteInfo/'],
    ['an encoded slash', 'GET', '/v1%2FwebSiteInfo'],
    ['an encoded letter', 'GET', '/v1/%77ebSiteInfo'],
    ['other letter case', 'GET', '/V1/webSiteInfo'],
    ['the webhook of the platform, with an extra slash', 'POST', '/wechat/'],
    ['the developer mailbox of the upstream', 'GET', '/dev/mailbox'],
    ['HEAD of a call', 'HEAD', '/v1/webSiteInfo'],
  ])('answers 404 itself and forwards nothing: %s', async (_what, method, url) => {
    const reply = await site.app.inject({ method: method as 'GET', url })
    expect(reply.statusCode).toBe(404)
    expect(site.upstream.seen).toEqual([])
  })

  it.each([
    ['dot segments', '/v1/article/../webSiteInfo'],
    ['encoded dot segments', '/v1/article/%2e%2e/webSiteInfo'],
    ['dot segments in a parameter', '/oauth/render/../../logout'],
    ['encoded dot segments in a parameter', '/oauth/render/..%2f..%2flogout'],
    ['a backslash', '/v1\\webSiteInfo'],
    ['two slashes at the beginning', '//v1/webSiteInfo'],
    ['a whole address', 'http://169.254.169.254/v1/webSiteInfo'],
    ['a broken escape', '/v1/%zz'],
  ])('forwards nothing for a request line with %s', async (_what, target) => {
    const status = await requestStatusByLine(site, `GET ${target} HTTP/1.1`)
    expect([400, 404]).toContain(status)
    expect(site.upstream.seen).toEqual([])
  })

  it('refuses a provider that the contract does not name', async () => {
    const reply = await site.app.inject({ url: '/oauth/render/myspace', headers: ownCallHeaders })
    expect(reply.statusCode).toBe(400)
    expect(site.upstream.seen).toEqual([])
  })

  it('forwards every JSON call of the contract under its own method and path', async () => {
    const cookie = await site.logIn()
    site.upstream.answer = () => failure(500, '示例')
    const logoutLast = [...calls].sort(
      (one, other) => Number(one.path === '/logout') - Number(other.path === '/logout'),
    )
    for (const call of logoutLast) {
      if (call.path === CHECK_PATH) continue // this call has routes of its own
      if (LOOKED_UP_FIRST.includes(call.path)) continue // see chat-effects.test.ts
      if (call === saveCertificate || call === shareCertificate) continue // see saving-effects.test.ts
      if (call.path === sendVisitorFeedback.path) continue // this call needs a proof of work first
      if ('upload' in call || 'file' in call || 'reachedBy' in call || call.path === '/oauth/wechat/is_login') continue
      site.upstream.seen.length = 0
      const params: Record<string, unknown> = 'params' in call ? makeSampleMembers(call.params) : {}
      const url = call.path.replace(/\{(\w+)\}/g, (_all, name) => (name === 'source' ? 'qq' : String(params[name])))
      const query = 'query' in call ? (makeSampleMembers(call.query) as Record<string, string>) : {}
      const body = 'body' in call ? { payload: makeSampleMembers(call.body) } : {}
      const reply = await site.app.inject({
        method: call.method,
        url,
        query,
        headers: { ...ownCallHeaders, cookie },
        ...body,
      })
      expect([call.method, url, reply.json().message]).toEqual([call.method, url, '示例'])
      expect(site.upstream.seen[0]?.method).toBe(call.method)
      expect(site.upstream.seen[0]?.url.split('?')[0]).toBe(url)
    }
  })

  it('sends only the query members that the contract names', async () => {
    await site.app.inject('/v1/article/info?id=7&Authorization=x&token=y&_=1')
    expect(site.upstream.seen[0]?.url).toBe('/v1/article/info?id=7')
  })

  it('sends the pattern of a visit’s page, taken from the address that the browser sends', async () => {
    for (const referer of ['/article/7?token=x', '/unheard-of', undefined]) {
      const own = { ...ownCallHeaders, ...(referer && { referer: OWN_ORIGIN + referer }) }
      await site.app.inject({ url: '/v1/report', headers: own })
    }
    expect(site.upstream.seen.map(({ url }) => url)).toEqual([
      '/v1/report?path=%2Farticle%2F%3AarticleId',
      '/v1/report',
      '/v1/report',
    ])
  })

  it('answers a wrong query with 400 and names the member, in Chinese', async () => {
    const reply = await site.app.inject('/v1/article/info?id=abc')
    expect(reply.statusCode).toBe(400)
    const extra = { requestId: expect.stringMatching(REQUEST_ID) }
    expect(reply.json()).toEqual({ code: 400, message: '参数“id”不正确，请检查后重试', data: null, extra })
    expect(site.upstream.seen).toEqual([])
  })
})

describe('a forwarded call', () => {
  it('loses forged Authorization, Cookie, Forwarded, X-Forwarded-*, X-Real-IP and hop-by-hop headers', async () => {
    await site.app.inject({
      url: '/v1/webSiteInfo',
      headers: {
        authorization: 'forged',
        cookie: 'a=b',
        forwarded: 'for=9.9.9.9',
        'x-forwarded-for': '9.9.9.9',
        'x-forwarded-host': 'evil.test',
        'x-forwarded-proto': 'https',
        'x-real-ip': '9.9.9.9',
        connection: 'keep-alive, x-forwarded-for',
        'proxy-authorization': 'x',
        te: 'trailers',
        'x-user-id': '1',
      },
    })
    const { host: _host, ...headers } = site.upstream.seen[0]?.headers ?? {}
    expect(Object.keys(headers).sort()).toEqual([
      'accept',
      'connection',
      'user-agent',
      'x-forwarded-for',
      'x-request-id',
    ])
    expect(headers['x-forwarded-for']).toBe('127.0.0.1')
  })

  it('names the client of X-Forwarded-For within the trusted hops', async () => {
    const behindTwo = await makeSite({ env: { TRUST_PROXY: '2' } })
    await behindTwo.app.inject({
      url: '/v1/webSiteInfo',
      headers: { 'x-forwarded-for': '6.6.6.6, 203.0.113.7, 10.0.0.2' },
    })
    expect(behindTwo.upstream.seen[0]?.headers['x-forwarded-for']).toBe('203.0.113.7')
    await behindTwo.close()
  })

  it('loses Set-Cookie, Server and other headers of upstream', async () => {
    site.upstream.answer = () => ({
      ...ok({ name: '石衡' }),
      headers: { 'set-cookie': 'Authorization=secret', server: 'nginx/1.0', 'x-powered-by': 'spring', 'x-any': '1' },
    })
    const { headers } = await site.app.inject('/v1/webSiteInfo')
    for (const name of ['set-cookie', 'server', 'x-powered-by', 'x-any']) expect(headers[name]).toBeUndefined()
  })

  const spoilBytes = (byte: number) => (byte === 0x58 ? 0xff : byte)
  const makeBoard = (content: string) =>
    `{"code":200,"message":"成功","data":[{"id":1,"content":${content}}],"extra":{}}`

  it.each([
    ['as it came', makeBoard('"石衡 «𠮷»"'), makeBoard('"石衡 «𠮷»"')],
    ['without members that the contract does not name', makeBoard('"好","phone":"1"'), makeBoard('"好"')],
    ['without the first of two members of one name', makeBoard('"1","content":"2"'), makeBoard('"2"')],
    ['without bytes that are no UTF-8', Buffer.from(makeBoard('"X"')).map(spoilBytes), makeBoard('"\ufffd"')],
    ['without spaces', makeBoard(' "好" '), makeBoard('"好"')],
  ])('returns what upstream answered, %s', async (_how, body, sent) => {
    site.upstream.answer = () => ({ body: Buffer.from(body) })
    const { rawPayload, headers } = await site.app.inject('/v1/message/')
    expect(rawPayload).toEqual(Buffer.from(sent))
    expect(headers['content-length']).toBe(String(rawPayload.length))
  })

  it('has the prefix of upstream before its path', async () => {
    const prefixed = await makeSite({ env: { UPSTREAM_PREFIX: '/api/blog' } })
    await prefixed.app.inject('/v1/category/')
    expect(prefixed.upstream.seen[0]?.url).toBe('/api/blog/v1/category/')
    await prefixed.close()
  })
})

describe('a call that needs a login', () => {
  it('is answered with 401 for a visitor, without a request to upstream', async () => {
    for (const call of calls) {
      if (call.access === 'public' || ('reachedBy' in call && call.reachedBy === 'site')) continue
      const url = call.path.replace('{name}', 'a.webp')
      const reply = await site.app.inject({ method: call.method, url, headers: ownCallHeaders })
      expect([call.path, reply.statusCode, reply.json().code]).toEqual([call.path, 401, 401])
    }
    expect(site.upstream.seen).toEqual([])
  })

  it('has the bare token of the session at upstream', async () => {
    const cookie = await site.logIn()
    await site.app.inject({ url: '/v1/im/getRoomList', headers: { cookie } })
    expect(site.upstream.seen[0]?.headers.authorization).toBe(TOKEN)
  })

  it('has the sender of the session, and no members outside the contract', async () => {
    const cookie = await site.logIn()
    await site.app.inject({
      method: 'POST',
      url: '/v1/im/chat',
      headers: { cookie },
      payload: { code: 1, toUserId: '2', content: 'x', fromUserId: 'somebody', fromUserNickname: '冒名', ip: '1' },
    })
    expect(JSON.parse(site.upstream.seen[0]?.body ?? '')).toEqual({
      code: 1,
      toUserId: '2',
      content: 'x',
      fromUserId: USER.id,
      isRead: 0,
    })
  })

  it('reads the history of the caller’s own conversations only', async () => {
    const cookie = await site.logIn()
    await site.app.inject({ url: '/v1/im/selectUserImHistory?fromUserId=5&toUserId=6', headers: { cookie } })
    expect(site.upstream.seen[0]?.url).toBe(`/v1/im/selectUserImHistory?toUserId=6&fromUserId=${USER.id}`)
  })

  it('fills the token of selectUserInfoByToken from the cookie and ignores the query', async () => {
    const cookie = await site.logIn()
    await site.app.inject({ url: '/v1/user/selectUserInfoByToken?token=another', headers: { cookie } })
    expect(site.upstream.seen[0]?.url).toBe(`/v1/user/selectUserInfoByToken?token=${TOKEN}`)
    site.upstream.seen.length = 0
    await site.app.inject('/v1/user/selectUserInfoByToken?token=another')
    expect(site.upstream.seen[0]?.url).toBe('/v1/user/selectUserInfoByToken')
  })
})

describe('a login', () => {
  it.each([
    ['flat', { ...USER, token: TOKEN }],
    ['beside the user', { token: TOKEN, user: USER }],
    ['deep and twice', { token: TOKEN, user: { ...USER, token: TOKEN, intro: `mine is ${TOKEN}` } }],
  ])('moves the token into the cookie and out of the body: %s', async (_form, data) => {
    site.upstream.answer = () => ok(data)
    const reply = await postLogin()
    expect(reply.json().data).toMatchObject(USER)
    expect(reply.payload).not.toContain(TOKEN)
    expect(reply.payload).not.toContain('"token"')
    const cookies = [reply.headers['set-cookie'] ?? []].flat()
    expect(cookies[0]).toMatch(/^session=[\w-]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict$/)
    expect(cookies.join()).not.toContain(TOKEN)
  })

  it('names the cookie __Host-session and marks it Secure on https', async () => {
    const secure = await makeSite({ env: { PUBLIC_ORIGIN: 'https://site.test' } })
    secure.upstream.answer = () => ok({ ...USER, token: TOKEN })
    const reply = await secure.app.inject({
      method: 'POST',
      url: '/oauth/emailLogin',
      payload: { email: 'a', password: 'b' },
    })
    expect(String(reply.headers['set-cookie'])).toMatch(
      /^__Host-session=.*; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    )
    await secure.close()
  })

  it('answers 502 and sets nothing when the answer contains no token', async () => {
    site.upstream.answer = () => ok(USER)
    const reply = await postLogin()
    expect(reply.statusCode).toBe(502)
    expect(reply.headers['set-cookie']).toBeUndefined()
  })

  it('forwards a refusal with its text', async () => {
    site.upstream.answer = () => failure(500, '用户账号或者密码错误!')
    const reply = await postLogin()
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toMatchObject({ code: 500, message: '用户账号或者密码错误!' })
  })

  it('logs neither token nor password, whether it succeeds or fails', async () => {
    site.upstream.answer = () => ok({ ...USER, token: TOKEN })
    await site.app.inject({
      method: 'POST',
      url: '/oauth/emailLogin',
      payload: { email: 'a', password: 'geheim-4711' },
    })
    site.upstream.answer = () => ({ body: `<html>${TOKEN}</html>` })
    await site.app.inject({
      method: 'POST',
      url: '/oauth/emailLogin',
      payload: { email: 'a', password: 'geheim-4711' },
    })
    await site.app.inject(`/?token=${TOKEN}`)
    const lines = site.logs.join('')
    expect(lines).toContain('/oauth/emailLogin')
    expect(lines).not.toContain(TOKEN)
    expect(lines).not.toContain('geheim-4711')
  })
})

describe('the end of a session', () => {
  it('clears the cookie on code 401 in the body', async () => {
    const cookie = await site.logIn()
    site.upstream.answer = () => failure(401, '当前会话已过期，请重新登录')
    const reply = await site.app.inject({ url: '/v1/im/getRoomList', headers: { cookie } })
    expect(reply.json().code).toBe(401)
    expect(String(reply.headers['set-cookie'])).toMatch(/^session=;/)
  })

  it('clears the cookie on status 401', async () => {
    const cookie = await site.logIn()
    site.upstream.answer = () => ({ status: 401, ...failure(401, '当前会话已过期，请重新登录') })
    const reply = await site.app.inject({ url: '/v1/im/getRoomList', headers: { cookie } })
    expect(reply.statusCode).toBe(401)
    expect(String(reply.headers['set-cookie'])).toMatch(/^session=;/)
  })

  it('clears the cookie on logout, also when upstream is gone', async () => {
    const cookie = await site.logIn()
    const reply = await site.app.inject({ url: '/logout', headers: { ...ownCallHeaders, cookie } })
    expect(String(reply.headers['set-cookie'])).toMatch(/^session=;/)
    const another = await site.logIn()
    await site.upstream.stop()
    const again = await site.app.inject({ url: '/logout', headers: { ...ownCallHeaders, cookie: another } })
    expect(again.statusCode).toBe(502)
    expect(String(again.headers['set-cookie'])).toMatch(/^session=;/)
    await site.upstream.start()
  })

  it('invalidates copies of the cookie at logout, also when upstream is unreachable', async () => {
    const cookie = await site.logIn()
    await site.upstream.stop()
    await site.app.inject({ url: '/logout', headers: { ...ownCallHeaders, cookie } })
    await site.upstream.start()
    expect((await site.app.inject({ url: '/v1/im/getRoomList', headers: { cookie } })).statusCode).toBe(401)
  })

  it('clears the cookie and invalidates its copies when all logins of the user have ended', async () => {
    const cookie = await site.logIn()
    const one = await site.app.inject({ method: 'DELETE', url: '/v1/user/sessions?id=7', headers: { cookie } })
    expect(one.headers['set-cookie']).toBeUndefined()
    site.upstream.answer = () => failure(500, '系统繁忙，请稍后重试')
    const refused = await site.app.inject({ method: 'DELETE', url: '/v1/user/sessions', headers: { cookie } })
    expect(refused.headers['set-cookie']).toBeUndefined()
    site.upstream.answer = () => ok(null)
    const all = await site.app.inject({ method: 'DELETE', url: '/v1/user/sessions', headers: { cookie } })
    expect(String(all.headers['set-cookie'])).toMatch(/^session=;/)
    expect((await site.app.inject({ url: '/v1/user/sessions', headers: { cookie } })).statusCode).toBe(401)
  })

  it('rejects a cookie that was changed, created elsewhere or has expired', async () => {
    const cookie = await site.logIn()
    const changed = `${cookie.slice(0, -2)}${cookie.endsWith('AA') ? 'BB' : 'AA'}`
    for (const forged of [changed, 'session=x', `session=${TOKEN}`]) {
      const reply = await site.app.inject({ url: '/v1/im/getRoomList', headers: { cookie: forged } })
      expect(reply.statusCode).toBe(401)
    }
    site.clock.nowMs += 7 * 24 * 60 * 60 * 1000
    expect((await site.app.inject({ url: '/v1/im/getRoomList', headers: { cookie } })).statusCode).toBe(401)
  })
})

describe('the WeChat login code', () => {
  it('is bound to the browser that requested it', async () => {
    site.upstream.answer = () => ok('DL4821')
    const asked = await site.app.inject({ url: '/oauth/wechatLoginCode', headers: ownCallHeaders })
    const cookie = String(asked.headers['set-cookie']).split(';')[0] ?? ''
    site.upstream.answer = () => ok({ ...USER, token: TOKEN })

    const stranger = await site.app.inject({ url: '/oauth/wechat/is_login?loginCode=DL4821', headers: ownCallHeaders })
    expect(stranger.statusCode).toBe(403)
    const guesser = await site.app.inject({
      url: '/oauth/wechat/is_login?loginCode=DL4822',
      headers: { ...ownCallHeaders, cookie },
    })
    expect(guesser.statusCode).toBe(403)
    expect(site.upstream.seen).toHaveLength(1)

    const owner = await site.app.inject({
      url: '/oauth/wechat/is_login?loginCode=DL4821',
      headers: { ...ownCallHeaders, cookie },
    })
    expect(owner.json().data).toMatchObject(USER)
    expect(String(owner.headers['set-cookie'])).toMatch(/^session=/)
  })
})

describe('the BFF, when upstream fails,', () => {
  it('answers 404 when upstream does not have the call, and keeps the session', async () => {
    const cookie = await site.logIn()
    for (const body of ['<h1>Not Found</h1>', { timestamp: 1, status: 404, error: 'Not Found' }]) {
      site.upstream.answer = () => ({ status: 404, body })
      const reply = await site.app.inject({ url: '/v1/user/sessions', headers: { cookie } })
      expect([reply.statusCode, reply.json().code, reply.headers['set-cookie']]).toEqual([404, 404, undefined])
    }
  })

  it('forwards Retry-After of a refused call', async () => {
    site.upstream.answer = () => ({ ...failure(500, '请求过于频繁,稍后重试'), headers: { 'retry-after': '37' } })
    const reply = await site.app.inject({ url: '/oauth/sendEmailCode?email=a@example.test', headers: ownCallHeaders })
    expect([reply.json().code, reply.headers['retry-after']]).toEqual([500, '37'])
  })

  it('answers 502 within a second when upstream is gone, and recovers by itself', async () => {
    await site.upstream.stop()
    const before = performance.now()
    const reply = await site.app.inject('/v1/tag/')
    expect(performance.now() - before).toBeLessThan(1000)
    expect(reply.statusCode).toBe(502)
    const extra = { requestId: expect.stringMatching(REQUEST_ID) }
    expect(reply.json()).toEqual({ code: 502, message: '暂时连接不上数据服务，请稍后重试', data: null, extra })
    await site.upstream.start()
    site.upstream.answer = () => ok([])
    expect((await site.app.inject('/v1/tag/')).json()).toMatchObject({ code: 200, data: [] })
  })

  it('answers 504 when upstream does not answer in time', async () => {
    const hasty = await makeSite({ env: { UPSTREAM_TIMEOUT_MS: '80' } })
    hasty.upstream.answer = () => ({ body: null })
    expect((await hasty.app.inject('/v1/tag/')).statusCode).toBe(504)
    await hasty.close()
  })

  it.each([
    ['a page of HTML', { body: '<html>502 Bad Gateway</html>' }],
    ['JSON without an envelope', { body: { records: [] } }],
    ['an envelope with another kind of data', ok({ not: 'a list' })],
    ['a redirect', { status: 302, headers: { location: 'http://evil.test/' }, body: '' }],
    ['an endless answer', { body: `{"code":200,"data":"${'x'.repeat(9 * 1024 * 1024)}"}` }],
  ])('answers 502 to %s', async (_what, answer) => {
    site.upstream.answer = () => answer
    const reply = await site.app.inject('/v1/tag/')
    expect(reply.statusCode).toBe(502)
    expect(reply.json().code).toBe(502)
  })

  it('refuses a body that is too large with 413', async () => {
    const reply = await site.app.inject({
      method: 'POST',
      url: '/oauth/emailLogin',
      payload: { email: 'a', password: 'x'.repeat(5 * 1024 * 1024) },
    })
    expect(reply.statusCode).toBe(413)
  })
})

describe('the cache of public answers', () => {
  it('answers from memory with an Age, and fetches once for concurrent requests', async () => {
    site.upstream.answer = () => ok([{ id: 1, name: '翡翠' }])
    await Promise.all(Array.from({ length: 20 }, () => site.app.inject('/v1/tag/')))
    site.clock.nowMs += 7_000
    const reply = await site.app.inject('/v1/tag/')
    expect(reply.headers.age).toBe('7')
    expect(site.upstream.seen).toHaveLength(1)
  })

  it('serves the last answer with its Age while upstream is down', async () => {
    site.upstream.answer = () => ok([{ id: 1, name: '翡翠' }])
    await site.app.inject('/v1/tag/')
    await site.upstream.stop()
    site.clock.nowMs += 3_600_000
    const reply = await site.app.inject('/v1/tag/')
    expect(reply.json().data).toEqual([{ id: 1, name: '翡翠' }])
    expect(reply.headers).toMatchObject({ age: '3600', 'x-cache': 'stale' })
    await site.upstream.start()
    site.upstream.answer = () => ok([])
    site.clock.nowMs += 3_000
    expect((await site.app.inject('/v1/tag/')).json().data).toEqual([])
  })

  it('never contains answers for a member', async () => {
    const cookie = await site.logIn()
    site.upstream.answer = ({ headers }) =>
      ok({ id: 7, title: headers.authorization ? 'mine' : 'for all', isLike: Boolean(headers.authorization) })
    const own = await site.app.inject({ url: '/v1/article/info?id=7', headers: { cookie } })
    expect(own.json().data.title).toBe('mine')
    expect(own.headers.age).toBeUndefined()
    const visitor = await site.app.inject('/v1/article/info?id=7')
    expect(visitor.json().data.title).toBe('for all')
    expect((await site.app.inject({ url: '/v1/article/info?id=7', headers: { cookie } })).json().data.title).toBe(
      'mine',
    )
  })

  it('drops an article that upstream has removed, and caches no error', async () => {
    site.upstream.answer = () => ok({ id: 7, title: 'there' })
    await site.app.inject('/v1/article/info?id=7')
    site.upstream.answer = () => failure(500, '抱歉，文章不存在')
    site.clock.nowMs += 24 * 60_000
    expect((await site.app.inject('/v1/article/info?id=7')).json().code).toBe(500)
    site.upstream.answer = () => ok({ id: 7, title: 'back' })
    expect((await site.app.inject('/v1/article/info?id=7')).json().data.title).toBe('back')
  })
})

describe('HTML in an answer', () => {
  it('is sanitised in article, search titles, bulletin and about page', async () => {
    const evil = '<script>alert(1)</script><img src=x onerror=alert(1)>'
    site.upstream.answer = () => ok({ id: 7, title: 't', content: `<p onclick="x()">ok</p>${evil}` })
    expect((await site.app.inject('/v1/article/info?id=7')).json().data.content).toBe('<p>ok</p>')
    site.upstream.answer = () =>
      ok({ records: [{ id: 1, title: `<span style="color:red">翡翠</span>${evil}` }], pages: 1 })
    expect((await site.app.inject('/v1/article/search?keyword=a')).json().data.records[0].title).toBe(
      '<em class="hit">翡翠</em>',
    )
    site.upstream.answer = () => ok({ bulletin: `<b>收样</b>${evil}`, aboutMe: `<h2>关于</h2>${evil}` })
    expect((await site.app.inject('/v1/webSiteInfo')).json().data).toEqual({
      bulletin: '<b>收样</b>',
      aboutMe: '<h2>关于</h2>',
    })
  })
})

describe('the budget of calls', () => {
  it('answers 429 with Retry-After to a client that calls without end', async () => {
    site.upstream.answer = () => ok([])
    let reply = await site.app.inject('/v1/tag/')
    for (let asked = 0; reply.statusCode === 200 && asked < 700; asked += 1) reply = await site.app.inject('/v1/tag/')
    expect(reply.statusCode).toBe(429)
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
    site.clock.nowMs += 1000
    expect((await site.app.inject('/v1/tag/')).statusCode).toBe(200)
  })
})

function postLogin() {
  return site.app.inject({
    method: 'POST',
    url: '/oauth/emailLogin',
    headers: { origin: OWN_ORIGIN, 'sec-fetch-site': 'same-origin' },
    payload: { email: 'jade@example.test', password: 'p' },
  })
}

/** Sends a request line unchanged; HTTP clients normalise it. */
async function requestStatusByLine({ app }: TestSite, line: string): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.write(`${line}\r\nHost: site.test\r\nConnection: close\r\n\r\n`)
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk as Buffer)
  return Number(Buffer.concat(chunks).toString().split(' ')[1])
}

/** A valid sample with the required members of a schema. */
function makeSampleMembers(schema: {
  properties: object
  required?: readonly string[] | undefined
}): Record<string, unknown> {
  const members = Object.entries(schema.properties).filter(([name]) => schema.required?.includes(name))
  return Object.fromEntries(members.map(([name, member]) => [name, makeSample(member as SampledMember)]))
}

interface SampledMember {
  anyOf?: readonly SampledMember[]
  const?: unknown
  enum?: readonly unknown[]
  examples?: readonly unknown[]
  type?: string | readonly string[]
  properties?: object
  required?: readonly string[]
  items?: SampledMember
  minItems?: number
  minLength?: number
}

function makeSample(member: SampledMember): unknown {
  const type = [member.type].flat()[0]
  const [value] = [...(member.examples ?? []), ...(member.enum ?? [])]
  if (value !== undefined || member.const !== undefined) return value ?? member.const
  if (member.anyOf?.[0]) return makeSample(member.anyOf[0])
  if (type === 'object')
    return member.properties ? makeSampleMembers({ properties: member.properties, required: member.required }) : {}
  if (type === 'array') return member.minItems && member.items ? [makeSample(member.items)] : []
  return type === 'boolean' ? 'true' : '1'.repeat(member.minLength ?? 1)
}
