import { randomUUID } from 'node:crypto'
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises'
import { MINUTE_MS } from '@portal/contract/constants.ts'
import type { SendFrame } from '@portal/contract/frames.ts'
import Fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCallService } from '#calls/call-service.ts'
import { createHtmlCleaner } from '#html/clean-html.ts'
import { createMemoryIdempotencyStore, type IdempotencyStore } from '#shared-state/idempotency-store.ts'
import { connectRedis } from '#shared-state/redis-connection.ts'
import { createRedisIdempotencyStore } from '#shared-state/redis-idempotency-store.ts'
import { createCleaningNow } from '#testing/cleaning-now.ts'
import { hasRedisServer, startRedis } from '#testing/start-redis.ts'
import { type StubChatUpstream, startStubChatUpstream } from '#testing/stub-chat-upstream.ts'
import { createUpstreamClient } from '#upstream/upstream-client.ts'
import { createChatUpstream } from './chat-upstream.ts'
import { createSendOnce } from './send-once.ts'

const HISTORY = '/v1/im/selectUserImHistory'
const CHAT = '/v1/im/chat'

/** Timeout for a lost response. Long enough for a machine under load. ms */
const PATIENCE_MS = 400

const closing: (() => unknown)[] = []
const clock = { nowMs: 0 }
const now = () => clock.nowMs
let upstream: StubChatUpstream

beforeEach(() => {
  clock.nowMs = Date.parse('2026-11-21T10:00:20+08:00')
})

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

async function openUpstream(options: { isReference?: boolean } = {}): Promise<void> {
  upstream = await startStubChatUpstream({ ...options, now })
  closing.push(() => upstream.stop())
}

/** Opens the sending part of one BFF instance, started 30 minutes ago unless `isYoung`. */
function openInstance(options: { idempotency?: IdempotencyStore; isYoung?: boolean } = {}) {
  const client = createUpstreamClient({ origin: upstream.origin, prefix: '', timeoutMs: PATIENCE_MS })
  closing.push(() => client.close())
  const cleanHtml = createHtmlCleaner()
  const service = createCallService({ upstream: client, cleaning: createCleaningNow(cleanHtml), now })
  const chatUpstream = createChatUpstream({ service, cleanHtml, now })
  const startedMs = clock.nowMs - (options.isYoung ? 0 : 30 * MINUTE_MS)
  const idempotency = options.idempotency ?? { ...createMemoryIdempotencyStore(now), knowsSinceMs: startedMs }
  const sendOnce = createSendOnce({ chatUpstream, idempotency, now, wait: () => delay(5) })
  return {
    send: (frame: SendFrame, userId = 'jade') =>
      sendOnce({ session: upstream.session(userId), address: '192.0.2.1', requestId: 'r' }, frame),
  }
}

function makeFrame(content: string, more: Partial<SendFrame> = {}): SendFrame {
  return { t: 'send', ref: randomUUID(), toUserId: 'lab', content, type: 1, ...more }
}

const listContents = () => upstream.store.messages.map(({ content }) => content)

describe('a send with a `ref`, over an upstream without idempotency keys', () => {
  beforeEach(() => openUpstream())

  it('is stored once when it is sent twice, in sequence or concurrently', async () => {
    const { send } = openInstance()
    const frame = makeFrame('你好')
    const [first, second] = await Promise.all([send(frame), send(frame)])
    const third = await send(frame)
    expect(listContents()).toEqual(['你好'])
    expect([second, third]).toEqual([first, first])
    expect(first).toMatchObject({ id: upstream.store.messages[0]?.id, fromUserId: 'jade', toUserId: 'lab' })
  })

  it('is stored once when the response is lost and the message was stored', async () => {
    const { send } = openInstance()
    upstream.onSend = () => ({ answer: 'never' })
    expect(await send(makeFrame('你好'))).toMatchObject({ id: upstream.store.messages[0]?.id })
    expect([listContents(), upstream.count(CHAT)]).toEqual([['你好'], 1])
  })

  it('is stored once when the response is lost and the message was not stored', async () => {
    const { send } = openInstance()
    upstream.onSend = () => (upstream.count(CHAT) === 1 ? { isStored: false, answer: 'never' } : {})
    expect(await send(makeFrame('你好'))).toMatchObject({ id: upstream.store.messages[0]?.id })
    expect(listContents()).toEqual(['你好'])
  })

  it.each(['reset', 'busy'] as const)(
    'is stored once when the connection ends with «%s», stored or not',
    async (answer) => {
      const { send } = openInstance()
      upstream.onSend = ({ content }) => (upstream.count(CHAT) === 1 ? { answer, isStored: content === '一' } : {})
      await send(makeFrame('一'))
      upstream.seen.length = 0
      await send(makeFrame('二'))
      expect(listContents()).toEqual(['一', '二'])
    },
  )

  it('is stored once when the outcome is unknown and the client retries later', async () => {
    const { send } = openInstance()
    const frame = makeFrame('你好')
    upstream.onSend = () => ({ answer: 'reset', isStored: upstream.count(CHAT) === 2 })
    await expect(send(frame)).rejects.toMatchObject({ code: 504, message: '发送结果不明，请稍后重试' })
    expect(upstream.count(CHAT)).toBe(2)
    expect(await send(frame)).toMatchObject({ id: upstream.store.messages[0]?.id })
    expect([listContents(), upstream.count(CHAT)]).toEqual([['你好'], 2])
  })

  it('is not sent again when the history cannot be fetched', async () => {
    const { send } = openInstance()
    const frame = makeFrame('你好')
    upstream.onSend = () => ({ answer: 'reset' })
    upstream.onCall = ({ path }) => (path === HISTORY ? new Promise(() => undefined) : undefined)
    await expect(send(frame)).rejects.toMatchObject({ code: 504 })
    expect(upstream.count(CHAT)).toBe(1)
    upstream.onCall = () => undefined
    await send(frame)
    expect(listContents()).toEqual(['你好'])
  })

  it('is stored once when the BFF restarted before it answered, whether or not the client marks the retry', async () => {
    upstream.onSend = () => ({ answer: 'reset' })
    const [first, second] = [makeFrame('一'), makeFrame('二')]
    upstream.onCall = ({ path }) => (path === HISTORY ? new Promise(() => undefined) : undefined)
    const killed = openInstance()
    for (const frame of [first, second]) await killed.send(frame).catch(() => undefined)
    upstream.onCall = () => undefined
    upstream.onSend = () => ({})
    clock.nowMs += 30_000
    const { send } = openInstance({ isYoung: true })
    await send({ ...first, again: true })
    await send(second)
    expect(listContents()).toEqual(['一', '二'])
  })

  it('is stored once when the client retries a message from minutes ago', async () => {
    const frame = makeFrame('你好')
    upstream.store.add({ fromUserId: 'jade', toUserId: 'lab', content: '你好', type: 1 })
    clock.nowMs += 8 * MINUTE_MS
    const { send } = openInstance()
    await send({ ...frame, again: true })
    expect(listContents()).toEqual(['你好'])
  })

  it('does not match an older message with the same text', async () => {
    upstream.store.add({ fromUserId: 'jade', toUserId: 'lab', content: '你好', type: 1 })
    clock.nowMs += 20 * MINUTE_MS
    const { send } = openInstance()
    await send(makeFrame('你好', { again: true }))
    expect(listContents()).toEqual(['你好', '你好'])
  })

  it('is a second message when the same text has another ref, even when both responses were lost', async () => {
    const { send } = openInstance()
    const [one, two] = [makeFrame('好'), makeFrame('好')]
    upstream.onSend = () => ({ answer: 'reset' })
    const sent = [await send(one), await send(two)]
    expect(listContents()).toEqual(['好', '好'])
    expect(sent.map(({ id }) => id)).toEqual(upstream.store.messages.map(({ id }) => id))
    upstream.onSend = () => ({})
    expect((await send(makeFrame('好', { again: true }))).id).toBe(upstream.store.messages[2]?.id)
  })

  it('is matched to its own message when two equal texts were sent and a look-up failed', async () => {
    const { send } = openInstance()
    const frames = [makeFrame('好'), makeFrame('好')]
    upstream.onSend = () => ({ answer: 'reset' })
    upstream.onCall = ({ path }) => {
      if (path === HISTORY) throw new Error('the connection breaks off')
    }
    for (const frame of frames) await expect(send(frame)).rejects.toMatchObject({ code: 504 })
    upstream.onCall = () => undefined
    const found = [await send(frames[0] as SendFrame), await send(frames[1] as SendFrame)]
    expect(found.map(({ id }) => id)).toEqual(upstream.store.messages.map(({ id }) => id))
    expect(listContents()).toEqual(['好', '好'])
  })

  it('does not match messages of the peer, pictures or messages to other users', async () => {
    upstream.store.add({ fromUserId: 'lab', toUserId: 'jade', content: '你好', type: 1 })
    upstream.store.add({ fromUserId: 'jade', toUserId: 'lab', content: '你好', type: 2 })
    upstream.store.add({ fromUserId: 'jade', toUserId: 'shop', content: '你好', type: 1 })
    const { send } = openInstance()
    await send(makeFrame('你好', { again: true }))
    expect(upstream.store.messages).toHaveLength(4)
  })

  it('is stored once even when upstream turns a URL into a link', async () => {
    const { send } = openInstance()
    const frame = makeFrame('看 https://a.test/?x=1&amp;y=2 这里')
    upstream.onSend = () => ({ isStored: false, answer: 'reset' })
    const link = '看 <a href="https://a.test/?x=1&y=2" target="_blank">标题</a> 这里'
    upstream.store.add({ fromUserId: 'jade', toUserId: 'lab', content: link, type: 1 })
    await send(frame)
    expect([upstream.store.messages.length, upstream.count(CHAT)]).toEqual([1, 1])
  })

  it('is separate for each user when two users have the same ref', async () => {
    const { send } = openInstance()
    const frame = makeFrame('你好')
    await send(frame, 'jade')
    await send(frame, 'agate')
    expect(upstream.store.messages.map(({ fromUserId }) => fromUserId)).toEqual(['jade', 'agate'])
  })
})

describe('a refusal of upstream', () => {
  beforeEach(() => openUpstream())

  it('is stored when it is final, and forgotten when a retry may succeed', async () => {
    const { send } = openInstance()
    const [ruled, busy] = [makeFrame('一'), makeFrame('二')]
    upstream.onSend = ({ content }) => ({
      isStored: false,
      answer: content === '一' ? { code: 500, message: '对方不存在' } : { code: 429, message: '太多' },
    })
    for (let tries = 0; tries < 2; tries += 1) {
      await expect(send(ruled)).rejects.toMatchObject({ code: 500, message: '对方不存在' })
      await expect(send(busy)).rejects.toMatchObject({ code: 429, message: '太多' })
    }
    expect([upstream.count(CHAT), upstream.count(HISTORY)]).toEqual([3, 0])
    upstream.onSend = () => ({})
    await send(busy)
    expect(listContents()).toEqual(['二'])
  })

  it('ends the session', async () => {
    const { send } = openInstance()
    upstream.onSend = () => ({ isStored: false, answer: { code: 401, message: 'x' } })
    await expect(send(makeFrame('一'))).rejects.toMatchObject({ code: 401 })
  })

  it('causes no look-up when the connection failed before the message was sent', async () => {
    const { send } = openInstance()
    await upstream.stop()
    await expect(send(makeFrame('一'))).rejects.toMatchObject({ code: 502 })
    await upstream.start()
    expect(upstream.count(HISTORY)).toBe(0)
  })
})

describe('an upstream with idempotency keys', () => {
  beforeEach(() => openUpstream({ isReference: true }))

  it('receives the same request again, and its history is not fetched', async () => {
    const { send } = openInstance()
    await send(makeFrame('一'))
    upstream.onSend = () => (upstream.count(CHAT) === 2 ? { answer: 'reset' } : {})
    const frame = makeFrame('二')
    expect(await send(frame)).toMatchObject({ id: upstream.store.messages[1]?.id, ext: { seq: 2 } })
    expect([listContents(), upstream.count(HISTORY)]).toEqual([['一', '二'], 0])
  })

  it('stores two equal texts as two messages after a restart', async () => {
    await openInstance().send(makeFrame('好'))
    await openInstance({ isYoung: true }).send(makeFrame('好'))
    expect(listContents()).toEqual(['好', '好'])
  })
})

it('sanitises what it sends, and does not send an empty result', async () => {
  await openUpstream()
  const { send } = openInstance()
  await send(makeFrame('<b onclick="x()">好</b><script>x()</script>'))
  await expect(send(makeFrame('<script>x()</script>'))).rejects.toMatchObject({ code: 400 })
  expect(listContents()).toEqual(['<b>好</b>'])
})

describe.skipIf(!hasRedisServer())('two instances over one Redis', () => {
  async function openTwo() {
    const redis = await startRedis()
    closing.push(() => redis.stop())
    const { log } = Fastify()
    const instances = []
    for (let count = 0; count < 2; count += 1) {
      const connection = connectRedis(redis.url, log)
      await new Promise<void>((resolve) => connection.onChange(resolve))
      const idempotency = createRedisIdempotencyStore(connection, { now, heldMs: 200, renewMs: 50 })
      const close = async () => {
        idempotency.close()
        await connection.close()
      }
      closing.push(close)
      instances.push({ ...openInstance({ idempotency }), die: close })
    }
    // The clock is past the time in which a young instance cannot know its keys.
    clock.nowMs += 5 * MINUTE_MS
    return instances as [(typeof instances)[0], (typeof instances)[0]]
  }
  beforeEach(() => openUpstream())

  it('send a `ref` once, and both answer with its message', async () => {
    const [one, two] = await openTwo()
    const frame = makeFrame('你好')
    let go = () => {}
    upstream.onSend = () => ({ after: new Promise<void>((resolve) => (go = resolve)) })
    const first = one.send(frame)
    await upstream.until(() => upstream.count(CHAT) === 1)
    const second = two.send(frame)
    await turn()
    go()
    expect(await second).toEqual(await first)
    expect([listContents(), upstream.count(CHAT)]).toEqual([['你好'], 1])
  })

  it('detect that the executing instance has died', async () => {
    const [one, two] = await openTwo()
    const frame = makeFrame('你好')
    upstream.onSend = () => ({ answer: upstream.count(CHAT) === 1 ? 'never' : 'ok' })
    const dead = one.send(frame).catch(() => undefined)
    await upstream.until(() => upstream.count(CHAT) === 1)
    await one.die()
    expect(await two.send(frame)).toMatchObject({ id: upstream.store.messages[0]?.id })
    expect([listContents(), upstream.count(CHAT)]).toEqual([['你好'], 1])
    await dead
  })
})
