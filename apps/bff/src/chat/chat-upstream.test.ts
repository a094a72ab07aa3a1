import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCallService } from '#calls/call-service.ts'
import { createHtmlCleaner } from '#html/clean-html.ts'
import { createCleaningNow } from '#testing/cleaning-now.ts'
import { failure, ok, type StubUpstream, startStubUpstream } from '#testing/stub-upstream.ts'
import { createUpstreamClient, type UpstreamClient } from '#upstream/upstream-client.ts'
import { type ChatCaller, type ChatUpstream, createChatUpstream, isSessionOver } from './chat-upstream.ts'

const NOW = '2026-11-21 10:00'
const now = () => Date.parse('2026-11-21T10:00:20+08:00')
const caller: ChatCaller = {
  session: { token: 'a-token', userId: 'jade', expiresAtMs: now() + 1000 },
  address: '192.0.2.1',
  requestId: 'r',
}
/** A row as real upstreams send it, with members that must not leave the BFF. */
const row = {
  id: 'm1',
  code: 1,
  fromUserId: 'lab',
  toUserId: 'jade',
  content: '你好',
  type: 1,
  isRead: 0,
  isWithdraw: 0,
  ip: '203.0.113.9',
  index: 3,
  createTime: '2026-11-20 09:30',
  noticeType: null,
  ext: null,
  secret: 'x',
}

let upstream: StubUpstream
let client: UpstreamClient
let chat: ChatUpstream

beforeEach(async () => {
  upstream = await startStubUpstream()
  client = createUpstreamClient({ origin: upstream.origin, prefix: '', timeoutMs: 2_000 })
  const cleanHtml = createHtmlCleaner()
  chat = createChatUpstream({
    service: createCallService({ upstream: client, cleaning: createCleaningNow(cleanHtml), now }),
    cleanHtml,
    now,
  })
})

afterEach(async () => {
  await client.close()
  await upstream.stop()
})

async function fetchHistory(...records: object[]) {
  upstream.answer = () => ok({ records, pages: 1 })
  return (await chat.history(caller, 'lab', 1, 50)).messages
}

describe('a conversation', () => {
  it('returns only the contract’s members, sanitised, without IP addresses', async () => {
    const [message] = await fetchHistory({ ...row, content: '<b onclick="x()">好</b><script>x()</script>' })
    expect(message).toMatchObject({ id: 'm1', content: '<b>好</b>', createTime: '2026-11-20 09:30', ext: null })
    for (const left of ['ip', 'index', 'secret']) expect(message).not.toHaveProperty(left)
  })

  it('skips notices, group messages, rows without an id and messages of other users', async () => {
    const rows = [
      { ...row, code: 5, noticeType: 1 },
      { ...row, code: 2, toUserId: null },
      { ...row, id: null },
      { ...row, toUserId: 'shop' },
    ]
    expect(await fetchHistory(...rows)).toEqual([])
  })

  it('fills in the missing user of a withdrawn row, and the time of a row without one', async () => {
    const messages = await fetchHistory(
      { ...row, toUserId: null, createTime: null },
      { ...row, id: 'm2', fromUserId: 'jade', toUserId: null },
      { ...row, id: 'm3', fromUserId: null },
    )
    expect(messages.map(({ fromUserId, toUserId }) => [fromUserId, toUserId])).toEqual([
      ['lab', 'jade'],
      ['jade', 'lab'],
      ['lab', 'jade'],
    ])
    expect(messages[0]?.createTime).toBe(NOW)
  })

  it('is fetched with the caller’s token and id', async () => {
    await fetchHistory()
    const [seen] = upstream.seen
    const query = new URL(seen?.url ?? '', upstream.origin).searchParams
    expect(Object.fromEntries(query)).toEqual({ fromUserId: 'jade', toUserId: 'lab', pageNo: '1', pageSize: '50' })
    expect(seen?.headers.authorization).toBe('a-token')
  })
})

describe('rooms', () => {
  it('return unread counts, and the last message where upstream sends it', async () => {
    const room = { id: 'r1', receiveId: 'lab', readNum: 2 }
    upstream.answer = () => ok([room, { ...room, lastMessage: null }, { ...room, readNum: null, lastMessage: row }])
    const [family, empty, full] = await chat.rooms(caller)
    expect(family).toEqual({ peerId: 'lab', unread: 2, lastMessage: undefined })
    expect(empty?.lastMessage).toBeNull()
    expect(full).toMatchObject({ unread: 0, lastMessage: { id: 'm1', content: '你好' } })
  })
})

describe('a message', () => {
  const message = { toUserId: 'lab', content: '你好', type: 1 } as const

  it('is sent with an idempotency key, and returned as upstream stored it', async () => {
    const stored = { ...row, fromUserId: 'jade', toUserId: 'lab', content: '<i>你好</i>', ext: { seq: 7, at: 1 } }
    upstream.answer = () => ok(null, { message: stored })
    expect(await chat.send(caller, message, 'a-key')).toMatchObject({ id: 'm1', content: '你好', ext: { seq: 7 } })
    const [seen] = upstream.seen
    expect(seen?.headers['idempotency-key']).toBe('a-key')
    expect(JSON.parse(seen?.body ?? '')).toEqual({ ...message, code: 1, fromUserId: 'jade', isRead: 0 })
    upstream.answer = () => ok(null)
    expect(await chat.send(caller, message, 'a-key')).toBeNull()
  })

  it('is withdrawn without its text, with the peer’s id', async () => {
    await chat.withdraw(caller, 'm1', 'lab')
    const sent = { id: 'm1', toUserId: 'lab', fromUserId: 'jade', content: '消息已撤回', isWithdraw: 1 }
    expect(JSON.parse(upstream.seen[0]?.body ?? '')).toMatchObject(sent)
  })
})

describe('a refusal', () => {
  it('has upstream’s code and text', async () => {
    upstream.answer = () => failure(500, '撤回失败，只能撤回俩分钟以内的消息！')
    await expect(chat.withdraw(caller, 'm1', null)).rejects.toMatchObject({
      code: 500,
      message: '撤回失败，只能撤回俩分钟以内的消息！',
    })
  })

  it.each([
    ['in the body', () => failure(401, '当前会话已过期，请重新登录')],
    ['by the status', () => ({ ...failure(500, 'x'), status: 401 })],
  ])('is recognised as the end of the session %s', async (_how, answer) => {
    upstream.answer = answer
    expect(isSessionOver(await chat.counters(caller).catch((error: unknown) => error))).toBe(true)
    upstream.answer = () => failure(500, 'x')
    expect(isSessionOver(await chat.counters(caller).catch((error: unknown) => error))).toBe(false)
  })

  it('is a 502 when upstream breaks the contract', async () => {
    upstream.answer = () => ok({ system: 'many' })
    await expect(chat.counters(caller)).rejects.toMatchObject({ code: 502 })
  })
})

it('shows a message with too many elements as text', () => {
  const picture = '<img src="/file/img/smile.png" />'
  expect(chat.clean(picture.repeat(200))).toContain('<img loading="lazy"')
  expect(chat.clean('<b>a</b>'.repeat(201))).toBe('&lt;b&gt;a&lt;/b&gt;'.repeat(201))
})
