import type { NoticeCounters } from '@portal/contract/community/messages.ts'
import { CODE } from '@portal/contract/errors.ts'
import type { ChatMessage, ServerFrame } from '@portal/contract/frames.ts'
import { CLOSE, PING_MS } from '@portal/contract/socket.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError, unauthenticated, upstreamUnreachable } from '#errors.ts'
import type { ChatClient } from '#testing/chat-client.ts'
import { makeRelayBench, makeStoredMessage, type RelayBench } from '#testing/relay-bench.ts'
import {
  CLOSE_GRACE_MS,
  RECOUNT_GAP_MS,
  RECOUNT_LATER_MS,
  RECOUNT_RETRY_MS,
  SWEEP_GAP_MS,
  TYPING_GAP_MS,
} from './relay-limits.ts'

let bench: RelayBench
beforeEach(async () => {
  bench = await makeRelayBench()
})
afterEach(() => bench.close())

function text(toUserId: string, content: string, ref: string = crypto.randomUUID()) {
  return { t: 'send', ref, toUserId, content, type: 1 } as const
}

/** Waits until all frames sent so far have arrived at this socket. */
async function waitForFrames(client: ChatClient): Promise<readonly ServerFrame[]> {
  const pong = new Promise((resolve) => client.socket.once('pong', resolve))
  client.socket.ping()
  await pong
  return client.frames
}

function listKinds(frames: readonly ServerFrame[]): string[] {
  return frames.map(({ t }) => t)
}

/** A promise that the test resolves. */
function createGate<Value>() {
  let open: (value: Value) => void = () => {}
  const passed = new Promise<Value>((resolve) => {
    open = resolve
  })
  return { open, passed }
}

describe('a message', () => {
  it('is answered to its sender first, then delivered to every open socket of both', async () => {
    const [sender, tab, receiver, phone] = await Promise.all(['jade', 'jade', 'lab', 'lab'].map((id) => bench.join(id)))
    sender?.send(text('lab', '你好', 'r1'))
    const ok = await sender?.next('ok')
    expect(ok).toMatchObject({ ref: 'r1', data: { fromUserId: 'jade', toUserId: 'lab', content: '你好' } })
    for (const client of [sender, tab, receiver, phone]) {
      expect(await client?.next('message')).toEqual({ t: 'message', message: ok?.data })
    }
    expect(listKinds(sender?.frames ?? [])).toEqual(['welcome', 'ok', 'message'])
  })

  it('is delivered after the welcome frame when it is sent or received before', async () => {
    const other = await bench.join('other')
    const counters = createGate<NoticeCounters>()
    bench.count = () => counters.passed
    const sender = bench.open('jade')
    await new Promise((resolve) => sender.socket.once('open', resolve))
    sender.send(text('lab', '你好'))
    bench.relay.publishMessage(makeStoredMessage({ content: '先前' }))
    await waitForFrames(other)
    await waitForFrames(other)
    expect(sender.frames).toEqual([])
    counters.open({ system: 0, comment: 0, private: 0 })
    await sender.next('message')
    expect(listKinds(sender.frames)).toEqual(['welcome', 'ok', 'message'])
  })

  it('is not missed when it comes from another instance: counters are fetched once the subscription is effective', async () => {
    const other = await bench.join('other')
    const reached = createGate<void>()
    bench.fanOut.reached = () => reached.passed
    const counted = bench.counted.length
    const receiver = bench.open('lab')
    await new Promise((resolve) => receiver.socket.once('open', resolve))
    await waitForFrames(other)
    await waitForFrames(other)
    expect(bench.counted).toHaveLength(counted)
    reached.open()
    await receiver.next('welcome')
    expect(bench.counted).toHaveLength(counted + 1)
  })

  it('is delivered once, however often its event arrives', async () => {
    const receiver = await bench.join('lab')
    const message = makeStoredMessage()
    for (const _time of [1, 2, 3]) bench.listeners.get('lab')?.onEvent({ kind: 'message', message })
    bench.relay.publishMessage(message)
    const withdrawn = { kind: 'withdrawn', id: message.id, peerId: 'jade', by: 'jade' } as const
    bench.relay.publish('lab', withdrawn)
    bench.listeners.get('lab')?.onEvent(withdrawn)
    expect(listKinds(await waitForFrames(receiver))).toEqual(['welcome', 'message', 'withdrawn'])
  })

  it('is answered first and shown once when its echo overtakes the answer', async () => {
    const sender = await bench.join('jade')
    const message = makeStoredMessage({ content: '你好' })
    const answer = createGate<ChatMessage>()
    bench.sendOnce = () => answer.passed
    sender.send(text('lab', '你好'))
    await waitForFrames(sender)
    const other = makeStoredMessage({ id: 'other', content: '别的' })
    bench.listeners.get('jade')?.onEvent({ kind: 'message', message })
    bench.listeners.get('jade')?.onEvent({ kind: 'message', message: other })
    expect(listKinds(await waitForFrames(sender))).toEqual(['welcome', 'message'])
    answer.open(message)
    await sender.next('ok')
    expect(listKinds(await waitForFrames(sender))).toEqual(['welcome', 'message', 'ok', 'message'])
  })

  it('keeps the order of its sender, from any tab and at any rate', async () => {
    const tabs = [await bench.join('jade'), await bench.join('jade')]
    const receiver = await bench.join('lab')
    const sent: string[] = []
    bench.sendOnce = async (_caller, { content }) => {
      sent.push(content)
      // The latency of upstream varies.
      for (let turns = sent.length % 3; turns >= 0; turns -= 1) await new Promise(setImmediate)
      return makeStoredMessage({ content })
    }
    for (let index = 0; index < 40; index += 1) tabs[index % 2]?.send(text('lab', `第 ${index} 条`))
    const shown: string[] = []
    while (shown.length < 40) shown.push((await receiver.next('message')).message.content)
    expect(shown).toEqual(sent)
    expect([0, 1].map((parity) => shown.filter((content) => Number(content.split(' ')[1]) % 2 === parity))).toEqual(
      [0, 1].map((parity) => Array.from({ length: 20 }, (_, index) => `第 ${2 * index + parity} 条`)),
    )
  })

  it('is still sent and delivered when its sender has disconnected', async () => {
    const sender = await bench.join('jade')
    const receiver = await bench.join('lab')
    const answers = [createGate<ChatMessage>(), createGate<ChatMessage>()]
    const sent: string[] = []
    bench.sendOnce = (_caller, { content }) => {
      sent.push(content)
      return answers[sent.length - 1]?.passed ?? Promise.reject(new Error('not sent here'))
    }
    sender.send(text('lab', '一'))
    sender.send(text('lab', '二'))
    await waitForFrames(sender)
    sender.socket.terminate()
    answers[0]?.open(makeStoredMessage({ content: '一' }))
    expect((await receiver.next('message')).message.content).toBe('一')
    answers[1]?.open(makeStoredMessage({ content: '二' }))
    expect((await receiver.next('message')).message.content).toBe('二')
  })

  it.each([
    [
      'the refusal of upstream',
      new AppError(CODE.rule, '对方暂不接收消息'),
      { code: 500, message: '对方暂不接收消息' },
    ],
    ['an upstream that is away', upstreamUnreachable(), { code: 502, message: '暂时连接不上数据服务，请稍后重试' }],
    ['a fault of ours', new Error('a fault'), { code: 500, message: '系统繁忙，请稍后重试' }],
  ])('is answered with an error when it could not be sent: %s', async (_what, error, expected) => {
    const sender = await bench.join('jade')
    bench.sendOnce = () => Promise.reject(error)
    sender.send(text('lab', '你好', 'r1'))
    expect(await sender.next('error')).toEqual({ t: 'error', ref: 'r1', ...expected })
  })

  it('is refused when it has no visible content', async () => {
    const sender = await bench.join('jade')
    sender.send(text('lab', '<p> &nbsp;</p>', 'r1'))
    expect(await sender.next('error')).toEqual({ t: 'error', ref: 'r1', code: 400, message: '消息不能为空' })
  })

  it('is refused with 429 when 64 are already waiting, and those are sent', async () => {
    const sender = await bench.join('jade')
    const answer = createGate<ChatMessage>()
    bench.sendOnce = () => answer.passed
    for (let index = 0; index < 66; index += 1) sender.send(text('lab', '你好', `r${index}`))
    expect(await sender.next('error')).toMatchObject({ ref: 'r65', code: 429 })
    answer.open(makeStoredMessage())
    for (let index = 0; index < 65; index += 1) expect((await sender.next('ok')).ref).toBe(`r${index}`)
  })
})

describe('other actions', () => {
  it('deliver a read to every tab of the reader and to the peer', async () => {
    const [reader, tab, peer] = [await bench.join('jade'), await bench.join('jade'), await bench.join('lab')]
    reader.send({ t: 'read', ref: 'r1', userId: 'lab' })
    expect(await reader.next('ok')).toEqual({ t: 'ok', ref: 'r1', data: null })
    expect(await tab.next('read')).toEqual({ t: 'read', userId: 'lab', by: 'jade' })
    expect(await peer.next('read')).toEqual({ t: 'read', userId: 'jade', by: 'jade' })
  })

  it('deliver typing to the peer only, throttled', async () => {
    const [writer, tab, peer] = [await bench.join('jade'), await bench.join('jade'), await bench.join('lab')]
    for (const _key of [1, 2, 3]) writer.send({ t: 'typing', toUserId: 'lab' })
    expect(await peer.next('typing')).toEqual({ t: 'typing', userId: 'jade' })
    await waitForFrames(writer)
    bench.timers.advance(TYPING_GAP_MS)
    writer.send({ t: 'typing', toUserId: 'lab' })
    await waitForFrames(writer)
    expect(listKinds(await waitForFrames(peer))).toEqual(['welcome', 'typing', 'typing'])
    expect(listKinds(await waitForFrames(tab))).toEqual(['welcome'])
  })

  it('wake the source after an action over HTTP', async () => {
    await bench.join('jade')
    bench.relay.publish('jade', { kind: 'look' })
    expect(bench.woken).toEqual(['jade'])
  })

  it('report to the source how many delivered messages are unread', async () => {
    await bench.join('lab')
    const deliveredUnread = () => bench.listeners.get('lab')?.deliveredUnread()
    expect(deliveredUnread()).toBe(0)
    for (const id of ['m1', 'm2', 'm2']) bench.relay.publishMessage(makeStoredMessage({ id }))
    bench.relay.publishMessage(makeStoredMessage({ id: 'm3', fromUserId: 'pearl' }))
    expect(deliveredUnread()).toBe(3)
    bench.relay.publish('lab', { kind: 'read', peerId: 'jade', by: 'lab' })
    expect(deliveredUnread()).toBe(1)
    expect(bench.read).toEqual(['jade'])
  })

  it('wake the source only for a read of messages that were not delivered', async () => {
    await bench.join('lab')
    bench.relay.publishMessage(makeStoredMessage())
    bench.relay.publish('lab', { kind: 'read', peerId: 'jade', by: 'lab' })
    expect(bench.woken).toEqual([])
    bench.relay.publish('lab', { kind: 'read', peerId: 'jade', by: 'lab' })
    expect(bench.woken).toEqual(['lab'])
  })
})

describe('counts of unread messages', () => {
  it('come from upstream at each connect', async () => {
    for (const unread of [1, 2, 3]) {
      bench.count = async () => ({ system: 0, comment: 0, private: unread })
      const client = bench.open('jade')
      expect((await client.next('welcome')).counters.private).toBe(unread)
    }
    expect(bench.counted).toHaveLength(3)
  })

  it('are sent to open tabs when a new tab fetches different ones', async () => {
    const tab = await bench.join('jade')
    bench.count = async () => ({ system: 1, comment: 0, private: 0 })
    await bench.join('jade')
    expect(await tab.next('counters')).toEqual({ t: 'counters', system: 1, comment: 0, private: 0 })
  })

  it('follow a burst of messages with two fetches, a second apart', async () => {
    const receiver = await bench.join('lab')
    bench.timers.advance(RECOUNT_GAP_MS)
    bench.counted.length = 0
    const first = createGate<NoticeCounters>()
    bench.count = () => first.passed
    for (let index = 0; index < 50; index += 1) bench.relay.publishMessage(makeStoredMessage())
    expect(bench.counted).toHaveLength(1)
    bench.count = async () => ({ system: 0, comment: 0, private: 50 })
    first.open({ system: 0, comment: 0, private: 1 })
    expect((await receiver.next('counters')).private).toBe(1)
    await waitForFrames(receiver)
    expect(bench.counted).toHaveLength(1)
    bench.timers.advance(RECOUNT_GAP_MS)
    expect((await receiver.next('counters')).private).toBe(50)
    bench.timers.advance(60_000)
    expect(bench.counted).toHaveLength(2)
  })

  it('are incremented by messages, and fetched once in 30 s', async () => {
    const receiver = await bench.join('lab')
    bench.timers.advance(2 * RECOUNT_GAP_MS)
    for (const unread of [1, 2, 3]) {
      bench.relay.publishMessage(makeStoredMessage({ ext: { at: bench.timers.now() } }))
      expect((await receiver.next('counters')).private).toBe(unread)
    }
    // Messages that the receiver sent are not unread.
    bench.relay.publishMessage(
      makeStoredMessage({ fromUserId: 'lab', toUserId: 'jade', ext: { at: bench.timers.now() } }),
    )
    expect(bench.counted).toHaveLength(1)
    bench.count = async () => ({ system: 0, comment: 0, private: 2 })
    bench.timers.advance(RECOUNT_LATER_MS)
    expect((await receiver.next('counters')).private).toBe(2)
    bench.timers.advance(RECOUNT_LATER_MS)
    expect(bench.counted).toHaveLength(2)
  })

  it('are not fetched twice within a second', async () => {
    const client = await bench.join('jade')
    bench.relay.publish('jade', { kind: 'recount' })
    expect(bench.counted).toHaveLength(1)
    bench.count = async () => ({ system: 1, comment: 0, private: 0 })
    bench.timers.advance(RECOUNT_GAP_MS)
    expect((await client.next('counters')).system).toBe(1)
  })

  it('are not sent from an outdated answer', async () => {
    const client = await bench.join('jade')
    const late = createGate<NoticeCounters>()
    bench.count = () => late.passed
    bench.timers.advance(RECOUNT_GAP_MS)
    bench.relay.publish('jade', { kind: 'recount' })
    bench.count = async () => ({ system: 0, comment: 0, private: 2 })
    const tab = await bench.join('jade')
    late.open({ system: 0, comment: 0, private: 1 })
    expect((await client.next('counters')).private).toBe(2)
    expect(listKinds(await waitForFrames(client))).toEqual(['welcome', 'counters'])
    expect(listKinds(await waitForFrames(tab))).toEqual(['welcome'])
  })

  it('are not sent again while they are unchanged', async () => {
    const client = await bench.join('jade')
    bench.timers.advance(RECOUNT_GAP_MS)
    bench.relay.publish('jade', { kind: 'recount' })
    expect(bench.counted).toHaveLength(2)
    expect(listKinds(await waitForFrames(client))).toEqual(['welcome'])
  })

  it('are fetched again after a failure', async () => {
    const client = await bench.join('jade')
    bench.timers.advance(RECOUNT_GAP_MS)
    bench.count = () => Promise.reject(upstreamUnreachable())
    bench.relay.publish('jade', { kind: 'recount' })
    await waitForFrames(client)
    bench.count = async () => ({ system: 0, comment: 2, private: 0 })
    bench.timers.advance(RECOUNT_RETRY_MS)
    expect((await client.next('counters')).comment).toBe(2)
  })

  it('are fetched again when the user is active and the counters are old', async () => {
    const client = await bench.join('jade')
    bench.relay.touch('jade')
    expect(bench.counted).toHaveLength(1)
    bench.timers.advance(31_000)
    bench.count = async () => ({ system: 0, comment: 1, private: 0 })
    bench.relay.touch('jade')
    expect((await client.next('counters')).comment).toBe(1)
    bench.relay.touch('jade')
    expect(bench.counted).toHaveLength(2)
  })

  it('cause no fetch while nothing happens', async () => {
    await bench.join('jade')
    bench.timers.advance(20_000)
    expect(bench.counted).toHaveLength(1)
  })

  it('close the socket with 1013 when they cannot be fetched at connect, unless another tab has them', async () => {
    bench.count = () => Promise.reject(upstreamUnreachable())
    expect(await bench.open('jade').closed).toBe(CLOSE.overloaded)
    bench.count = async () => ({ system: 0, comment: 0, private: 7 })
    await bench.join('jade')
    bench.count = () => Promise.reject(upstreamUnreachable())
    expect((await bench.open('jade').next('welcome')).counters.private).toBe(7)
    bench.timers.advance(31_000)
    expect(await bench.open('jade').closed).toBe(CLOSE.overloaded)
  })
})

describe('a login that ends', () => {
  it('closes its own sockets at once, and no others', async () => {
    const [one, two, other] = [
      await bench.join('jade', { token: 'a' }),
      await bench.join('jade', { token: 'a' }),
      await bench.join('jade', { token: 'b' }),
    ]
    bench.relay.endSession({ userId: 'jade', token: 'a' })
    expect(await Promise.all([one?.closed, two?.closed])).toEqual([CLOSE.loggedOut, CLOSE.loggedOut])
    expect(listKinds(await waitForFrames(other))).toEqual(['welcome'])
    bench.relay.endSessions('jade')
    expect(await other.closed).toBe(CLOSE.loggedOut)
  })

  it('closes its sockets when it expires', async () => {
    const client = await bench.join('jade', { lifetimeMs: 5_000 })
    bench.timers.advance(5_000)
    expect(await client.closed).toBe(CLOSE.loggedOut)
  })

  it('is detected by a 401 of upstream to any call', async () => {
    const [sender, tab] = [await bench.join('jade'), await bench.join('jade')]
    bench.sendOnce = () => Promise.reject(unauthenticated())
    sender.send(text('lab', '你好'))
    expect(await Promise.all([sender.closed, tab.closed])).toEqual([CLOSE.loggedOut, CLOSE.loggedOut])

    const counted = await bench.join('jade')
    bench.timers.advance(RECOUNT_GAP_MS)
    bench.count = () => Promise.reject(unauthenticated())
    bench.relay.publish('jade', { kind: 'recount' })
    expect(await counted.closed).toBe(CLOSE.loggedOut)
    expect(await bench.open('jade').closed).toBe(CLOSE.loggedOut)

    bench.count = async () => ({ system: 0, comment: 0, private: 0 })
    const heard = await bench.join('jade')
    bench.listeners.get('jade')?.endSession('token of jade')
    expect(await heard.closed).toBe(CLOSE.loggedOut)
  })

  it('does not stop the fetching of counters by another login', async () => {
    const [gone, other] = [await bench.join('jade', { token: 'a' }), await bench.join('jade', { token: 'b' })]
    bench.timers.advance(RECOUNT_GAP_MS)
    bench.count = async ({ session }) => {
      if (session.token === 'a') throw unauthenticated()
      return { system: 3, comment: 0, private: 0 }
    }
    bench.relay.publish('jade', { kind: 'recount' })
    expect(await gone.closed).toBe(CLOSE.loggedOut)
    bench.timers.advance(RECOUNT_GAP_MS)
    expect((await other.next('counters')).system).toBe(3)
  })

  it('is found by checking each login of the user with upstream', async () => {
    const [gone, other] = [await bench.join('jade', { token: 'a' }), await bench.join('jade', { token: 'b' })]
    bench.count = async ({ session }) => {
      if (session.token === 'a') throw unauthenticated()
      return { system: 0, comment: 0, private: 0 }
    }
    // A response to a request that was sent before the logout does not count.
    const tab = bench.open('jade', { token: 'a' })
    const old = createGate<NoticeCounters>()
    const { count } = bench
    bench.count = () => old.passed
    await new Promise((resolve) => tab.socket.once('open', resolve))
    while (bench.counted.length < 3) await new Promise(setImmediate)
    bench.count = count
    bench.relay.checkSessions('jade')
    expect(await gone.closed).toBe(CLOSE.loggedOut)
    expect(listKinds(await waitForFrames(other))).toEqual(['welcome'])
  })

  it('is found by checking all logins when the account is unknown, at once and then throttled', async () => {
    const [gone, other] = [await bench.join('jade'), await bench.join('lab')]
    bench.count = async ({ session }) => {
      if (session.userId === 'jade') throw unauthenticated()
      return { system: 0, comment: 0, private: 0 }
    }
    bench.counted.length = 0
    bench.relay.checkAllSessions()
    expect(await gone.closed).toBe(CLOSE.loggedOut)
    for (const _time of [1, 2, 3]) bench.relay.checkAllSessions()
    await waitForFrames(other)
    expect(bench.counted.map(({ session }) => session.userId).sort()).toEqual(['jade', 'lab'])
    bench.timers.advance(SWEEP_GAP_MS)
    expect(bench.counted).toHaveLength(3)
    bench.timers.advance(SWEEP_GAP_MS)
    expect(bench.counted).toHaveLength(3)
  })

  it('closes the socket when it ends during the handshake', async () => {
    const counters = createGate<NoticeCounters>()
    bench.count = () => counters.passed
    const client = bench.open('jade')
    await new Promise((resolve) => client.socket.once('open', resolve))
    await bench.revocations.revoke('token of jade', bench.timers.now() + 60_000)
    counters.open({ system: 0, comment: 0, private: 0 })
    expect(await client.closed).toBe(CLOSE.loggedOut)
    expect(client.frames).toEqual([])
  })
})

describe('the relay', () => {
  async function openLimited(limits: Parameters<typeof makeRelayBench>[0]): Promise<void> {
    await bench.close()
    bench = await makeRelayBench(limits)
  }

  it('gives a user 32 sockets, and closes the thirty-third with 1013', async () => {
    const clients = await Promise.all(Array.from({ length: 32 }, () => bench.join('jade')))
    expect(await bench.open('jade').closed).toBe(CLOSE.overloaded)
    await bench.join('lab')
    clients[0]?.socket.close()
    await clients[0]?.closed
    await waitForFrames(clients[1] as ChatClient)
    await bench.join('jade')
  })

  it('closes one socket more than an instance may have with 1013', async () => {
    await openLimited({ sockets: 2 })
    await Promise.all([bench.join('jade'), bench.join('lab')])
    expect(await bench.open('third').closed).toBe(CLOSE.overloaded)
  })

  it('refuses a client that reconnects without end with 1013, without a call to upstream', async () => {
    await openLimited({ handshakesPerMinute: 3 })
    for (const _time of [1, 2, 3]) (await bench.join('jade')).socket.close()
    expect(await bench.open('jade').closed).toBe(CLOSE.overloaded)
    expect(bench.counted).toHaveLength(3)
    bench.timers.advance(20_000)
    await bench.join('jade')
  })

  it('accepts 120 frames at once and 20 a second, then closes with 4429', async () => {
    const client = await bench.join('jade')
    const typing = JSON.stringify({ t: 'typing', toUserId: 'lab' })
    // The ping of `waitForFrames` counts as a frame too.
    for (let index = 0; index < 119; index += 1) client.send(typing)
    await waitForFrames(client)
    bench.timers.advance(1_000)
    for (let index = 0; index < 19; index += 1) client.send(typing)
    expect(listKinds(await waitForFrames(client))).toEqual(['welcome'])
    client.send(typing)
    expect(await client.closed).toBe(CLOSE.tooManyFrames)
  })

  it('counts pings like frames, as each is answered', async () => {
    const client = await bench.join('jade')
    for (let index = 0; index < 119; index += 1) {
      client.socket.ping()
      if (index % 17 === 0) await new Promise((resolve) => client.socket.once('pong', resolve))
    }
    expect(listKinds(await waitForFrames(client))).toEqual(['welcome'])
    client.socket.ping()
    expect(await client.closed).toBe(CLOSE.tooManyFrames)
  })

  it.each([
    ['broken JSON', '{"t":"send",', { message: '消息不是有效的 JSON' }],
    ['no object', '[1]', { message: '消息的格式不正确' }],
    ['null', 'null', { message: '消息的格式不正确' }],
    ['an unknown kind', { t: 'shout', ref: 'r1' }, { ref: 'r1', message: '不支持的消息种类' }],
    ['a kind that every object has', { t: 'constructor' }, { message: '不支持的消息种类' }],
    [
      'a wrong type',
      { ...text('lab', 'x', 'r1'), toUserId: 7 },
      { ref: 'r1', message: '参数“toUserId”不正确，请检查后重试' },
    ],
    ['a member too few', { t: 'read', ref: 'r1' }, { ref: 'r1', message: '参数“userId”不正确，请检查后重试' }],
    ['no ref', { t: 'read', userId: 'lab' }, { message: '参数“ref”不正确，请检查后重试' }],
    [
      'a text too long',
      text('lab', 'x'.repeat(8001), 'r1'),
      { ref: 'r1', message: '参数“content”不正确，请检查后重试' },
    ],
    ['a binary frame', Buffer.from(JSON.stringify(text('lab', 'x'))), { message: '只接受文本消息' }],
  ])('answers %s with 400, and the socket stays open', async (_what, frame, expected) => {
    const client = await bench.join('jade')
    client.send(frame as string)
    expect(await client.next('error')).toEqual({ t: 'error', code: 400, ...expected })
    client.send(text('lab', '你好'))
    await client.next('ok')
  })

  it('closes with 4429 at the eleventh broken frame in a row', async () => {
    const client = await bench.join('jade')
    for (let index = 0; index < 10; index += 1) client.send('{')
    client.send(text('lab', '你好'))
    await client.next('ok')
    for (let index = 0; index < 10; index += 1) client.send(Buffer.from([index]))
    await waitForFrames(client)
    expect(client.frames.filter(({ t }) => t === 'error')).toHaveLength(20)
    client.send(Buffer.from([0]))
    expect(await client.closed).toBe(CLOSE.tooManyFrames)
  })

  it('closes with 1009 at a frame above 16 KiB', async () => {
    const client = await bench.join('jade')
    client.send('x'.repeat(16 * 1024))
    await client.next('error')
    client.send('x'.repeat(16 * 1024 + 1))
    expect(await client.closed).toBe(CLOSE.frameTooLarge)
  })

  it('closes a socket that misses two pings with 4408, and keeps one that answers', async () => {
    const [silent, alive] = [await bench.join('jade'), await bench.join('lab')]
    silent.socket.pong = () => undefined
    for (const _ping of [1, 2]) {
      const pinged = Promise.all(
        [silent, alive].map(({ socket }) => new Promise((resolve) => socket.once('ping', resolve))),
      )
      bench.timers.advance(PING_MS)
      await pinged
      await waitForFrames(alive)
    }
    bench.timers.advance(PING_MS)
    expect(await silent.closed).toBe(CLOSE.heartbeatMissed)
    expect(listKinds(await waitForFrames(alive))).toEqual(['welcome'])
  })
})

describe('a slow reader', () => {
  it('is closed with 1013 instead of growing the memory, while others receive everything', async () => {
    const [slow, quick] = [await bench.join('lab'), await bench.join('lab')]
    slow.socket.pause()
    const content = 'x'.repeat(8000)
    let sent = 0
    // The socket buffers of the kernel come on top of our own MiB.
    while ((await openSockets()) === 2 && sent < 5_000) {
      for (let burst = 0; burst < 50; burst += 1)
        bench.relay.publishMessage(makeStoredMessage({ id: `m${sent + burst}`, content }))
      sent += 50
      await quick.next('message')
      while (quick.frames.filter(({ t }) => t === 'message').length < sent) await quick.next('message')
    }
    expect(await openSockets()).toBe(1)
    slow.socket.resume()
    expect(await slow.closed).toBe(CLOSE.overloaded)
    const got = slow.frames.filter(({ t }) => t === 'message').length
    expect(got).toBeLessThan(sent)
    bench.relay.publishMessage(makeStoredMessage({ content: '之后' }))
    let last = await quick.next('message')
    while (last.message.content !== '之后') last = await quick.next('message')
  })

  it('is terminated when it never reads the close frame', async () => {
    const deaf = await bench.join('lab')
    deaf.socket.pause()
    const content = 'x'.repeat(8000)
    for (let sent = 0; (await openSockets()) === 1 && sent < 5_000; sent += 1) {
      bench.relay.publishMessage(makeStoredMessage({ id: `m${sent}`, content }))
    }
    bench.timers.advance(CLOSE_GRACE_MS)
    while (!(await bench.metrics.metrics()).includes('chat_sockets 0')) await new Promise(setImmediate)
    deaf.socket.resume()
    expect([CLOSE.overloaded, 1006]).toContain(await deaf.closed)
  })

  /** Counts the sockets that still receive events. */
  async function openSockets(): Promise<number> {
    const before = await countDeliveries()
    bench.relay.publish('lab', { kind: 'read', peerId: 'jade', by: 'jade' })
    return (await countDeliveries()) - before
  }

  async function countDeliveries(): Promise<number> {
    const found = /chat_deliveries_total\{kind="read"\} (\d+)/.exec(await bench.metrics.metrics())
    return Number(found?.[1] ?? 0)
  }
})

it('closes all sockets with 1012 for a restart, and accepts no more', async () => {
  const clients = [await bench.join('jade'), await bench.join('lab')]
  const late = createGate<NoticeCounters>()
  bench.count = () => late.passed
  const waiting = bench.open('third')
  await new Promise((resolve) => waiting.socket.once('open', resolve))
  const closing = bench.relay.close()
  expect(await bench.open('jade').closed).toBe(CLOSE.restarting)
  await closing
  expect(await Promise.all([...clients, waiting].map(({ closed }) => closed))).toEqual([1012, 1012, 1012])
  late.open({ system: 0, comment: 0, private: 0 })
})

it('waits at a restart for the answers to sent messages', async () => {
  const [sender, receiver] = [await bench.join('jade'), await bench.join('lab')]
  const answer = createGate<ChatMessage>()
  bench.sendOnce = () => answer.passed
  sender.send(text('lab', '你好'))
  await waitForFrames(sender)
  let isClosed = false
  const closing = bench.relay.close().then(() => {
    isClosed = true
  })
  expect(await Promise.all([sender.closed, receiver.closed])).toEqual([CLOSE.restarting, CLOSE.restarting])
  await new Promise(setImmediate)
  expect(isClosed).toBe(false)
  answer.open(makeStoredMessage())
  await closing
})

it('drops a user without sockets', async () => {
  const client = await bench.join('jade')
  expect([...bench.listeners.keys()]).toEqual(['jade'])
  client.socket.close()
  await client.closed
  while (bench.listeners.size > 0) await new Promise(setImmediate)
  expect(await bench.metrics.metrics()).toContain('chat_users 0')
})
