import { makeNumber } from '@portal/contract/numbers/typed-numbers.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeSite, type TestSite } from '#testing/make-site.ts'
import { hasRedisServer, startRedis, type TestRedis } from '#testing/start-redis.ts'
import {
  failure,
  ok,
  type SeenRequest,
  type StubAnswer,
  type StubUpstream,
  startStubUpstream,
} from '#testing/stub-upstream.ts'

const makeOrderNo = (serial: number) => makeNumber('order', `20261120${String(serial).padStart(5, '0')}`)
const ORDER_NO = makeOrderNo(42)
const PATHS = ['progress', 'cancel', 'answer'] as const
const ANSWER = { item: 1, askTime: '2026-11-20 10:20:00', choice: 0 }

/** Answers as if no code was right. */
const answerWrong = ({ url }: SeenRequest): StubAnswer =>
  url.endsWith('/progress') ? ok(null) : failure(500, '没有查到。单号与查询码不相符，或该委托单已过查询期。')

const guess = ({ app }: TestSite, nth: number, orderNo: string, from: string) => {
  const path = PATHS[nth % PATHS.length] ?? 'progress'
  const payload = { orderNo, code: '222222', ...(path === 'answer' && ANSWER) }
  return app.inject({ method: 'POST', url: `/v1/orders/${path}`, payload, headers: { 'x-forwarded-for': from } })
}

describe('guesses of query codes by all three calls', () => {
  let site: TestSite
  beforeEach(async () => {
    site = await makeSite({ env: { TRUST_PROXY: '1' } })
    site.upstream.answer = answerWrong
  })
  afterEach(() => site.close())

  it('count on one budget of the order, from many clients at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 90 }, (_, nth) => guess(site, nth, ORDER_NO, `203.0.113.${nth}`)),
    )
    // Ten free ones, and the first two of each client, which is the price of an address.
    const passed = answers.filter(({ statusCode }) => statusCode === 200).length
    expect(passed).toBe(site.upstream.seen.length)
    const again = await Promise.all(Array.from({ length: 90 }, (_, nth) => guess(site, nth, ORDER_NO, '203.0.113.200')))
    expect(again.filter(({ statusCode }) => statusCode === 200).length).toBeLessThanOrEqual(2)
  })

  it('count on one budget of the client, who counts the order numbers up', async () => {
    const answers = await Promise.all(
      Array.from({ length: 90 }, (_, nth) => guess(site, nth, makeOrderNo(nth + 1), '203.0.113.9')),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(10)
    expect(site.upstream.seen).toHaveLength(10)
  })

  it('reach upstream with well-formed numbers only, so that one order has one budget', async () => {
    for (const orderNo of [
      ORDER_NO.toLowerCase(),
      ` ${ORDER_NO}`,
      `${ORDER_NO}\n`,
      'ＷＴ20261120000425',
      `${ORDER_NO}\u0000`,
    ]) {
      expect((await guess(site, 0, orderNo, '203.0.113.7')).json().code).not.toBe(200)
    }
    expect(site.upstream.seen).toHaveLength(0)
  })

  it('leave no order number of a query string in the log', async () => {
    await site.app.inject({ url: `/orders/progress?orderNo=${ORDER_NO}` })
    expect(site.logs.join()).not.toContain(ORDER_NO)
  })
})

describe.skipIf(!hasRedisServer())('guesses of query codes at two instances', () => {
  let redis: TestRedis
  let upstream: StubUpstream
  let sites: TestSite[]
  beforeEach(async () => {
    redis = await startRedis()
    upstream = await startStubUpstream()
    upstream.answer = answerWrong
    const env = { REDIS_URL: redis.url, SESSION_KEY: Buffer.alloc(32, 7).toString('base64'), TRUST_PROXY: '1' }
    sites = [await makeSite({ env, upstream }), await makeSite({ env, upstream })]
    for (const { app } of sites)
      await expect.poll(async () => (await app.inject('/readyz')).json().data.redis, { interval: 5 }).toBe('up')
    upstream.seen.length = 0
  })
  afterEach(async () => {
    for (const site of sites) await site.close()
    await redis.stop()
  })

  it('count on the same budgets', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, nth) =>
        guess(sites[nth % 2] as TestSite, nth >> 1, makeOrderNo(nth + 1), '203.0.113.9'),
      ),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(10)
  })
})
