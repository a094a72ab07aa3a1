import { CLOSE } from '@portal/contract/socket.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeChatSite } from '#testing/chat-site.ts'
import { makeSite, type TestSite } from '#testing/make-site.ts'
import { ok } from '#testing/stub-upstream.ts'

let site: TestSite
/** The event-loop delay that the site measures. ms. */
let delayMs: number
const loopDelay = { currentMs: () => delayMs, turn: 0 }
beforeEach(async () => {
  delayMs = 0
  site = await makeSite({ loopDelay })
  site.upstream.answer = () => ok({ name: '石衡' })
})
afterEach(() => site.close())

/** Sends enough requests for a delay to count as overload. */
async function crowd(): Promise<void> {
  await Promise.all(Array.from({ length: 100 }, () => site.app.inject('/v1/webSiteInfo')))
}

const LOOKUP = {
  method: 'POST',
  url: '/v1/certificate/check',
  payload: { certificateNo: 'SH20261103001285', checkCode: '7K3M9Q' },
} as const

describe('a site under overload', () => {
  it('refuses a visitor with 503, an envelope and Retry-After', async () => {
    await crowd()
    delayMs = 700
    const reply = await site.app.inject('/v1/webSiteInfo')
    expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '5'])
    expect(reply.json()).toMatchObject({ code: 503, message: '访问人数较多，请稍后重试', data: null })
    delayMs = 0
    expect((await site.app.inject('/v1/webSiteInfo')).statusCode).toBe(200)
  })

  it('still serves lookups, logins and members at a moderate delay', async () => {
    const cookie = await site.logIn()
    await crowd()
    delayMs = 700
    const login = {
      method: 'POST',
      url: '/oauth/emailLogin',
      payload: { email: 'a@example.test', password: 'p' },
    } as const
    site.upstream.answer = () => ok({})
    const replies = [
      await site.app.inject({ url: '/v1/article/info?id=1', headers: { cookie } }),
      await site.app.inject(LOOKUP),
      await site.app.inject(login),
    ]
    expect(replies.map(({ statusCode }) => statusCode)).not.toContain(503)
    delayMs = 1_500
    expect((await site.app.inject(LOOKUP)).statusCode).toBe(503)
    expect((await site.app.inject({ url: '/v1/article/info?id=1', headers: { cookie } })).statusCode).toBe(503)
  })

  it('treats a forged session cookie as a visitor', async () => {
    await crowd()
    delayMs = 700
    const headers = { cookie: 'session=made-up' }
    expect((await site.app.inject({ url: '/v1/article/info?id=1', headers })).statusCode).toBe(503)
  })

  it('serves cached pages and assets, and a small static page instead of rendering', async () => {
    await site.app.inject('/')
    await crowd()
    delayMs = 1_500
    site.clock.nowMs += 60_000
    const kept = await site.app.inject('/')
    expect([kept.statusCode, kept.headers['x-cache'], kept.payload.includes('石衡')]).toEqual([200, 'fresh', true])
    expect((await site.app.inject('/assets/entry-1a2b3c4d.js')).statusCode).toBe(200)
    const page = await site.app.inject('/about')
    expect([page.statusCode, page.headers['retry-after'], page.headers['cache-control']]).toEqual([
      503,
      '10',
      'no-store',
    ])
    expect(page.payload).toContain('<h1>访问人数较多</h1>')
    expect(page.payload).not.toContain('<script')
  })

  it('labels a stale page with its time and the reason', async () => {
    await site.app.inject('/')
    await crowd()
    delayMs = 700
    site.clock.nowMs += 3_600_000
    expect((await site.app.inject('/')).payload).toContain('访问人数较多，以下为 2026-11-21 08:00 的内容')
  })

  it('refuses everything but health checks at a high delay', async () => {
    await site.app.inject('/')
    await crowd()
    delayMs = 3_000
    const asked = ['/', '/assets/entry-1a2b3c4d.js', '/v1/webSiteInfo', '/healthz', '/readyz']
    const replies = await Promise.all(asked.map((url) => site.app.inject(url)))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503, 200, 200])
  })

  it('answers a refused form with an HTML page', async () => {
    await crowd()
    delayMs = 1_500
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const reply = await site.app.inject({ method: 'POST', url: '/certificate-check', headers, payload: 'no=1&code=2' })
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8'])
  })

  it('logs one line and counts the refused requests', async () => {
    await crowd()
    delayMs = 700
    for (let asked = 0; asked < 5; asked += 1) await site.app.inject('/v1/webSiteInfo')
    expect(site.logs.filter((line) => line.includes('overloaded'))).toHaveLength(1)
    expect(await site.app.metrics.metrics()).toContain('http_requests_refused_total{rank="rest"} 5')
  })
})

describe('requests in progress', () => {
  it('are refused above the limit for visitors, and the count drops when they end', async () => {
    site.upstream.answer = () => ({ body: null })
    const cookie = await site.logIn()
    site.upstream.answer = () => ({ body: null })
    const hanging = Array.from({ length: 300 }, (_, id) => [
      site.app.inject({ url: `/v1/article/info?id=${id + 1}`, headers: { cookie } }),
      site.app.inject({ url: `/v1/user/info?userId=${id + 1}`, headers: { cookie } }),
    ]).flat()
    while (!(await readInProgress(512))) await new Promise((resolve) => setImmediate(resolve))
    expect((await site.app.inject('/v1/webSiteInfo')).statusCode).toBe(503)
    await site.upstream.stop()
    await Promise.all(hanging)
    expect(await readInProgress(0)).toBe(true)
    await site.upstream.start()
  })
})

async function readInProgress(least: number): Promise<boolean> {
  const line = /^http_requests_in_progress (\d+)$/m.exec(await site.app.metrics.metrics())
  return least === 0 ? Number(line?.[1]) === 0 : Number(line?.[1]) >= least
}

describe('a socket', () => {
  it('is closed with 1013 during overload, and accepted again afterwards', async () => {
    const chat = await makeChatSite({ loopDelay })
    try {
      const cookie = await chat.logIn('anran')
      await Promise.all(Array.from({ length: 100 }, () => chat.site.app.inject('/v1/webSiteInfo')))
      delayMs = 1_500
      expect(await chat.open(cookie).closed).toBe(CLOSE.overloaded)
      delayMs = 0
      const client = chat.open(cookie)
      expect((await client.next('welcome')).userId).toBe('anran')
    } finally {
      await chat.close()
    }
  })
})
