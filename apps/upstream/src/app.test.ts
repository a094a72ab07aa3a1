import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { calls, toCallKey, toRouterPath } from '@portal/contract/calls.ts'
import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { ask } from '#testing/asking.ts'
import { makeUpstream, type TestUpstream } from '#testing/make-upstream.ts'
import { notServed } from '../../../tests/contract/not-served.ts'
import { addRoute, ok } from './platform/http/add-route.ts'

/** Routes outside the contract: the socket, and those for proxies and developers. */
const NO_CALLS = ['GET /healthz', 'GET /openapi.json', 'GET /dev/mailbox', 'GET /websocket']

/** Lists every route declared while `work` runs, in the notation of the router. */
async function listRoutes(work: () => Promise<void>): Promise<string[]> {
  const routes: string[] = []
  const watch = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url }) => void routes.push(`${method} ${url}`))
  }
  subscribe('fastify.initialization', watch)
  try {
    await work()
  } finally {
    unsubscribe('fastify.initialization', watch)
  }
  return routes
}

let upstream: TestUpstream
afterEach(() => upstream.close())

describe('routing', () => {
  it('answers unknown paths, wrong methods and wrong trailing slashes with 404 in an envelope', async () => {
    upstream = await makeUpstream()
    for (const path of ['GET /nothing', 'GET /v1/article', 'GET /v1/webSiteInfo/', 'PUT /logout', 'GET /v1/link/']) {
      expect(await ask(upstream, path)).toMatchObject({ status: 404, code: 404, data: null, extra: {} })
    }
    expect((await upstream.app.inject({ method: 'HEAD', url: '/healthz' })).statusCode).toBe(404)
    expect((await upstream.app.inject('/v1/%E0%A4%A')).json()).toMatchObject({
      code: 400,
      message: '系统繁忙，请稍后重试',
    })
  })

  it('documents every call of the contract in OpenAPI, and serves no undocumented route but four', async () => {
    const served = await listRoutes(async () => {
      upstream = await makeUpstream({ content: 'none', env: { WECHAT_TOKEN: 'a-token' } })
    })
    const document: { openapi: string; paths: object } = (await upstream.app.inject('/openapi.json')).json()
    expect(document.openapi).toBe('3.1.0')
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(described.toSorted()).toEqual(calls.map(toCallKey).toSorted())
    const expected = calls.filter((call) => !notServed.has(toCallKey(call)))
    expect(served.toSorted()).toEqual(
      [...expected.map((call) => `${call.method} ${toRouterPath(call)}`), ...NO_CALLS].toSorted(),
    )
  })

  it('answers calls on an empty database', async () => {
    upstream = await makeUpstream({ content: 'none' })
    expect((await ask(upstream, 'GET /v1/article/')).data).toMatchObject({ records: [], total: 0, pages: 0 })
    expect((await ask(upstream, 'GET /v1/category/')).data).toHaveLength(4)
    expect((await ask(upstream, 'GET /v1/webSiteInfo')).data).toMatchObject({ id: 1 })
    expect((await ask(upstream, 'GET /v1/')).extra).toEqual({ articles: [], newArticleList: [], tagCloud: [] })
    expect((await ask(upstream, 'GET /v1/article/archive')).data).toEqual([])
  })
})

describe('error handling', () => {
  it('answers a malformed, mistyped or too large body with code 400', async () => {
    upstream = await makeUpstream({ content: 'none' })
    const post = (payload: string, type: string) =>
      upstream.app.inject({ method: 'POST', url: '/oauth/emailLogin', payload, headers: { 'content-type': type } })
    for (const [payload, type] of [
      ['{"email":', 'application/json'],
      ['<a/>', 'text/xml'],
      ['[]', 'application/json'],
      ['{"email":{"$gt":""},"password":["x"]}', 'application/json'],
    ] as const) {
      const answer = await post(payload, type)
      expect(answer.statusCode).toBe(200)
      expect(answer.json()).toEqual({ code: 400, message: '系统繁忙，请稍后重试', data: null, extra: {} })
    }
    expect((await post(JSON.stringify({ email: 'x'.repeat(2_600_000) }), 'application/json')).json().code).toBe(400)
  })

  it('logs an unexpected error, and answers without its details', async () => {
    upstream = await makeUpstream({ content: 'none' })
    await upstream.db.schema.dropTable('site_settings').execute()
    const answer = await ask(upstream, 'GET /v1/webSiteInfo')
    expect(answer).toMatchObject({ status: 200, code: 400, message: '系统繁忙，请稍后重试', data: null })
    expect(upstream.logs.join('')).toContain('no such table: site_settings')
  })
})

describe('a route', () => {
  it('requires a login by default, and the declared role otherwise', async () => {
    upstream = await makeUpstream({ content: 'none' })
    const { default: fastify } = await import('fastify')
    const { authPlugin } = await import('#accounts/sessions/auth.ts')
    const { errorHandlerPlugin } = await import('#platform/http/error-handler.ts')
    const { createSessionRepository } = await import('#accounts/sessions/session-repository.ts')
    const options = { db: upstream.db, digest: upstream.digest, now: Date.now }
    const app = fastify()
    await app.register(errorHandlerPlugin)
    await app.register(authPlugin, { ...options, sessions: createSessionRepository(options) })
    app.get('/unsaid', async () => 'open')
    app.get('/owner', { config: { access: 'owner' } }, async () => 'open')
    const { token } = await upstream.signUp('reader@example.test')
    expect(await ask({ app }, 'GET /unsaid')).toMatchObject({ status: 200, code: 401 })
    expect((await app.inject({ url: '/unsaid', headers: { authorization: token } })).body).toBe('open')
    expect(await ask({ app }, 'GET /owner', { token })).toMatchObject({ status: 200, code: -7, message: '无权限' })
    await app.close()
  })
})

describe('responses', () => {
  it('contain only the members that the contract names', async () => {
    upstream = await makeUpstream({ content: 'none' })
    const { default: fastify } = await import('fastify')
    const { getArticle, listArticles } = await import('@portal/contract/articles/articles.ts')
    const { getUserByToken } = await import('@portal/contract/accounts/users.ts')
    const app = fastify()
    const secret = { passwordHash: 'hush' }
    addRoute(app, getArticle, async () =>
      ok({ id: 1, title: 'a', tagList: [{ id: 2, name: 'b', ...secret }], ...secret }),
    )
    addRoute(app, listArticles, async () =>
      ok({
        records: [{ id: 1, title: 'a', categoryId: '32', isLinkFlag: true, tagList: null, ...secret }],
        pages: 1,
        ...secret,
      }),
    )
    addRoute(app, getUserByToken, async () => ok({ id: '1', nickname: null, ...secret }))
    for (const url of ['/v1/article/info?id=1', '/v1/article/', '/v1/user/selectUserInfoByToken']) {
      expect((await app.inject(url)).body).not.toContain('hush')
    }
    expect((await app.inject('/v1/article/info?id=1')).json().data).toEqual({
      id: 1,
      title: 'a',
      tagList: [{ id: 2, name: 'b' }],
    })
    expect((await app.inject('/v1/article/')).json().data.records).toEqual([
      { id: 1, title: 'a', categoryId: '32', isLinkFlag: true, tagList: null },
    ])
    await app.close()
  })
})

describe('logs', () => {
  it('never contain a token, code, password, query or e-mail address', async () => {
    upstream = await makeUpstream({ env: { LOG_LEVEL: 'trace' } })
    const marker = 'Marker0123456789'.repeat(8)
    await ask(upstream, `GET /v1/user/selectUserInfoByToken?token=${marker}`, { token: marker })
    await ask(upstream, 'GET /v1/article/like?articleId=1', { token: marker, headers: { cookie: `token=${marker}` } })
    await ask(upstream, 'GET /logout', { token: marker })
    await ask(upstream, `GET /${marker}?a=${marker}`)
    await ask(upstream, `GET /v1/article/info?id=${marker}`)
    await ask(upstream, 'POST /oauth/emailLogin', { body: { email: 'a@b.cc', password: marker } })
    await ask(upstream, 'POST /oauth/emailRegister', { body: { email: 'a@b.cc', password: marker, code: marker } })
    await upstream.app.inject({
      method: 'POST',
      url: '/oauth/emailLogin',
      payload: `{"password":"${marker}" x`,
      headers: { 'content-type': 'application/json' },
    })
    await ask(upstream, 'GET /oauth/sendEmailCode?email=reader@example.test')
    const [mail] = await upstream.mailbox()
    const code = /\d{6}/.exec(mail?.text ?? '')?.[0] ?? 'none'
    const text = upstream.logs.join('')
    expect(upstream.logs.length).toBeGreaterThan(8)
    expect(text).not.toContain('Marker')
    expect(text).not.toContain(`${code} `)
    expect(text).not.toContain('reader@example.test')
    for (const line of upstream.logs) expect(JSON.parse(line).time).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
  })
})

describe('the client address', () => {
  it('is the one that the trusted proxies report, not one that the client claims', async () => {
    upstream = await makeUpstream({ env: { TRUST_PROXY: '1' } })
    const login = (from: string) =>
      ask(upstream, 'POST /oauth/emailLogin', { from, body: { email: 'nobody', password: 'x' } })
    for (let nth = 0; nth < 10; nth += 1) await login(`10.9.9.${nth}, 192.0.2.1`)
    expect(await login('10.9.9.200, 192.0.2.1')).toMatchObject({ message: '请求过于频繁,稍后重试' })
    expect(await login('192.0.2.2')).toMatchObject({ message: '用户账号或者密码错误!' })
  })

  it('is that of the socket when no proxy is trusted', async () => {
    upstream = await makeUpstream({ env: { TRUST_PROXY: '0' } })
    const login = (from: string) =>
      ask(upstream, 'POST /oauth/emailLogin', { from, body: { email: 'nobody', password: 'x' } })
    for (let nth = 0; nth < 10; nth += 1) await login(`192.0.2.${nth}`)
    expect(await login('192.0.2.99')).toMatchObject({ message: '请求过于频繁,稍后重试' })
  })
})

describe('pictures', () => {
  it('are served as immutable, and cannot run as a page', async () => {
    upstream = await makeUpstream()
    const answer = await upstream.app.inject('/file/img/loupe.svg')
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('<svg')
    expect(answer.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'content-disposition': 'attachment',
    })
    const etag = String(answer.headers.etag)
    const again = await upstream.app.inject({ url: '/file/img/loupe.svg', headers: { 'if-none-match': etag } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it('are served from the content and the uploads only', async () => {
    upstream = await makeUpstream()
    writeFileSync(join(upstream.config.dataDir, 'files', 'upload1.png'), 'png')
    writeFileSync(join(upstream.config.dataDir, 'files', 'page.html'), 'html')
    writeFileSync(join(upstream.config.dataDir, 'outside.png'), 'png')
    const upload = await upstream.app.inject('/file/img/upload1.png')
    expect([upload.statusCode, upload.headers['content-type']]).toEqual([200, 'image/png'])
    for (const name of [
      'page.html',
      'missing.png',
      '..%2Foutside.png',
      '../outside.png',
      '..%5Coutside.png',
      'loupe.svg%00.png',
      '.png',
    ]) {
      const answer = await upstream.app.inject(`/file/img/${name}`)
      expect(answer.statusCode, name).toBe(404)
      expect(answer.json()).toMatchObject({ code: 404 })
    }
  })
})

describe('the HTTP server', () => {
  it('listens on a free port, and answers invalid HTTP with an envelope', async () => {
    upstream = await makeUpstream({ content: 'none' })
    const url = await upstream.listen()
    expect(upstream.url).toBe(url)
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    const garbage = await new Promise<string>((resolve) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write('NOT HTTP\r\n\r\n'))
      socket.once('data', (data) => resolve(String(data)))
    })
    expect(garbage).toContain('400 Bad Request')
    expect(garbage).toContain('{"code":400,')
  })
})
