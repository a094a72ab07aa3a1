import { brotliDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeSite, OWN_ORIGIN, type TestSite } from '#testing/make-site.ts'
import { ok } from '#testing/stub-upstream.ts'

let site: TestSite
beforeEach(async () => {
  site = await makeSite()
  site.upstream.answer = () => ok({ name: '石衡' })
})
afterEach(() => site.close())

describe('a page', () => {
  it('is rendered without the session of the visitor, with a strict policy', async () => {
    const cookie = await site.logIn()
    const reply = await site.app.inject({ url: '/', headers: { cookie } })
    expect(reply.statusCode).toBe(200)
    expect(reply.payload).toContain('石衡')
    expect(site.upstream.seen.every(({ headers }) => !headers.authorization)).toBe(true)
    const policy = String(reply.headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/]+=';/)
    expect(policy).not.toContain('unsafe')
    expect(reply.headers['x-content-type-options']).toBe('nosniff')
    expect(reply.headers['set-cookie']).toBeUndefined()
  })

  it('is rendered once for concurrent requests, and answered 304 when the browser has it', async () => {
    const first = await site.app.inject('/')
    await Promise.all(Array.from({ length: 10 }, () => site.app.inject('/')))
    expect(site.upstream.seen).toHaveLength(1)
    const again = await site.app.inject({ url: '/', headers: { 'if-none-match': String(first.headers.etag) } })
    expect(again.statusCode).toBe(304)
  })

  it('is compressed when the browser accepts it', async () => {
    const { headers } = await site.app.inject({ url: '/', headers: { 'accept-encoding': 'gzip, deflate, br' } })
    expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
    const refused = await site.app.inject({ url: '/', headers: { 'accept-encoding': 'br;q=0, gzip' } })
    expect(refused.headers['content-encoding']).toBe('gzip')
  })

  it('has the same content when it is compressed fast for the first request and well afterwards', async () => {
    const ask = () => site.app.inject({ url: '/', headers: { 'accept-encoding': 'br' } })
    const answers = [await ask(), await ask(), await ask()]
    const texts = answers.map(({ rawPayload }) => brotliDecompressSync(rawPayload).toString())
    expect(new Set(texts)).toEqual(new Set([(await site.app.inject('/')).payload]))
    const [first = 0, second = 0, third = 0] = answers.map(({ headers }) => Number(headers['content-length']))
    expect(second).toBeLessThanOrEqual(first)
    expect(third).toBe(second)
  })

  it('keeps its compressed copy when it is rendered again without a change', async () => {
    const ask = () => site.app.inject({ url: '/', headers: { 'accept-encoding': 'br' } })
    await ask()
    const before = await ask()
    site.clock.nowMs += 3_600_000
    const after = await ask()
    expect(site.upstream.seen.length).toBeGreaterThan(1)
    expect(after.rawPayload).toEqual(before.rawPayload)
  })

  it('reads its data without using the budget of any client', async () => {
    for (let page = 0; page < 650; page += 1) {
      await site.app.inject({ url: `/?page=${page}`, remoteAddress: `192.0.2.${page % 10}` })
    }
    expect((await site.app.inject('/?page=last')).payload).toContain('石衡')
    expect((await site.app.inject('/v1/webSiteInfo')).statusCode).toBe(200)
  })

  it('is rendered again when its data has changed, while other pages are not', async () => {
    const headers = { cookie: await site.logIn() }
    let name = '翡翠'
    site.upstream.answer = ({ url, method }) => {
      if (method === 'DELETE') return ok(null)
      return ok(url.startsWith('/v1/tag/') ? [{ id: 1, name }] : { name: '石衡' })
    }
    const listTags = async () => (await site.app.inject('/?call=/v1/tag/')).payload
    expect(await listTags()).toContain('翡翠')
    await site.app.inject('/')
    name = '绿松石'
    expect(await listTags()).toContain('翡翠')
    site.clock.nowMs += 10_000
    const deleted = await site.app.inject({ method: 'DELETE', url: '/v1/article/?id=1', headers })
    expect(deleted.json()).toMatchObject({ code: 200 })
    expect(await listTags()).toContain('绿松石')
    expect((await site.app.inject('/')).headers['x-cache']).toBe('refreshing')
  })

  it('is answered 404 when it does not exist', async () => {
    expect((await site.app.inject('/no-such-page')).statusCode).toBe(404)
  })

  it('is cached per host when no PUBLIC_ORIGIN is set', async () => {
    const open = await makeSite({ env: { PUBLIC_ORIGIN: '' } })
    open.upstream.answer = () => ok({ name: '石衡' })
    await open.app.inject({ url: '/', headers: { host: 'evil.test' } })
    const robots = await open.app.inject({ url: '/robots.txt', headers: { host: 'good.test' } })
    expect(robots.payload).toContain('Sitemap: http://good.test/sitemap.xml')
    expect((await open.app.inject({ url: '/', headers: { host: 'x" onload=' } })).payload).not.toContain('onload')
    await open.close()
  })
})

describe('a page while upstream is down', () => {
  it('is served stale with its time, and fresh again after the outage', async () => {
    await site.app.inject('/')
    await site.upstream.stop()
    site.clock.nowMs += 3_600_000
    const stale = await site.app.inject('/')
    expect(stale.statusCode).toBe(200)
    expect(stale.payload).toContain('石衡')
    expect(stale.payload).toContain('暂时连接不上数据服务，以下为 2026-11-21 08:00 的内容')
    expect(stale.headers).toMatchObject({ age: '3600', 'x-cache': 'stale' })

    await site.upstream.start()
    site.upstream.answer = () => ok({ name: '石衡新' })
    site.clock.nowMs += 10_000
    const fresh = await site.app.inject('/')
    expect(fresh.payload).toContain('石衡新')
    expect(fresh.payload).not.toContain('暂时连接不上')
  })

  it('is the shell with 503 and a message when nothing is cached', async () => {
    await site.upstream.stop()
    const reply = await site.app.inject('/')
    expect(reply.statusCode).toBe(503)
    expect(reply.headers['retry-after']).toBe('10')
    expect(reply.payload).toContain('loading...')
    expect(reply.payload).toContain('暂时连接不上数据服务')
    await site.upstream.start()
    expect((await site.app.inject('/')).statusCode).toBe(200)
  })
})

describe('a page whose rendering fails or takes too long', () => {
  it.each(['/broken', '/slow'])('is sent as the shell, for the browser to render: %s', async (url) => {
    const reply = await site.app.inject(url)
    expect(reply.statusCode).toBe(200)
    expect(reply.payload).toContain('loading...')
    expect(reply.headers['cache-control']).toBe('no-store')
  })
})

describe('other routes', () => {
  it('serve built assets from memory, compressed at build, for good', async () => {
    const reply = await site.app.inject({ url: '/assets/entry-1a2b3c4d.js', headers: { 'accept-encoding': 'br' } })
    expect(reply.payload).toBe('br of it')
    expect(reply.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    })
  })

  it('answer a plain 404 for a missing asset, never HTML', async () => {
    const reply = await site.app.inject('/assets/entry-00000000.js')
    expect(reply.statusCode).toBe(404)
    expect(reply.headers['content-type']).toContain('text/plain')
  })

  it('serve sitemap, feed and security.txt', async () => {
    site.upstream.answer = ({ url }) =>
      url.startsWith('/v1/article/archive')
        ? ok([{ time: '2026-11', list: [{ id: 7, title: 'a' }] }], { total: 1 })
        : url.startsWith('/v1/article/')
          ? ok({
              records: [{ id: 7, title: '翡翠 <A> & B', categoryId: '32', createTime: '2026-11-12 09:30:00' }],
              pages: 1,
            })
          : ok({ name: '石衡' })
    expect((await site.app.inject('/sitemap.xml')).payload).toContain(`<loc>${OWN_ORIGIN}/news-article/7</loc>`)
    const feed = (await site.app.inject('/feed.xml')).payload
    expect(feed).toContain('<title>翡翠 &lt;A&gt; &amp; B</title>')
    expect(feed).toContain('2026-11-12T01:30:00.000Z')
    expect((await site.app.inject('/.well-known/security.txt')).payload).toMatch(/^Contact: .*\nExpires: 2027-/)
  })

  it('report health and readiness', async () => {
    expect((await site.app.inject('/healthz')).statusCode).toBe(200)
    expect((await site.app.inject('/readyz')).json().data).toEqual({ status: 'ready', upstream: 'up', redis: 'off' })
    await site.upstream.stop()
    site.clock.nowMs += 5_000
    const away = await site.app.inject('/readyz')
    expect([away.statusCode, away.json().data.upstream]).toEqual([200, 'down'])
    await site.upstream.start()
    site.readiness.state = 'draining'
    const notNow = await site.app.inject('/readyz')
    expect([notNow.statusCode, notNow.json().data.status]).toEqual([503, 'draining'])
    expect((await site.app.inject('/healthz')).statusCode).toBe(200)
  })

  it('keep metrics off the public port', async () => {
    expect((await site.app.inject('/metrics')).statusCode).toBe(404)
    await site.app.inject('/v1/tag/')
    expect(await site.app.metrics.metrics()).toContain('http_requests_total{route="/v1/tag/"')
  })
})
