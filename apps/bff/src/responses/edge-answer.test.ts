import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeSite, type TestSite } from '#testing/make-site.ts'
import { ok } from '#testing/stub-upstream.ts'

/** Time as nginx sends it. */
const SECOND = Math.floor(Date.now() / 1000)
const EDGE = { 'x-edge-time': `${SECOND}.250` }
const CALL = '/v1/article/info?id=7'

let site: TestSite
beforeEach(async () => {
  site = await makeSite()
  site.upstream.answer = () => ok({ id: 7, title: '翡翠', name: '石衡' })
})
afterEach(() => site.close())

const ask = (url: string, headers: Record<string, string> = EDGE) =>
  site.app.inject({ url, headers: { host: 'site.test', ...headers } })
/** Returns whether nginx may cache the answer. */
const isKept = async (url: string, headers: Record<string, string> = EDGE) =>
  (await ask(url, headers)).headers['x-accel-expires'] !== undefined

describe('an answer that nginx may cache', () => {
  it.each([
    ['/', 'no-cache'],
    [CALL, 'private, no-cache'],
  ])('has the second of its creation, and a separate lifetime for browsers: %s', async (url, cacheControl) => {
    for (const _made of ['anew', 'before']) {
      const { headers } = await ask(url)
      expect(headers).toMatchObject({
        'cache-control': 'stale-while-revalidate=1, stale-if-error=600',
        'browser-cache-control': cacheControl,
      })
      const second = Number(String(headers['x-accel-expires']).replace(/^@/, ''))
      expect(Math.abs(second - SECOND)).toBeLessThan(10)
      for (const name of ['x-request-id', 'x-cache', 'age']) expect(headers[name]).toBeUndefined()
      const names = Object.keys(headers)
      expect(names.indexOf('cache-control')).toBeLessThan(names.indexOf('x-accel-expires'))
    }
  })

  it('includes the 404 of an article, which replaces the page of a deleted one', async () => {
    const { statusCode, headers } = await ask('/none')
    expect([statusCode, headers['x-accel-expires']]).toEqual([404, expect.any(String)])
  })

  it('has the usual headers for clients other than nginx', async () => {
    const { 'x-request-id': _id, 'x-cache': _state, ...plain } = (await ask('/', {})).headers
    expect(plain).not.toHaveProperty('x-accel-expires')
    expect(plain['cache-control']).toBe('no-cache')
    for (const time of ['', '1', `${SECOND}.2500`, `@${SECOND}.250`, '99999999999.000']) {
      expect(await isKept('/', { 'x-edge-time': time })).toBe(false)
    }
  })

  it('is not recognised by the time header of a visitor, which a foreign proxy passes on', async () => {
    for (const second of [SECOND + 3600, SECOND - 3600, 9_999_999_999]) {
      expect(await isKept('/', { 'x-edge-time': `${second}.000` })).toBe(false)
    }
  })

  it('is no page under another host name, as anyone can invent those', async () => {
    for (const host of ['a.test', 'SITE.test', 'site.test:80', 'x@site.test', 'localhost', '/site.test', '']) {
      expect([host, await isKept('/', { ...EDGE, host })]).toEqual([host, false])
    }
    expect(await isKept('/')).toBe(true)
    await site.close()
    site = await makeSite({ env: { PUBLIC_ORIGIN: '' } })
    site.upstream.answer = () => ok({ name: '石衡' })
    expect([await isKept('/', { ...EDGE, host: 'A.test' }), await isKept('/')]).toEqual([false, true])
  })

  it('is none for a member, a guard, an error, a redirect or a page that does not exist', async () => {
    const cookie = await site.logIn()
    site.upstream.answer = () => ok({ id: 7, title: '翡翠' })
    expect(await isKept(CALL)).toBe(true)
    expect(await isKept(CALL, { ...EDGE, cookie })).toBe(false)
    expect(await isKept('/v1/webSiteInfo', { ...EDGE, cookie })).toBe(false)
    expect(await isKept(CALL, { ...EDGE, 'sec-fetch-site': 'cross-site' })).toBe(false)
    for (const url of ['/broken', '/news', '/x.png', '/bff/session', '/manage', '/?token=x', '/healthz']) {
      expect([url, await isKept(url)]).toEqual([url, false])
    }
    expect(await isKept('/?preview=x')).toBe(false)
    expect(await isKept('/share/'.padEnd(50, 'a'))).toBe(false)
  })

  it('is none that upstream marks as personal, e.g. behind a read gate', async () => {
    site.upstream.answer = () => ({ ...ok({ id: 7, content: 'cut' }), headers: { 'cache-control': 'no-store' } })
    expect(await isKept(CALL)).toBe(false)
  })

  it('is none that is being refreshed, stale, or was invalidated while it was made', async () => {
    expect([await isKept('/'), await isKept(CALL)]).toEqual([true, true])
    site.clock.nowMs += 30_000
    const refreshed = await ask('/')
    expect([refreshed.headers['x-cache'], refreshed.headers['x-accel-expires']]).toEqual(['refreshing', undefined])
    site.upstream.answer = () => ({ status: 500, ...ok(null) })
    site.clock.nowMs += 3_600_000
    const stale = await ask(CALL)
    expect([stale.headers['x-cache'], stale.headers['x-accel-expires']]).toEqual(['stale', undefined])
  })

  it('is none that changes by itself within two seconds', async () => {
    const answerWithChange = (inMs: number) => ({ ...ok({ name: 'x' }), headers: { 'x-changes-in-ms': String(inMs) } })
    site.upstream.answer = () => answerWithChange(10_000)
    expect([await isKept('/v1/webSiteInfo'), await isKept('/')]).toEqual([true, true])
    site.clock.nowMs += 9_000
    expect([await isKept('/v1/webSiteInfo'), await isKept('/')]).toEqual([false, false])
  })

  it('is none that changed while it was fetched', async () => {
    const cookie = await site.logIn()
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    site.upstream.answer = async ({ method }) => {
      if (method === 'GET') await held
      return ok(method === 'GET' ? { records: [], pages: 1 } : { id: 1, content: '好' })
    }
    const early = ask('/v1/comment/?articleId=1&pageNo=1&pageSize=10')
    await expect.poll(() => site.upstream.seen.length).toBe(1)
    const payload = { articleId: 1, content: '好' }
    await site.app.inject({ method: 'POST', url: '/v1/comment/', headers: { cookie }, payload })
    release()
    const { headers, statusCode } = await early
    expect([statusCode, headers['x-accel-expires']]).toEqual([200, undefined])
  })
})
