import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeSite, type TestSite } from '#testing/make-site.ts'
import { hasRedisServer, startRedis, type TestRedis } from '#testing/start-redis.ts'
import { ok } from '#testing/stub-upstream.ts'

describe.skipIf(!hasRedisServer())('Redis: two instances that cache responses', () => {
  let redis: TestRedis
  let one: TestSite
  let other: TestSite
  beforeEach(async () => {
    redis = await startRedis()
    const env = { REDIS_URL: redis.url, SESSION_KEY: Buffer.alloc(32, 7).toString('base64') }
    one = await makeSite({ env })
    other = await makeSite({ env, upstream: one.upstream })
  })
  afterEach(async () => {
    await other.app.close()
    await one.close()
    await redis.stop()
  })

  it('invalidate their caches when one of them receives a change', async () => {
    const list = async ({ app }: TestSite) =>
      (await app.inject('/v1/comment/?articleId=1&pageNo=1&pageSize=10')).json().data.records.length
    const cookie = await one.logIn()
    let count = 0
    one.upstream.answer = ({ method }) => {
      if (method === 'POST') count += 1
      const records = Array.from({ length: count }, (_none, id) => ({ id, content: '好' }))
      return ok(method === 'POST' ? { id: count, content: '好' } : { records, pages: 1 })
    }
    const write = () =>
      one.app.inject({
        method: 'POST',
        url: '/v1/comment/',
        headers: { cookie },
        payload: { articleId: 1, content: '好' },
      })
    // The clock stands still, so that nothing expires by itself. An instance subscribes shortly after its start, so the
    // test repeats the change until it arrives.
    do {
      await list(other)
      await write()
      expect(await list(one)).toBe(count)
    } while ((await list(other)) < count)
    expect(count).toBeGreaterThan(0)
  })
})
