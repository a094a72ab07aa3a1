import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Asked, ask } from './asking.ts'
import { type EdgeOfStub, hasNginx, keep, startEdgeOfStub } from './stub-site.ts'

const PAGE = '/article/7'
const CALL = '/v1/article/info?id=7'
const destroy = (response: ServerResponse) => void response.destroy()

describe.skipIf(!hasNginx())('nginx with its cache of public answers', () => {
  let edge: EdgeOfStub
  beforeEach(async () => {
    edge = await startEdgeOfStub()
  })
  afterEach(() => edge.close())

  const get = (path: string, asked: Asked = {}) => ask(edge.url + path, asked)
  const fetchBody = async (path: string, headers: Record<string, string> = {}) => (await get(path, { headers })).body
  const sendMany = (count: number, path: string) => Promise.all(Array.from({ length: count }, () => fetchBody(path)))

  /** Returns whether the second of two equal requests reaches the site. */
  async function reachesAgain(path: string, asked: Asked = {}): Promise<boolean> {
    await get(path, asked)
    const before = edge.asked.length
    await get(path, asked)
    return edge.asked.length > before
  }

  it('sends one of 200 concurrent requests for a new page to the site', async () => {
    edge.answer = async (_request, response) => {
      await wait(100)
      keep(response, 'made once')
    }
    expect(new Set(await sendMany(200, PAGE))).toEqual(new Set(['made once']))
    expect(edge.asked).toHaveLength(1)
  })

  it.each([PAGE, CALL])('sends one request while others get the answer of the last second: %s', async (path) => {
    edge.answer = (_request, response) => keep(response, 'old', { ageSeconds: 5, updatingSeconds: 60 })
    expect(await fetchBody(path)).toBe('old')
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    edge.answer = async (_request, response) => {
      await held
      keep(response, 'new')
    }
    const first = fetchBody(path)
    await expect.poll(() => edge.asked.length).toBe(2)
    expect(new Set(await sendMany(200, path))).toEqual(new Set(['old']))
    release()
    expect([await first, await fetchBody(path), edge.asked.length]).toEqual(['new', 'new', 2])
  })

  it('never shows an answer of an hour ago while it is fetched again', async () => {
    edge.answer = (_request, response) => keep(response, 'an hour old', { ageSeconds: 3600 })
    await fetchBody(PAGE)
    edge.answer = async (_request, response) => {
      await wait(50)
      keep(response, 'new')
    }
    expect(new Set(await sendMany(20, PAGE))).toEqual(new Set(['new']))
  })

  it('shows a change within two seconds', async () => {
    edge.answer = (_request, response) => keep(response, 'old', { ageSeconds: 0 })
    expect(await fetchBody(PAGE)).toBe('old')
    edge.answer = (_request, response) => keep(response, 'new', { ageSeconds: 0 })
    const changedAt = performance.now()
    await expect.poll(() => fetchBody(PAGE), { interval: 20 }).toBe('new')
    expect(performance.now() - changedAt).toBeLessThan(2_000)
  })

  it.each([500, 502, 503, 504])('shows the last answer instead of a %i, but not instead of a 404', async (status) => {
    edge.answer = (_request, response) => keep(response, 'kept', { ageSeconds: 60 })
    await fetchBody(PAGE)
    edge.answer = (_request, response) => void response.writeHead(status).end('failed')
    expect(await get(PAGE)).toMatchObject({ status: 200, body: 'kept', headers: { 'cache-control': 'no-cache' } })
    edge.answer = (_request, response) => void response.writeHead(404, { 'cache-control': 'no-store' }).end('gone')
    expect(await get(PAGE)).toMatchObject({ status: 404, body: 'gone', headers: { 'cache-control': 'no-store' } })
  })

  it('does not show a deleted page again, even after later failures', async () => {
    edge.answer = (_request, response) => keep(response, 'kept', { ageSeconds: 60 })
    await fetchBody(PAGE)
    edge.answer = (_request, response) => keep(response, 'taken away', { ageSeconds: 60, status: 404 })
    expect(await get(PAGE)).toMatchObject({ status: 404, body: 'taken away' })
    for (const fail of [(response: ServerResponse) => void response.writeHead(503).end(), destroy]) {
      edge.answer = (_request, response) => fail(response)
      expect(await get(PAGE)).toMatchObject({ status: 404, body: 'taken away' })
    }
  })

  it.each([500, 502, 503, 504])('passes on a call’s %i, as its last answer may have been withdrawn', async (status) => {
    edge.answer = (_request, response) => keep(response, 'kept', { ageSeconds: 60 })
    await fetchBody(CALL)
    edge.answer = (_request, response) => void response.writeHead(200).end('not found')
    expect(await fetchBody(CALL)).toBe('not found')
    edge.answer = (_request, response) => void response.writeHead(status).end('failed')
    expect(await get(CALL)).toMatchObject({ status, body: 'failed' })
  })

  it('shows the last answer for ten minutes when no instance can be reached', async () => {
    const answerWithAge = (ageSeconds: number) =>
      (edge.answer = (_request, response) => keep(response, 'kept', { ageSeconds }))
    for (const [path, ageSeconds] of [
      ['/gem', 590],
      ['/hot', 610],
    ] as const) {
      answerWithAge(ageSeconds)
      await fetchBody(path)
    }
    edge.answer = (request) => void request.socket.destroy()
    expect(await get('/gem')).toMatchObject({ status: 200, body: 'kept' })
    expect((await get('/hot')).status).toBe(502)
  })

  it('caches nothing unless the site allows it, despite other headers', async () => {
    const says = (headers: Record<string, string>, status = 200) => {
      edge.answer = (_request, response) => void response.writeHead(status, headers).end('body')
    }
    for (const headers of [
      { 'cache-control': 'public, max-age=60' },
      { expires: new Date(Date.now() + 60_000).toUTCString() },
      { 'x-accel-expires': '0', 'cache-control': 'max-age=60' },
      {},
    ]) {
      says(headers as Record<string, string>)
      expect([headers, await reachesAgain('/gem'), await reachesAgain(CALL)]).toEqual([headers, true, true])
    }
    edge.answer = (_request, response) => keep(response, 'personal', { headers: { 'set-cookie': 'session=x' } })
    expect([await reachesAgain('/hot'), await reachesAgain('/v1/hot')]).toEqual([true, true])
  })

  it('caches each form of the address, the host, the encoding and the method separately', async () => {
    edge.answer = (_request, response) => keep(response, `body ${edge.asked.length}`)
    const br = { 'accept-encoding': 'br' }
    const asked: [string, Asked][] = [
      ['/tags?a=1&b=2', {}],
      ['/tags?b=2&a=1', {}],
      ['/tags', {}],
      ['/tag%73', {}],
      ['/tags', { headers: { host: 'other.example' } }],
      ['/tags', { headers: { host: 'other.example:81' } }],
      ['/tags', { headers: br }],
      ['/tags', { headers: { 'accept-encoding': 'gzip' } }],
      ['/tags', { method: 'HEAD' }],
    ]
    const bodies: string[] = []
    for (const [path, how] of asked) bodies.push((await get(path, how)).body)
    expect(bodies.slice(0, -1)).toEqual(bodies.slice(0, -1).map((_body, at) => `body ${at + 1}`))
    for (const [at, [path, how]] of asked.entries()) expect((await get(path, how)).body).toBe(bodies[at])
    expect(edge.asked).toHaveLength(asked.length)
    expect(edge.asked.at(-1)?.method).toBe('HEAD')
  })

  it('caches http and https separately, as reported by Caddy and no other client', async () => {
    const at = async (url: string, proto: string) =>
      (await ask(`${url}/gem`, { headers: { host: 'site.test', 'x-forwarded-proto': proto } })).body
    const { url, behindTlsUrl } = edge.nginx
    const plain = await at(url, 'http')
    const secure = await at(behindTlsUrl, 'https')
    expect(secure).not.toBe(plain)
    expect([await at(url, 'https'), await at(behindTlsUrl, 'http'), await at(behindTlsUrl, 'https')]).toEqual([
      ...[plain, plain, secure],
    ])
  })

  it('requests one of three encodings from the site, as the site itself chooses', async () => {
    for (const [header, chosen] of [
      ['gzip, deflate, br, zstd', 'br'],
      ['br;q=0.5, gzip;q=1', 'br'],
      ['gzip, br;q=0', 'gzip'],
      ['br;q=0.0, gzip;q=0', undefined],
      ['BR', 'br'],
      ['x-gzip-like', 'gzip'],
      ['identity', undefined],
      ['brotli', undefined],
    ] as const) {
      await get(`/v1/article/?${encodeURIComponent(header)}`, { headers: { 'accept-encoding': header } })
      expect([header, edge.asked.at(-1)?.headers['accept-encoding']]).toEqual([header, chosen])
    }
    await fetchBody(PAGE, { 'accept-encoding': 'gzip, br' })
    await fetchBody(PAGE, { 'accept-encoding': 'br;q=0.9, gzip' })
    expect(edge.asked.filter(({ url }) => url === PAGE)).toHaveLength(1)
  })

  it('answers 304 to a browser that has the cached version, and a range request with the whole', async () => {
    edge.answer = (_request, response) => keep(response, 'body', { headers: { etag: '"v1"' } })
    const known = { headers: { 'if-none-match': '"v0", W/"v1"' } }
    for (let time = 0; time < 2; time += 1) {
      const { status, headers, body } = await get(PAGE, known)
      expect([status, headers.etag, headers['cache-control'], body]).toEqual([304, '"v1"', 'no-cache', ''])
    }
    expect((await get(PAGE, { headers: { 'if-none-match': '"v2"' } })).status).toBe(200)
    expect(await get(PAGE, { headers: { range: 'bytes=1-2' } })).toMatchObject({ status: 200, body: 'body' })
    expect([edge.asked.length, edge.asked[0]?.headers['if-none-match']]).toEqual([1, undefined])
  })

  it.each(['/search', '/v1/article/search'])('answers and caches the longest addresses: %s', async (path) => {
    const policy = 'x'.repeat(4_000)
    edge.answer = (_request, response) =>
      keep(response, 'body', { headers: { policy: path === '/search' ? policy : '' } })
    const address = `${path}?keyword=`.padEnd(7_100, 'a')
    for (let time = 0; time < 2; time += 1) expect(await get(address)).toMatchObject({ status: 200, body: 'body' })
    expect(edge.asked).toHaveLength(1)
  })

  it('caches at most four thousand answers, for any number of addresses', async () => {
    edge.answer = (_request, response) => keep(response, 'body', { ageSeconds: -600 })
    await get('/?first')
    let next = 0
    const askOthers = async () => {
      while (next < 4_500) await get(`/?${next++}`)
    }
    await Promise.all(Array.from({ length: 64 }, askOthers))
    const before = edge.asked.length
    for (const path of ['/?4499', '/?first']) expect((await get(path)).status).toBe(200)
    expect(edge.asked.slice(before).map(({ url }) => url)).toEqual(['/?first'])
  })

  it('restores the lifetime for browsers, and removes the headers for nginx', async () => {
    for (const path of [PAGE, PAGE, CALL]) {
      const { headers } = await get(path)
      expect(headers['cache-control']).toBe('no-cache')
      expect(Object.keys(headers).filter((name) => /accel|browser-cache|edge/.test(name))).toEqual([])
    }
    edge.answer = (_request, response) => void response.writeHead(404, { 'cache-control': 'no-store' }).end()
    expect((await get('/hot')).headers['cache-control']).toBe('no-store')
  })

  it('sends its own time to the site when it may cache the answer, and logs the source of answers', async () => {
    const headers = { 'x-edge-time': 'mine' }
    for (const path of [PAGE, CALL, '/bff/session', '/', '/user', '/v1/comment/x']) await get(path, { headers })
    const times = edge.asked.map(({ headers: sent }) => String(sent['x-edge-time']))
    const isNow = (time: string) => Math.abs(Number(time) * 1000 - Date.now()) < 10_000
    expect(times.map(isNow)).toEqual([true, true, false, true, false, false])
    expect(times).not.toContain('mine')
    await get(PAGE)
    await expect.poll(() => edge.nginx.passed().length).toBe(7)
    const states = edge.nginx.passed().map(({ cache }) => cache)
    expect(states).toEqual(['MISS', 'MISS', '', 'MISS', '', '', 'HIT'])
  })
})
