import { ownCallHeaders } from '@portal/contract/constants.ts'
import { CLOSE } from '@portal/contract/socket.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openChat } from '#testing/chat-client.ts'
import { type ChatSite, makeChatSite } from '#testing/chat-site.ts'
import { OWN_ORIGIN } from '#testing/make-site.ts'
import { hasRedisServer, startRedis, type TestRedis } from '#testing/start-redis.ts'
import { type StubChatUpstream, startStubChatUpstream } from '#testing/stub-chat-upstream.ts'

const SESSION_KEY = Buffer.alloc(32, 7).toString('base64')

describe.skipIf(!hasRedisServer())('two instances over one Redis', () => {
  let redis: TestRedis
  let upstream: StubChatUpstream
  let sites: [ChatSite, ChatSite]

  beforeEach(async () => {
    redis = await startRedis()
    upstream = await startStubChatUpstream({ isReference: true })
    const env = { REDIS_URL: redis.url, SESSION_KEY }
    sites = [await makeChatSite({ env, upstream }), await makeChatSite({ env, upstream })]
    for (const { site } of sites) await waitUntilReady(site)
  })
  afterEach(async () => {
    await Promise.all(sites.map((one) => one.close()))
    await upstream.stop()
    await redis.stop()
  })

  /**
   * Waits until the instance is connected to Redis. The pauses matter: the answers need no event of the network, so that
   * requests without a pause would keep the connection from being made.
   */
  async function waitUntilReady({ app }: ChatSite['site']): Promise<void> {
    await expect.poll(async () => (await app.inject('/readyz')).json().data.redis, { interval: 5 }).toBe('up')
  }

  it('deliver a message to every open socket on either instance', async () => {
    const [sender, tab] = [await sites[0].join('jade'), await sites[1].join('jade')]
    const [receiver, phone] = [await sites[0].join('lab'), await sites[1].join('lab')]
    sender.send({ t: 'send', ref: 'r1', toUserId: 'lab', content: '你好', type: 1 })
    const { data } = await sender.next('ok')
    for (const client of [sender, tab, receiver, phone]) expect((await client.next('message')).message).toEqual(data)
    phone.send({ t: 'read', ref: 'r2', userId: 'jade' })
    for (const client of [sender, tab])
      expect(await client.next('read')).toEqual({ t: 'read', userId: 'lab', by: 'lab' })
  })

  it('close the sockets of a login that ends at the other instance', async () => {
    const one = await sites[0].join('jade')
    const two = openChat({ address: sites[1].address, cookie: one.cookie, origin: OWN_ORIGIN })
    await two.next('welcome')
    await sites[0].site.app.inject({ url: '/logout', headers: { ...ownCallHeaders, cookie: one.cookie } })
    expect(await Promise.all([one.closed, two.closed])).toEqual([CLOSE.loggedOut, CLOSE.loggedOut])
    const again = openChat({ address: sites[1].address, cookie: one.cookie, origin: OWN_ORIGIN })
    expect(await again.closed).toBe(CLOSE.loggedOut)
  })

  it('close sockets of logins that ended during a Redis outage, once Redis is back', async () => {
    const one = await sites[0].join('jade')
    const two = openChat({ address: sites[1].address, cookie: one.cookie, origin: OWN_ORIGIN })
    await two.next('welcome')
    await redis.stop()
    await sites[0].site.app.inject({ url: '/logout', headers: { ...ownCallHeaders, cookie: one.cookie } })
    upstream.forgetToken(upstream.session('jade').token)
    expect(await one.closed).toBe(CLOSE.loggedOut)
    await redis.start()
    expect(await two.closed).toBe(CLOSE.loggedOut)
  })
})
