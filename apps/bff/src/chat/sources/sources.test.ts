import { execFileSync } from 'node:child_process'
import { EventEmitter, once as nextEvent } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@portal/contract/constants.ts'
import Fastify from 'fastify'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createCallService } from '#calls/call-service.ts'
import { createHtmlCleaner } from '#html/clean-html.ts'
import type { Session } from '#session/session-cookie.ts'
import { createMemoryFanOut, createRedisFanOut, type FanOut } from '#shared-state/fan-out.ts'
import { createMemoryLeases, createRedisLeases, type LeaseState, type Leases } from '#shared-state/lease.ts'
import { connectRedis } from '#shared-state/redis-connection.ts'
import { createCleaningNow } from '#testing/cleaning-now.ts'
import { createManualTimers, type ManualTimers } from '#testing/manual-timers.ts'
import { hasRedisServer, startRedis, type TestRedis } from '#testing/start-redis.ts'
import { type StubChatUpstream, startStubChatUpstream } from '#testing/stub-chat-upstream.ts'
import { createCircuitBreaker } from '#upstream/circuit-breaker.ts'
import { createUpstreamClient } from '#upstream/upstream-client.ts'
import type { ChatEvent } from '../chat-event.ts'
import { createChatUpstream } from '../chat-upstream.ts'
import type { EventSource } from '../relay-dependencies.ts'
import { createUpstreamListening } from './upstream-listening.ts'

const COUNTERS = '/v1/im/getNewSystemNotice'
const ROOMS = '/v1/im/getRoomList'
const HISTORY = '/v1/im/selectUserImHistory'

const closing: (() => unknown)[] = []
let timers: ManualTimers
let upstream: StubChatUpstream

beforeEach(() => {
  timers = createManualTimers(Date.parse('2026-11-21T10:00:20+08:00'))
})

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

async function openUpstream(options: Parameters<typeof startStubChatUpstream>[0] = {}): Promise<void> {
  upstream = await startStubChatUpstream({ ...options, now: timers.now })
  closing.push(() => upstream.stop())
}

/** A listener for one user on one BFF instance, with the events that it received. */
interface TestListener {
  source: EventSource
  events: ChatEvent[]
  sessions: Session[]
  ended: string[]
  /** Unread messages that reached the user without the source. */
  deliveredUnread: number
  /** Whether the sockets of an ended session are closed at once. */
  isQuick: boolean
  /** Contents of messages, and ids of withdrawn ones as `-id`. */
  delivered(): string[]
  recounts(): number
  until(isSo: () => boolean): Promise<void>
}

interface Shared {
  leases?: Leases
  fanOut?: FanOut
  wsUrl?: string | null
  ca?: string
}

function openInstance(shared: Shared = {}) {
  const { log } = Fastify()
  const lines: unknown[] = []
  log.warn = ((...args: unknown[]) => void lines.push(args)) as typeof log.warn
  const { ca } = shared
  const breaker = createCircuitBreaker({ now: timers.now })
  const settings = { prefix: '', timeoutMs: 2_000, breaker, ...(ca ? { ca } : {}) }
  const client = createUpstreamClient({ origin: upstream.origin, ...settings })
  closing.push(() => client.close())
  const cleanHtml = createHtmlCleaner()
  const service = createCallService({ upstream: client, cleaning: createCleaningNow(cleanHtml), now: timers.now })
  let inFlight = 0
  const counted: typeof service = {
    ...service,
    perform(...call) {
      inFlight += 1
      return service.perform(...call).finally(() => {
        inFlight -= 1
      })
    },
  }
  const { leases = createMemoryLeases(), fanOut = createMemoryFanOut(log), wsUrl = upstream.wsUrl } = shared
  const listen = createUpstreamListening({
    chatUpstream: createChatUpstream({ service: counted, cleanHtml, now: timers.now }),
    leases,
    fanOut,
    wsUrl,
    ca,
    now: timers.now,
    timers,
    random: () => 0.5,
    log,
    metrics: new Registry(),
  })
  return {
    lines,
    /** Waits until no call is in flight or about to start. */
    async settle() {
      for (let quiet = 0; quiet < 5; quiet = inFlight === 0 ? quiet + 1 : 0) await turn()
    },
    open(userId: string): TestListener {
      const changed = new EventEmitter()
      const listener: Omit<TestListener, 'source'> = {
        events: [],
        sessions: [upstream.session(userId)],
        ended: [],
        deliveredUnread: 0,
        isQuick: true,
        delivered: () =>
          listener.events.flatMap((event) => {
            if (event.kind === 'message') return [event.message.content]
            return event.kind === 'withdrawn' ? [`-${event.id}`] : []
          }),
        recounts: () => listener.events.filter(({ kind }) => kind === 'recount').length,
        async until(isSo) {
          while (!isSo()) await nextEvent(changed, 'event')
        },
      }
      // Tests change members of the returned object, which the callbacks read.
      const opened = listener as TestListener
      opened.source = listen({
        userId,
        session: () => opened.sessions[0] ?? null,
        onEvent(event) {
          listener.events.push(event)
          changed.emit('event')
        },
        deliveredUnread: () => opened.deliveredUnread,
        endSession(token) {
          listener.ended.push(token)
          if (opened.isQuick) opened.sessions = opened.sessions.filter((session) => session.token !== token)
          changed.emit('event')
        },
      })
      closing.push(() => opened.source.close())
      return opened
    },
  }
}

/** Advances the clock until upstream has a socket of the user. */
async function untilListening(): Promise<void> {
  while (upstream.listening().length === 0) {
    timers.advance(SECOND_MS)
    await turn()
  }
}

/** Advances the clock until upstream has been pinged and has answered. */
async function passSilence(): Promise<void> {
  const { pings } = upstream
  timers.advance(30 * SECOND_MS)
  await upstream.until(() => upstream.pings > pings)
  // Waits for the pong to arrive.
  await fetch(upstream.origin)
}

function makeCertificate(): { key: string; cert: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'tls-'))
  const [keyFile, certFile] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2', '-nodes']
  const files = ['-keyout', keyFile, '-out', certFile]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', ...files, ...subject], { stdio: 'ignore' })
  return { key: readFileSync(keyFile, 'utf8'), cert: readFileSync(certFile, 'utf8') }
}

async function openListening(userId = 'jade') {
  const instance = openInstance()
  const listener = instance.open(userId)
  await upstream.until(() => upstream.listening().includes(userId) && upstream.count(ROOMS) === 1)
  await instance.settle()
  return { instance, listener }
}

describe.each([
  ['other than the reference', false],
  ['like the reference', true],
])('an event source over the socket of an upstream %s', (_kind, isReference) => {
  beforeEach(() => openUpstream({ hasSocket: true, isReference }))

  it('delivers messages of both sides and withdrawals', async () => {
    const { listener } = await openListening()
    upstream.say('lab', 'jade', '你好')
    const id = upstream.say('jade', 'lab', '<b onclick="x()">您好</b>')
    upstream.withdraw(id, 'jade')
    await listener.until(() => listener.events.length === 3)
    expect(listener.delivered()).toEqual(['你好', '<b>您好</b>', `-${id}`])
    expect(listener.events[0]).toMatchObject({ message: { createTime: '2026-11-21 10:00', fromUserId: 'lab' } })
    expect(listener.events[2]).toEqual({ kind: 'withdrawn', id, peerId: 'lab', by: 'jade' })
  })

  it('recovers messages and withdrawals missed while the upstream socket was down', async () => {
    const { instance, listener } = await openListening()
    const first = upstream.say('lab', 'jade', '一')
    await listener.until(() => listener.events.length === 1)
    await upstream.stop()
    await upstream.until(() => upstream.listening().length === 0)
    upstream.store.add({ fromUserId: 'lab', toUserId: 'jade', content: '二', type: 1 })
    upstream.store.add({ fromUserId: 'jade', toUserId: 'lab', content: '三', type: 1 })
    upstream.store.add({ fromUserId: 'shop', toUserId: 'jade', content: '四', type: 1 })
    upstream.store.withdraw(first, 'lab')
    await upstream.start()
    await untilListening()
    await listener.until(() => listener.delivered().length === 5)
    await instance.settle()
    expect(listener.delivered().filter((delivered) => delivered !== '四')).toEqual(['一', `-${first}`, '二', '三'])
    expect(listener.delivered()).toContain('四')
    expect(listener.recounts()).toBeGreaterThan(0)
  })

  it('buffers live messages until the missed ones have been fetched', async () => {
    const { listener } = await openListening()
    upstream.say('lab', 'jade', '零')
    await listener.until(() => listener.events.length === 1)
    upstream.dropSockets()
    await upstream.until(() => upstream.listening().length === 0)
    upstream.store.add({ fromUserId: 'lab', toUserId: 'jade', content: '一', type: 1 })
    let go = () => {}
    upstream.onCall = ({ path }) => (path === HISTORY ? new Promise<void>((resolve) => (go = resolve)) : undefined)
    upstream.seen.length = 0
    await untilListening()
    await upstream.until(() => upstream.count(HISTORY) === 1)
    upstream.store.add({ fromUserId: 'lab', toUserId: 'jade', content: '二', type: 1 })
    const [, , second] = upstream.store.messages
    upstream.push('jade', JSON.stringify({ code: 1, ...upstream.store.toWire(second as never), createTime: undefined }))
    go()
    await listener.until(() => listener.delivered().includes('二'))
    expect([...new Set(listener.delivered())]).toEqual(['零', '一', '二'])
  })

  it('sends no HTTP request for an idle user', async () => {
    const { instance } = await openListening()
    upstream.seen.length = 0
    for (let seconds = 0; seconds < 3600; seconds += 30) {
      await passSilence()
      await instance.settle()
    }
    expect([upstream.listening(), upstream.count()]).toEqual([['jade'], 120])
  })
})

describe('an event source over the upstream socket', () => {
  it('recovers a gap of several pages, even when the clock of upstream is wrong', async () => {
    const makeWrongAnswer = () => timers.now() - 20 * MINUTE_MS
    upstream = await startStubChatUpstream({ hasSocket: true, now: makeWrongAnswer })
    closing.push(() => upstream.stop())
    const { listener } = await openListening()
    upstream.say('lab', 'jade', '零')
    await listener.until(() => listener.delivered().length === 1)
    upstream.dropSockets()
    await upstream.until(() => upstream.listening().length === 0)
    const said = Array.from({ length: 120 }, (_, place) => String(place))
    for (const content of said) upstream.store.add({ fromUserId: 'lab', toUserId: 'jade', content, type: 1 })
    await untilListening()
    await listener.until(() => listener.delivered().length > 120)
    expect(listener.delivered()).toEqual(['零', ...said])
  })

  it('drops a frame that is too long, and recovers its message from the history', async () => {
    await openUpstream({ hasSocket: true })
    const { listener } = await openListening()
    const long = 'x'.repeat(70_000)
    upstream.say('lab', 'jade', long)
    await upstream.until(() => upstream.listening().length === 0)
    await untilListening()
    await listener.until(() => listener.delivered().length > 0)
    expect(listener.delivered()).toEqual([long])
  })

  it('verifies the TLS certificate of upstream', async () => {
    const tls = makeCertificate()
    upstream = await startStubChatUpstream({ hasSocket: true, tls, now: timers.now })
    closing.push(() => upstream.stop())
    const wary = openInstance()
    wary.open('jade')
    for (let tries = 0; tries < 20; tries += 1) {
      timers.advance(SECOND_MS)
      await wary.settle()
    }
    expect([upstream.listening(), upstream.count()]).toEqual([[], 0])
    openInstance({ ca: tls.cert }).open('jade')
    await upstream.until(() => upstream.listening().length === 1)
  })

  it('triggers a recount for a notice, and ignores other frames', async () => {
    await openUpstream({ hasSocket: true })
    const { instance, listener } = await openListening()
    for (const text of [
      '{"code":3,"isRead":0,"isWithdraw":0,"type":0}',
      '{"code":5,"isRead":0,"isWithdraw":0,"type":0}',
      '{"code":2,"id":"1","fromUserId":"lab","content":"大家好"}',
      '{"code":1,"id":"2","fromUserId":"lab","toUserId":"shop","content":"不是给你的"}',
      '[]',
      '{"code":1,',
      '{"code":"1"}',
      '{"code":5,"noticeType":1}',
    ]) {
      upstream.push('jade', text)
    }
    await listener.until(() => listener.events.length === 1)
    expect(listener.events).toEqual([{ kind: 'recount' }])
    expect(instance.lines).toHaveLength(1)
  })

  it('ends a session that upstream rejects, and connects with the next session of the user', async () => {
    await openUpstream({ hasSocket: true })
    const instance = openInstance()
    const listener = instance.open('jade')
    const gone = { ...upstream.session('jade'), token: 'gone'.padEnd(128, 'x') }
    listener.sessions.unshift(gone)
    await untilListening()
    expect(listener.ended).toEqual([gone.token])
  })

  it('reconnects when pings stay unanswered', async () => {
    await openUpstream({ hasSocket: true, answersPings: false })
    await openListening()
    timers.advance(30 * SECOND_MS)
    timers.advance(30 * SECOND_MS)
    await upstream.until(() => upstream.listening().length === 0)
    await untilListening()
    expect(upstream.listening()).toEqual(['jade'])
  })

  it('reconnects and recovers messages when upstream sends to another socket of the same user', async () => {
    await openUpstream({ hasSocket: true })
    const { listener } = await openListening()
    upstream.push('jade', '{"code":3,"isRead":0,"isWithdraw":0,"type":0}')
    upstream.say('lab', 'jade', '一')
    await listener.until(() => listener.delivered().length === 1)
    const headers = { authorization: upstream.session('jade').token }
    const other = new WebSocket(`${upstream.wsUrl}?userId=jade`, { headers })
    closing.push(() => other.terminate())
    await nextEvent(other, 'open')
    upstream.say('lab', 'jade', '二')
    await nextEvent(other, 'message')
    upstream.seen.length = 0
    await passSilence()
    timers.advance(30 * SECOND_MS)
    while (upstream.count(ROOMS) === 0) {
      timers.advance(SECOND_MS)
      await turn()
    }
    await listener.until(() => listener.delivered().length > 1)
    expect(listener.delivered()).toEqual(['一', '二'])
  })

  it('loses no message between the last poll and the opening of the socket', async () => {
    await openUpstream({ hasSocket: true })
    let become = (_state: LeaseState) => {}
    const leases: Leases = {
      claim(_name, onChange) {
        become = onChange
        return () => undefined
      },
      close: () => undefined,
    }
    const fanOut = { ...createMemoryFanOut(Fastify().log), isWhole: false }
    const instance = openInstance({ leases, fanOut })
    const listener = instance.open('jade')
    become('elsewhere')
    await instance.settle()
    expect([upstream.listening(), upstream.count(COUNTERS)]).toEqual([[], 1])
    upstream.say('lab', 'jade', '一')
    become('held')
    await listener.until(() => listener.delivered().length > 0)
    expect([upstream.listening(), listener.delivered()]).toEqual([['jade'], ['一']])
  })

  it('falls back to polling while the socket cannot be opened', async () => {
    await openUpstream()
    const instance = openInstance({ wsUrl: upstream.origin.replace('http', 'ws') })
    const listener = instance.open('jade')
    while (upstream.count(COUNTERS) < 2) {
      timers.advance(SECOND_MS)
      await instance.settle()
    }
    expect(instance.lines).toEqual([[{ why: 'status 404' }, expect.stringContaining('polled')]])
    upstream.say('lab', 'jade', '你好')
    while (listener.delivered().length === 0) {
      timers.advance(SECOND_MS)
      await instance.settle()
    }
    expect(listener.delivered()).toEqual(['你好'])
  })
})

describe('polling', () => {
  beforeEach(() => openUpstream())

  async function pass(instance: ReturnType<typeof openInstance>, ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += SECOND_MS) {
      timers.advance(SECOND_MS)
      await instance.settle()
    }
  }

  it('is frequent at first, and slows down for an idle user', async () => {
    const instance = openInstance()
    instance.open('jade')
    await pass(instance, MINUTE_MS)
    expect(upstream.count(COUNTERS)).toBeLessThanOrEqual(8)
    upstream.seen.length = 0
    await pass(instance, HOUR_MS)
    expect(upstream.count(COUNTERS)).toBeGreaterThanOrEqual(110)
    expect(upstream.count()).toBeLessThanOrEqual(121)
  })

  it('delivers messages, and is frequent again for a while afterwards', async () => {
    const instance = openInstance()
    const listener = instance.open('jade')
    await pass(instance, 5 * MINUTE_MS)
    upstream.say('lab', 'jade', '一')
    upstream.say('lab', 'jade', '二')
    await pass(instance, 33 * SECOND_MS)
    expect(listener.delivered()).toEqual(['一', '二'])
    upstream.say('lab', 'jade', '三')
    upstream.seen.length = 0
    await pass(instance, 12 * SECOND_MS)
    expect(listener.delivered()).toEqual(['一', '二', '三'])
    expect(upstream.count(COUNTERS)).toBeGreaterThanOrEqual(3)
    expect(listener.recounts()).toBeGreaterThan(0)
  })

  it('runs at once when it is woken, and also finds messages that the user sent', async () => {
    const instance = openInstance()
    const listener = instance.open('jade')
    await pass(instance, 5 * MINUTE_MS)
    upstream.store.addRoom('jade', 'lab')
    upstream.say('jade', 'lab', '从别处')
    listener.source.wake()
    await instance.settle()
    expect(listener.delivered()).toEqual(['从别处'])
  })

  it('reports a message that was withdrawn before it was read', async () => {
    const instance = openInstance()
    const listener = instance.open('jade')
    await pass(instance, 10 * SECOND_MS)
    const id = upstream.say('lab', 'jade', '一')
    await pass(instance, 20 * SECOND_MS)
    upstream.withdraw(id, 'lab')
    await pass(instance, 3 * MINUTE_MS)
    expect(listener.delivered()).toEqual(['一', `-${id}`])
  })

  it('reports notices without fetching messages', async () => {
    const instance = openInstance()
    const listener = instance.open('jade')
    await pass(instance, 10 * SECOND_MS)
    upstream.store.notices.set('jade', { system: 1, comment: 0 })
    upstream.seen.length = 0
    await pass(instance, 30 * SECOND_MS)
    expect(listener.events).toMatchObject([{ kind: 'recount', counters: { system: 1 } }])
    expect(upstream.count(ROOMS)).toBe(0)
  })

  it('does not fetch messages that were already delivered, or were read here', async () => {
    const instance = openInstance()
    const listener = instance.open('jade')
    await pass(instance, 10 * SECOND_MS)
    upstream.seen.length = 0
    for (const text of ['一', '二', '三']) {
      upstream.say('lab', 'jade', text)
      listener.deliveredUnread += 1
      await pass(instance, MINUTE_MS)
    }
    upstream.store.read('jade', 'lab')
    listener.deliveredUnread = 0
    await pass(instance, 5 * MINUTE_MS)
    expect(listener.recounts()).toBe(4)
    expect(upstream.count(ROOMS)).toBe(0)
    // Polling does not become more frequent either.
    expect(upstream.count(COUNTERS)).toBeLessThanOrEqual(20)
  })

  it('finds the undelivered message among delivered ones', async () => {
    const instance = openInstance()
    const listener = instance.open('jade')
    await pass(instance, 10 * SECOND_MS)
    upstream.say('lab', 'jade', '一')
    listener.deliveredUnread += 1
    upstream.say('lab', 'jade', '从别处')
    await pass(instance, MINUTE_MS)
    expect(listener.delivered()).toContain('从别处')
  })

  it('finds a new message of a peer after earlier ones were found and read', async () => {
    const instance = openInstance()
    const listener = instance.open('jade')
    await pass(instance, 10 * SECOND_MS)
    upstream.say('lab', 'jade', '一')
    await pass(instance, 20 * SECOND_MS)
    listener.deliveredUnread += 1
    await pass(instance, 40 * SECOND_MS)
    upstream.store.read('jade', 'lab')
    listener.deliveredUnread = 0
    listener.source.read('lab')
    await pass(instance, 5 * SECOND_MS)
    upstream.say('lab', 'jade', '二')
    await pass(instance, 35 * SECOND_MS)
    expect(listener.delivered()).toEqual(['一', '二'])
  })

  it('recovers messages after an outage of upstream', async () => {
    const instance = openInstance()
    const listener = instance.open('jade')
    await pass(instance, 10 * SECOND_MS)
    await upstream.stop()
    await pass(instance, 5 * MINUTE_MS)
    await upstream.start()
    upstream.say('lab', 'jade', '一')
    await pass(instance, 2 * MINUTE_MS)
    expect(listener.delivered()).toEqual(['一'])
  })

  it('retries a failed history fetch until upstream answers', async () => {
    const instance = openInstance()
    const listener = instance.open('jade')
    await pass(instance, 10 * SECOND_MS)
    let failures = 3
    upstream.onCall = ({ path: called }) => {
      if (called !== HISTORY) return
      failures -= 1
      if (failures >= 0) throw new Error('the connection breaks off')
    }
    upstream.say('lab', 'jade', '一')
    await pass(instance, 2 * MINUTE_MS)
    expect([listener.delivered(), failures]).toEqual([['一'], -1])
  })

  it('runs on an instance without the lease only while the fan-out is down', async () => {
    const leases: Leases = {
      claim(_name, onChange) {
        onChange('elsewhere')
        return () => undefined
      },
      close: () => undefined,
    }
    let change = () => {}
    const fanOut = {
      ...createMemoryFanOut(Fastify().log),
      isWhole: false,
      onChange: (handle: () => void) => {
        change = handle
        return () => undefined
      },
    }
    const instance = openInstance({ leases, fanOut })
    instance.open('jade')
    await pass(instance, 10 * SECOND_MS)
    expect(upstream.count(COUNTERS)).toBeGreaterThan(0)
    fanOut.isWhole = true
    change()
    await instance.settle()
    upstream.seen.length = 0
    await pass(instance, 5 * MINUTE_MS)
    expect(upstream.count()).toBe(0)
  })

  it('delivers messages again when the fan-out works again, since others got none before it was seen to be down', async () => {
    let change = () => {}
    const fanOut = {
      ...createMemoryFanOut(Fastify().log),
      isWhole: true,
      onChange: (handle: () => void) => {
        change = handle
        return () => undefined
      },
    }
    const instance = openInstance({ fanOut })
    const listener = instance.open('jade')
    await instance.settle()
    upstream.say('lab', 'jade', '一')
    await pass(instance, 10 * SECOND_MS)
    expect(listener.delivered()).toEqual(['一'])
    for (const isWhole of [false, true]) {
      fanOut.isWhole = isWhole
      change()
    }
    await pass(instance, SECOND_MS)
    expect(listener.delivered()).toEqual(['一', '一'])
  })

  it.each([true, false])(
    'ends a session that upstream rejects only once (its sockets close at once: %s)',
    async (isQuick) => {
      const instance = openInstance()
      const listener = instance.open('jade')
      listener.isQuick = isQuick
      await pass(instance, 10 * SECOND_MS)
      for (const { token } of listener.sessions) upstream.forgetToken(token)
      await pass(instance, 30 * SECOND_MS)
      upstream.seen.length = 0
      await pass(instance, MINUTE_MS)
      expect([listener.ended.length, upstream.count()]).toEqual([1, 0])
    },
  )
})

describe.skipIf(!hasRedisServer())('two instances over one Redis', () => {
  let redis: TestRedis

  async function openShared() {
    const { log } = Fastify()
    log.warn = () => undefined
    const connection = connectRedis(redis.url, log)
    const fanOut = createRedisFanOut(connection, log)
    const leases = createRedisLeases(connection, { leaseMs: 300, tryMs: 50 })
    const close = async () => {
      leases.close()
      await fanOut.close()
      await connection.close()
    }
    closing.push(close)
    if (!fanOut.isWhole) await new Promise<void>((resolve) => fanOut.onChange(resolve))
    return { fanOut, leases, die: close }
  }

  beforeEach(async () => {
    redis = await startRedis()
    closing.push(() => redis.stop())
  })

  it('let one listen for a user, and the other take over when it dies', async () => {
    await openUpstream({ hasSocket: true })
    const [first, second] = [await openShared(), await openShared()]
    const one = openInstance(first).open('jade')
    await upstream.until(() => upstream.listening().length === 1 && upstream.count(ROOMS) === 1)
    const two = openInstance(second).open('jade')
    upstream.say('lab', 'jade', '一')
    await one.until(() => one.delivered().length === 1)
    expect(two.delivered()).toEqual([])

    await first.die()
    upstream.dropSockets()
    await upstream.until(() => upstream.listening().length === 0)
    upstream.say('lab', 'jade', '二')
    await two.until(() => two.delivered().includes('二'))
    expect(upstream.listening()).toEqual(['jade'])
  })

  it('release the lease of a user at once when the last page is closed', async () => {
    await openUpstream({ hasSocket: true })
    const [first, second] = [await openShared(), await openShared()]
    const one = openInstance(first).open('jade')
    await upstream.until(() => upstream.listening().length === 1)
    const two = openInstance(second).open('jade')
    one.source.close()
    await upstream.until(() => upstream.listening().length === 0)
    await upstream.until(() => upstream.listening().length === 1)
    upstream.say('lab', 'jade', '一')
    await two.until(() => two.delivered().includes('一'))
  })

  it('poll each for their own users while Redis is down, and fetch missed messages when it returns', async () => {
    await openUpstream()
    const [first, second] = [await openShared(), await openShared()]
    const [here, there] = [openInstance(first), openInstance(second)]
    const ears = [here.open('jade'), there.open('jade')] as const
    await upstream.until(() => upstream.count(COUNTERS) === 1)
    await redis.stop()
    await upstream.until(() => upstream.count(COUNTERS) >= 2)
    upstream.say('lab', 'jade', '一')
    for (const listener of ears) {
      while (listener.delivered().length === 0) {
        timers.advance(SECOND_MS)
        await here.settle()
        await there.settle()
      }
    }
    // Counters do not include messages that the user sent.
    upstream.say('jade', 'lab', '二')
    upstream.store.addRoom('jade', 'lab')
    await redis.start()
    await Promise.all(ears.map((listener) => listener.until(() => listener.delivered().includes('二'))))
    expect(ears.map((listener) => [...new Set(listener.delivered())])).toEqual([
      ['一', '二'],
      ['一', '二'],
    ])
  })
})
