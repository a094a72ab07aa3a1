import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CLOSE, FRAME_MAX_BYTES } from '../../packages/contract/src/socket.ts'
import { figure } from '../figure.ts'
import { type Account, type BrowserLogin, logIn, SITE_ORIGIN } from './browser-login.ts'
import { type ChatClient, startChatClient } from './chat-client.ts'
import { type Bff, type ChatWorld, startChatWorld } from './chat-world.ts'
import { type ControlClients, startControlClients } from './control-clients.ts'
import { findViolatedGuarantees } from './guarantees.ts'
import { type MemoryWatch, watchMemory } from './memory-watch.ts'
import { OPCODE, openRawSocket, type RawSocket } from './raw-socket.ts'
import { createSeededRandom } from './seeded-random.ts'
import { untilHealed } from './until-healed.ts'

const MEMBERS = ['anran', 'boyu', 'flooder', 'victim', 'brush', 'pen', 'quill'] as const
/** Number of handshakes of each kind. */
const HANDSHAKES = figure({ quick: 500, soak: 5_000 })
const AT_ONCE = 250
/** Sockets that one user may open. */
const SOCKETS_A_USER = 32
const SLOW_READERS = figure({ quick: 2, soak: 10 })
/** Resident memory of the instance. */
const RSS_MAX_BYTES = 400 * 1024 * 1024
/** Maximum delivery time on a busy machine. ms. */
const LATE_MS = 10_000
const HEALING_MS = 60_000
/** Several servers start at once, perhaps on a busy machine. */
const STARTING_MS = 180_000

const random = createSeededRandom('flood')
let world: ChatWorld
let bff: Bff
let memory: MemoryWatch
let controlClients: ControlClients
const accounts = new Map<(typeof MEMBERS)[number], Account>()
const logins = new Map<(typeof MEMBERS)[number], BrowserLogin>()

beforeAll(async () => {
  world = await startChatWorld({
    members: MEMBERS,
    instances: 1,
    hasRedis: false,
    hasUpstreamSocket: true,
    // A small heap makes leaks visible.
    env: { NODE_OPTIONS: '--max-old-space-size=256' },
  })
  bff = world.bffs[0] as Bff
  for (const [at, name] of MEMBERS.entries()) accounts.set(name, world.accounts[at] as Account)
  memory = watchMemory(world.bffs)
  const two = [findAccount('anran'), findAccount('boyu')] as const
  controlClients = await startControlClients({ siteUrl: bff.url, accounts: two, random })
}, STARTING_MS)
afterAll(async () => {
  await controlClients.close()
  await world.close()
})

describe('a flood of handshakes', () => {
  it('is refused with 4401 without a cookie', { timeout: 60_000 }, async () => {
    const codes = await openSockets({ origin: SITE_ORIGIN }, HANDSHAKES)
    expect(codes).toEqual(new Map([[CLOSE.loggedOut, HANDSHAKES]]))
  })

  it('is refused with 4403 from foreign pages, even with a cookie', { timeout: 60_000 }, async () => {
    const { cookie } = await findLogin('flooder')
    const codes = await openSockets({ origin: 'http://elsewhere.test', cookie }, HANDSHAKES)
    expect(codes).toEqual(new Map([[CLOSE.wrongOrigin, HANDSHAKES]]))
  })

  it('is refused with 4403 without an Origin', async () => {
    const { cookie } = await findLogin('flooder')
    expect(await openSockets({ cookie }, AT_ONCE)).toEqual(new Map([[CLOSE.wrongOrigin, AT_ONCE]]))
  })

  it('is refused with 4401 with a forged cookie', async () => {
    const codes = await openSockets({ origin: SITE_ORIGIN, cookie: `session=${'x'.repeat(400)}` }, AT_ONCE)
    expect(codes).toEqual(new Map([[CLOSE.loggedOut, AT_ONCE]]))
  })

  it('is refused with 1013 above the limit of one user', { timeout: 60_000 }, async () => {
    const login = await findLogin('flooder')
    const sockets = Array.from({ length: SOCKETS_A_USER + 40 }, () => openRawSocket(bff.url, login.headers))
    await Promise.all(sockets.map(({ welcome }) => welcome))
    const isWelcome = ({ texts }: RawSocket) => texts.some((text) => text.includes('"welcome"'))
    expect(sockets.filter(isWelcome)).toHaveLength(SOCKETS_A_USER)
    const refused = sockets.filter((socket) => !isWelcome(socket))
    expect(new Set(await Promise.all(refused.map(({ ended }) => ended)))).toEqual(new Set([CLOSE.overloaded]))
    for (const socket of sockets) socket.end()
  })
})

describe('a socket that violates the protocol', () => {
  const junk = Buffer.alloc(FRAME_MAX_BYTES + 1, 'x')
  const floods: [string, number, (socket: RawSocket) => void][] = [
    ['a frame above 16 KiB', CLOSE.frameTooLarge, ({ send }) => send(junk)],
    [
      'a frame above 16 KiB in pieces',
      CLOSE.frameTooLarge,
      ({ send }) => {
        send(junk.subarray(0, 10_000), OPCODE.text, false)
        send(junk.subarray(0, 10_000), OPCODE.continuation, false)
      },
    ],
    // Its payload never arrives.
    ['a frame with a declared length of 1 TiB', CLOSE.frameTooLarge, ({ write }) => write(makeFrameHead(2n ** 40n))],
    ['bytes that are not UTF-8', 1007, ({ send }) => send(Buffer.from([0xc3, 0x28, 0xff]))],
    ['a frame without a mask', 1002, ({ write }) => write(Buffer.from([0x81, 0x02, 0x7b, 0x7d]))],
    ['broken JSON without end', CLOSE.tooManyFrames, ({ send }) => times(20, () => send('{"t":"send",'))],
    ['binary frames without end', CLOSE.tooManyFrames, ({ send }) => times(20, () => send('{}', OPCODE.binary))],
    [
      'frames faster than a person types',
      CLOSE.tooManyFrames,
      ({ send }) => times(400, () => send(JSON.stringify({ t: 'typing', toUserId: findAccount('pen').userId }))),
    ],
  ]

  it.each(floods)('is closed after %s, with %i', async (_what, code, misbehave) => {
    const socket = await openSocket('victim')
    misbehave(socket)
    expect(await socket.ended).toBe(code)
  })

  it('receives an error 400 for each malformed frame and stays open', async () => {
    const socket = await openSocket('victim')
    const { userId } = findAccount('pen')
    const wrong = [
      'null',
      '[]',
      '7',
      '{}',
      '{"t":"toString"}',
      '{"t":"send"}',
      '['.repeat(FRAME_MAX_BYTES),
      JSON.stringify({ t: 'send', ref: 5, toUserId: userId, content: 'x', type: 1 }),
      JSON.stringify({ t: 'send', ref: 'r', toUserId: [userId], content: { html: 'x' }, type: '1' }),
      JSON.stringify({ t: 'read', ref: 'x'.repeat(65), userId }),
    ]
    for (const text of wrong) socket.send(text)
    const isAnswered = () => socket.texts.filter((text) => text.includes('"error"')).length === wrong.length
    await until(isAnswered)
    expect(socket.texts.filter((text) => text.includes('"code":400'))).toHaveLength(wrong.length)
    // The largest frame that is accepted; members that the contract does not name are dropped.
    const read = JSON.stringify({ t: 'read', ref: 'last', userId, pad: '' })
    socket.send(read.replace('""', `"${'x'.repeat(FRAME_MAX_BYTES - read.length)}"`))
    await until(() => socket.texts.some((text) => text.includes('"ok"') && text.includes('"last"')))
    socket.end()
  })

  it('is closed with 1013 when it never reads while others write', { timeout: 60_000 }, async () => {
    const cutOff = 'chat_closes_total{code="1013"}'
    const before = await bff.metric(cutOff)
    const slow = await Promise.all(Array.from({ length: SLOW_READERS }, () => openSocket('victim')))
    for (const socket of slow) socket.stopReading()
    const reader = await openTab('victim', ['brush', 'pen', 'quill'])
    const writers = await Promise.all((['brush', 'pen', 'quill'] as const).map((name) => openTab(name, ['victim'])))
    for (let count = 1; (await bff.metric(cutOff)) < before + SLOW_READERS; count += 1) {
      for (const { name, say } of writers) say(findAccount('victim').userId, `${name} ${count} ${'玉'.repeat(5_000)}`)
      await until(() => writers.every(({ isSettled }) => isSettled))
    }
    const clients = [reader, ...writers]
    const judge = async () => findViolatedGuarantees({ clients, stored: await listStored(clients), isNumbered: true })
    expect(await untilHealed(judge, HEALING_MS)).toEqual([])
    await Promise.all(clients.map((client) => client.close()))
    for (const socket of slow) socket.resumeReading()
    const codes = new Set(await Promise.all(slow.map(({ ended }) => ended)))
    expect([CLOSE.overloaded, 1006]).toEqual(expect.arrayContaining([...codes]))
  })
})

describe('the site during the attacks', () => {
  it('lets other users chat without a gap, in bounded memory', { timeout: 90_000 }, async () => {
    await controlClients.stopWriting()
    const { clients } = controlClients
    const judge = async () => findViolatedGuarantees({ clients, stored: await listStored(clients), isNumbered: true })
    expect(await untilHealed(judge, HEALING_MS)).toEqual([])
    expect(clients.map(({ lines }) => lines)).toEqual([1, 1])
    expect(controlClients.slowestMs).toBeLessThan(LATE_MS)
    expect(memory.end()).toBeLessThan(RSS_MAX_BYTES)
    await until(async () => (await bff.metric('chat_sockets')) === clients.length)
  })
})

function findAccount(name: (typeof MEMBERS)[number]): Account {
  const account = accounts.get(name)
  if (!account) throw new Error(`${name} has no account`)
  return account
}

/** One login per user: password hashing is slow on purpose. */
async function findLogin(name: (typeof MEMBERS)[number]): Promise<BrowserLogin> {
  const login = logins.get(name) ?? (await logIn(bff.url, findAccount(name)))
  logins.set(name, login)
  return login
}

async function openSocket(name: (typeof MEMBERS)[number]): Promise<RawSocket> {
  const socket = openRawSocket(bff.url, (await findLogin(name)).headers)
  await socket.welcome
  return socket
}

async function openTab(name: (typeof MEMBERS)[number], peers: (typeof MEMBERS)[number][]): Promise<ChatClient> {
  const login = await findLogin(name)
  const peerIds = peers.map((peer) => findAccount(peer).userId)
  const client = startChatClient({ name, login, peerIds, siteUrls: [bff.url], random: random.branch(name) })
  await until(() => client.isSettled)
  return client
}

/** Opens sockets with these headers. @returns the number of sockets by close code */
async function openSockets(headers: Record<string, string>, count: number): Promise<Map<number, number>> {
  const codes = new Map<number, number>()
  let left = count
  const openNext = async () => {
    while (left > 0) {
      left -= 1
      const code = await openRawSocket(bff.url, headers).ended
      codes.set(code, (codes.get(code) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, openNext))
  return codes
}

/** Returns the stored messages between these clients. */
async function listStored(clients: readonly ChatClient[]) {
  const ids = clients.map(({ userId }) => userId)
  return (await world.stored()).filter(({ fromUserId, toUserId }) => ids.includes(fromUserId) && ids.includes(toUserId))
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(20)
}

function times(count: number, act: () => void): void {
  for (let done = 0; done < count; done += 1) act()
}

/** Returns the head of a text frame of this length. */
function makeFrameHead(length: bigint): Buffer {
  const head = Buffer.alloc(14)
  head.set([0x81, 0xff])
  head.writeBigUInt64BE(length, 2)
  return head
}
