import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasRedisServer } from '../../apps/bff/src/testing/start-redis.ts'
import {
  type SendFate,
  type StubChatUpstream,
  startStubChatUpstream,
} from '../../apps/bff/src/testing/stub-chat-upstream.ts'
import type { ChatClient } from './chat-client.ts'
import { type Bff, type ChatWorld, createBff, type StoredMessage, startChatWorld } from './chat-world.ts'
import { type Chatter, chat, openTabs } from './chatter.ts'
import { planFaults, runFaults } from './fault-plan.ts'
import { findViolatedGuarantees } from './guarantees.ts'
import { watchMemory } from './memory-watch.ts'
import { createSeededRandom, type SeededRandom } from './seeded-random.ts'
import { untilHealed } from './until-healed.ts'

/** Selects the faults; the title of the suite names it. */
const SEED = process.env.CHAT_SEED ?? '2026'
const SPAN_MS = 1_000 * Number(process.env.CHAT_SECONDS ?? 60)
/** Whether the BFFs poll, because they do not know upstream's socket. */
const IS_POLLING = process.env.CHAT_POLL === '1'
/** Maximum time of recovery on a busy machine. */
const HEALING_MS = 90_000
const STARTING_MS = 180_000
/** Resident memory of an instance with six users. */
const RSS_MAX_BYTES = 400 * 1024 * 1024

const CHATTERS: readonly Chatter[] = [
  { name: 'anran', peers: ['boyu', 'chenxi'], tabs: [2] },
  { name: 'boyu', peers: ['anran'], tabs: [1] },
  { name: 'chenxi', peers: ['dongni', 'anran'], tabs: [1] },
  { name: 'dongni', peers: ['chenxi'], tabs: [1, 1] },
  { name: 'enhui', peers: ['fangzhou'], tabs: [1] },
  { name: 'fangzhou', peers: ['enhui'], tabs: [1] },
]

describe.skipIf(!hasRedisServer())(`Redis: chat while servers are killed (seed ${SEED})`, () => {
  const random = createSeededRandom(SEED)
  let world: ChatWorld
  let clients: ChatClient[] = []
  beforeAll(async () => {
    world = await startChatWorld({
      members: CHATTERS.map(({ name }) => name),
      instances: 2,
      hasRedis: true,
      hasUpstreamSocket: !IS_POLLING,
      env: { UPSTREAM_TIMEOUT_MS: '3000' },
    })
    const siteUrls = world.bffs.map(({ url }) => url)
    clients = await openTabs({ chatters: CHATTERS, accounts: world.accounts, siteUrls, random })
  }, STARTING_MS)
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.close()))
    await world.close()
  })

  it('loses, duplicates and reorders no message, and all clients end with the same list and counters', {
    timeout: SPAN_MS + HEALING_MS + 60_000,
  }, async () => {
    const memory = watchMemory(world.bffs)
    await Promise.all([
      runFaults(world, clients, planFaults(random.branch('plan'), SPAN_MS), random.branch('network')),
      ...clients.map((client) => chat(client, random.branch(client.name), SPAN_MS)),
    ])
    const judge = async () => findViolatedGuarantees({ clients, stored: await world.stored(), isNumbered: true })
    expect(await untilHealed(judge, HEALING_MS)).toEqual([])
    expect(clients.reduce((sum, { lines }) => sum + lines, 0)).toBeGreaterThan(clients.length)
    expect(clients.some(({ withdrawn }) => withdrawn.size > 0)).toBe(true)
    expect(memory.end()).toBeLessThan(RSS_MAX_BYTES)
  })
})

const PLAIN_SPAN_MS = 15_000
const PLAIN_CHATTERS: readonly Chatter[] = [
  { name: 'anran', peers: ['boyu'], tabs: [2] },
  { name: 'boyu', peers: ['anran', 'chenxi'], tabs: [1] },
  { name: 'chenxi', peers: ['boyu'], tabs: [1] },
]
/** Durations for which the only instance runs, and for which it is then down. ms. */
const DEATHS = [
  { livesMs: 4_000, deadMs: 300 },
  { livesMs: 4_000, deadMs: 1_500 },
]

describe(`chat over an upstream without idempotency keys (seed ${SEED})`, () => {
  const random = createSeededRandom(SEED)
  let upstream: StubChatUpstream
  let bff: Bff
  let clients: ChatClient[] = []
  beforeAll(async () => {
    upstream = await startStubChatUpstream({ hasSocket: false })
    bff = await createBff({ UPSTREAM_URL: upstream.origin, UPSTREAM_TIMEOUT_MS: '1500' })
    await bff.server.start()
    const accounts = PLAIN_CHATTERS.map(({ name }) => ({ userId: name, email: `${name}@chat.test` }))
    clients = await openTabs({ chatters: PLAIN_CHATTERS, accounts, siteUrls: [bff.url], random })
  }, STARTING_MS)
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.close()))
    await bff.server.kill()
    await upstream.stop()
  })

  it('loses and duplicates no message when answers are lost and the instance is killed', {
    timeout: PLAIN_SPAN_MS + HEALING_MS + 60_000,
  }, async () => {
    const fates = random.branch('fates')
    upstream.onSend = () => sendFate(fates)
    await Promise.all([die(bff), ...clients.map((client) => chat(client, random.branch(client.name), PLAIN_SPAN_MS))])
    upstream.onSend = () => ({})
    const judge = async () => findViolatedGuarantees({ clients, stored: storedAt(upstream), isNumbered: false })
    expect(await untilHealed(judge, HEALING_MS)).toEqual([])
  })
})

/** Loses one answer in four, mostly of messages that were stored. */
function sendFate(random: SeededRandom): SendFate {
  if (!random.chance(0.25)) return {}
  return {
    isStored: random.chance(0.7),
    answer: random.pick(['never', 'reset', 'reset', 'busy', 'busy'] as const),
  }
}

async function die({ server }: Bff): Promise<void> {
  for (const { livesMs, deadMs } of DEATHS) {
    await wait(livesMs)
    await server.kill()
    await wait(deadMs)
    await server.start()
  }
}

function storedAt({ store }: StubChatUpstream): StoredMessage[] {
  return store.messages.map((row) => ({ ...row, isRead: row.isRead === 1, isWithdrawn: row.isWithdraw === 1 }))
}
