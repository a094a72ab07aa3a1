import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ChatSite, makeChatSite } from '../../apps/bff/src/testing/chat-site.ts'
import { hasRedisServer, startRedis, type TestRedis } from '../../apps/bff/src/testing/start-redis.ts'
import { type StubChatUpstream, startStubChatUpstream } from '../../apps/bff/src/testing/stub-chat-upstream.ts'
import { ownCallHeaders } from '../../packages/contract/src/constants.ts'

/** Maximum time of an answer without Redis, on a busy machine. ms. */
const SOON_MS = 3_000

describe.skipIf(!hasRedisServer())('the site while Redis is unavailable', () => {
  let redis: TestRedis
  let upstream: StubChatUpstream
  let chat: ChatSite
  beforeAll(async () => {
    redis = await startRedis()
    upstream = await startStubChatUpstream({ isReference: true })
    chat = await makeChatSite({ env: { REDIS_URL: redis.url, TRUST_PROXY: '1' }, upstream })
    await untilRedis('up')
  })
  afterAll(async () => {
    await chat.close()
    await upstream.stop()
    await redis.stop()
  })

  async function untilRedis(state: string): Promise<void> {
    while (!(await chat.site.app.inject('/readyz')).payload.includes(`"redis":"${state}"`)) await wait(10)
  }

  /** Runs `work` without Redis, and restores it afterwards. */
  async function runWithoutRedis(work: () => Promise<void>): Promise<void> {
    await redis.stop()
    try {
      await work()
    } finally {
      await redis.start()
      await untilRedis('up')
    }
  }

  const ask = (cookie: string, from: string) =>
    chat.site.app.inject({ url: '/v1/im/getNewSystemNotice', headers: { cookie, 'x-forwarded-for': from } })

  it('keeps a session ended that ended before or during the outage', async () => {
    const [before, meanwhile, other] = [await chat.logIn('anran'), await chat.logIn('boyu'), await chat.logIn('chenxi')]
    const logOut = (cookie: string) => chat.site.app.inject({ url: '/logout', headers: { ...ownCallHeaders, cookie } })
    await logOut(before)
    await runWithoutRedis(async () => {
      expect((await ask(before, '192.0.2.1')).statusCode).toBe(401)
      await logOut(meanwhile)
      expect((await ask(meanwhile, '192.0.2.1')).statusCode).toBe(401)
      expect((await ask(other, '192.0.2.1')).statusCode).toBe(200)
    })
    expect((await ask(before, '192.0.2.1')).statusCode).toBe(401)
    expect((await ask(meanwhile, '192.0.2.1')).statusCode).toBe(401)
  })

  it('applies rate limits, which start from zero when Redis is back', async () => {
    const cookie = await chat.logIn('gulan')
    await runWithoutRedis(async () => {
      const statuses = await Promise.all(
        Array.from({ length: 605 }, async () => (await ask(cookie, '192.0.2.2')).statusCode),
      )
      expect(statuses.filter((status) => status === 429)).toHaveLength(5)
      expect((await ask(cookie, '192.0.2.3')).statusCode).toBe(200)
    })
    expect((await ask(cookie, '192.0.2.2')).statusCode).toBe(200)
  })

  it('stores a message once per `ref`, and answers a retry after the outage alike', async () => {
    const client = await chat.join('dongni')
    const message = { t: 'send', ref: 'once', toUserId: 'enhui', content: '你好', type: 1 }
    const listStored = () => upstream.store.messages.filter(({ toUserId }) => toUserId === 'enhui')
    await runWithoutRedis(async () => {
      client.send(message)
      const first = await client.next('ok')
      client.send(message)
      expect((await client.next('ok')).data).toEqual(first.data)
    })
    client.send(message)
    expect((await client.next('ok')).data?.id).toBe(listStored()[0]?.id)
    expect(listStored()).toHaveLength(1)
  })

  it('answers requests in time when Redis accepts commands and never answers', async () => {
    const cookie = await chat.logIn('fangzhou')
    redis.pause()
    try {
      const startedMs = performance.now()
      expect((await ask(cookie, '192.0.2.4')).statusCode).toBe(200)
      expect((await chat.site.app.inject('/')).statusCode).toBeLessThan(504)
      expect(performance.now() - startedMs).toBeLessThan(SOON_MS)
    } finally {
      redis.resume()
    }
    await untilRedis('up')
    expect((await ask(cookie, '192.0.2.4')).statusCode).toBe(200)
  })
})
