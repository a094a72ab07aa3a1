import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeSite, type TestSite, TOKEN } from '#testing/make-site.ts'
import { ok } from '#testing/stub-upstream.ts'

let site: TestSite
beforeEach(async () => {
  site = await makeSite()
})
afterEach(() => site.close())

describe('a shared answer', () => {
  it('is fetched without the first visitor’s headers, and with a bounded user agent', async () => {
    const cookie = await site.logIn()
    site.upstream.answer = () => ok({ name: '石衡' })
    const headers = { cookie, 'user-agent': 'x'.repeat(9_000), 'accept-language': 'fr', accept: 'text/html' }
    await site.app.inject({ url: '/v1/webSiteInfo', headers })
    const [request] = site.upstream.seen
    expect(request?.headers.authorization).toBeUndefined()
    expect(request?.headers['user-agent']).toHaveLength(512)
    expect(request?.headers).toMatchObject({ accept: 'application/json' })
  })

  it('is not cached when its status is an error, even if its body says success', async () => {
    site.upstream.answer = () => ({ status: 500, ...ok({ name: 'first' }) })
    expect((await site.app.inject('/v1/webSiteInfo')).statusCode).toBe(500)
    site.upstream.answer = () => ok({ name: 'second' })
    expect((await site.app.inject('/v1/webSiteInfo')).json().data).toEqual({ name: 'second' })
  })

  it('never contains the like mark of a member', async () => {
    const cookie = await site.logIn()
    site.upstream.answer = ({ headers }) => ok({ id: 1, title: 'a', isLike: headers.authorization === TOKEN })
    const ofMember = await site.app.inject({ url: '/v1/article/info?id=1', headers: { cookie } })
    const ofVisitor = await site.app.inject('/v1/article/info?id=1')
    expect([ofMember.json().data.isLike, ofVisitor.json().data.isLike]).toEqual([true, false])
  })
})

describe('an answer for one client', () => {
  it('is neither cached nor shared with concurrent callers, such as one behind a read gate', async () => {
    const behindProxy = await makeSite({ env: { TRUST_PROXY: '1' } })
    behindProxy.upstream.answer = ({ headers }) => ({
      ...ok({ id: 1, title: 'a', content: headers['x-forwarded-for'] === '203.0.113.7' ? 'whole' : 'cut' }),
      headers: { 'cache-control': 'no-store' },
    })
    const read = async (address: string) => {
      const headers = { 'x-forwarded-for': address }
      return (await behindProxy.app.inject({ url: '/v1/article/info?id=1', headers })).json().data.content
    }
    const [passed, stranger] = await Promise.all([read('203.0.113.7'), read('203.0.113.8')])
    expect([passed, stranger, await read('203.0.113.9')]).toEqual(['whole', 'cut', 'cut'])
    await behindProxy.close()
  })
})

describe('an answer that was just invalidated', () => {
  it('is fetched again, even if a fetch had begun before the change', async () => {
    const cookie = await site.logIn()
    const list = async () =>
      (await site.app.inject('/v1/comment/?articleId=1&pageNo=1&pageSize=10')).json().data.records
    let comments: { id: number; content: string }[] = []
    let slow: Promise<void> | undefined
    site.upstream.answer = async ({ method }) => {
      if (method === 'POST') {
        comments = [{ id: 31, content: '好' }]
        return ok({ id: 31, content: '好' })
      }
      const records = comments
      await slow
      return ok({ records, pages: 1 })
    }
    expect(await list()).toEqual([])
    let finish = () => {}
    slow = new Promise((resolve) => {
      finish = resolve
    })
    site.clock.nowMs += 60_000
    expect(await list()).toEqual([])
    const headers = { cookie }
    const body = { articleId: 1, content: '好' }
    expect((await site.app.inject({ method: 'POST', url: '/v1/comment/', headers, payload: body })).json().code).toBe(
      200,
    )
    finish()
    slow = undefined
    expect(await list()).toMatchObject([{ id: 31 }])
    expect(await list()).toMatchObject([{ id: 31 }])
  })
})

describe('an answer that expires by itself', () => {
  it('is not shown after its time, neither as an answer nor in a page', async () => {
    const answerWithChange = (name: string, inMs?: number) => ({
      ...ok({ name }),
      headers: inMs === undefined ? {} : { 'x-changes-in-ms': String(inMs) },
    })
    const readAnswerAndPage = async () => [
      (await site.app.inject('/v1/webSiteInfo')).json().data.name,
      (await site.app.inject('/navigation')).payload.includes('春节公告'),
    ]
    site.upstream.answer = ({ url }) => (url === '/v1/webSiteInfo' ? answerWithChange('春节公告', 1_500) : ok([]))
    expect(await readAnswerAndPage()).toEqual(['春节公告', true])
    site.upstream.answer = ({ url }) => (url === '/v1/webSiteInfo' ? answerWithChange('平日') : ok([]))
    site.clock.nowMs += 1_400
    expect(await readAnswerAndPage()).toEqual(['春节公告', true])
    // Fresh by the times of both caches, although its own end has passed.
    site.clock.nowMs += 100
    expect(await readAnswerAndPage()).toEqual(['平日', false])
  })
})

describe('members that the contract does not name', () => {
  it('are dropped, including the IP address of a peer', async () => {
    const cookie = await site.logIn()
    site.upstream.answer = () =>
      ok(
        { records: [{ id: 'm', content: 'x', ip: '203.0.113.7', ipSource: '中国|云南省' }], pages: 1, secret: 1 },
        { debug: 'x' },
      )
    const reply = await site.app.inject({ url: '/v1/im/selectUserImHistory?toUserId=2', headers: { cookie } })
    expect(reply.json()).toMatchObject({
      data: { records: [{ id: 'm', content: 'x', ipSource: '中国|云南省' }], pages: 1 },
      extra: {},
    })
    expect(reply.payload).not.toMatch(/203\.0\.113\.7|secret|debug/)
  })
})

describe('a cookie', () => {
  it('is valid only unmodified, for its own purpose, and as the first of its name', async () => {
    const cookie = await site.logIn()
    site.upstream.answer = () => ok([])
    const sealed = cookie.slice('session='.length)
    const status = async (header: string) =>
      (await site.app.inject({ url: '/v1/im/getRoomList', headers: { cookie: header } })).statusCode
    expect(await status(cookie)).toBe(200)
    expect(await status(`session=${sealed}; session=other`)).toBe(200)
    for (const other of [
      `session=${sealed.slice(0, -1)}`,
      `session=other; session=${sealed}`,
      `wechat-code=${sealed}; social-login=${sealed}`,
      `Session=${sealed}`,
      'session=',
      'session',
      '__proto__=x; constructor=y',
    ]) {
      expect([other, await status(other)]).toEqual([other, 401])
    }
  })
})

describe('uncached pages', () => {
  it('are sent as the shell when too many are requested at once', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    site.upstream.answer = async () => {
      await held
      return ok({ name: '石衡' })
    }
    const from = (client: number, url: string) => site.app.inject({ url, remoteAddress: `198.51.100.${client}` })
    // Each client requests eight pages, the most that are rendered for one client at a time.
    const first = Array.from({ length: 64 }, (_none, index) => from(index % 8, `/?first=${index}`))
    await new Promise((resolve) => setImmediate(resolve))
    const more = await from(9, '/?one=more')
    expect([more.statusCode, more.headers['x-cache'], more.headers['cache-control']]).toEqual([
      200,
      'shell',
      'no-store',
    ])
    release()
    expect((await Promise.all(first)).every(({ payload }) => payload.includes('石衡'))).toBe(true)
    expect((await site.app.inject('/?one=more')).payload).toContain('石衡')
  })
})
