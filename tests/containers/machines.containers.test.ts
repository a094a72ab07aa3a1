import { setTimeout as wait } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { s3Server } from '../../apps/upstream/src/testing/stores.ts'
import { type Account, logIn } from '../chat/browser-login.ts'
import type { ChatClient } from '../chat/chat-client.ts'
import { type Chatter, openTabs } from '../chat/chatter.ts'
import { createSeededRandom } from '../chat/seeded-random.ts'
import { startTalk } from '../scale/talk.ts'
import { launchBrowserAt, startTour } from '../scale/tour.ts'
import { startVisitors, type Visitors } from '../scale/visitors.ts'
import { readDocumentedCommands } from './documented-commands.ts'
import { type Desk, openDesk } from './machines/desk.ts'
import { createMachineFleet, type Machine, type MachineFleet } from './machines/machine-fleet.ts'
import { restoreOnNewMachines } from './machines/restore.ts'
import { countUploads, countWrongLookups, EXPECTED_LOOKUPS, EXPECTED_UPLOADS } from './machines/shared-limits.ts'
import { startUploads, type Uploads, upload } from './machines/uploads.ts'
import { findChatFaults } from './scale/chat-faults.ts'
import { makeNextRelease } from './scale/next-release.ts'

const CHATTERS: readonly Chatter[] = [
  { name: 'anran', peers: ['boyu'], tabs: [2] },
  { name: 'boyu', peers: ['anran'], tabs: [2] },
]
const PAINTERS = ['painter-1', 'painter-2', 'painter-3', 'painter-4', 'painter-5']
const OTHERS = ['poster', 'receiver', ...PAINTERS, 'counted', 'zhou', 'chen', 'shi']
const MEMBERS = [...CHATTERS.map(({ name }) => name), ...OTHERS]
/** Interval between messages of a tab: fewer in all than an instance remembers per user (512). ms. */
const TALK_MS = 2_500
/** Interval between webhooks. ms. */
const WEBHOOK_MS = 2_000
/** Time for which load runs before and after a fault. ms. */
const CALM_MS = 2_000
/** Pause of visitors between requests: they share two processors with four machines. ms. */
const VISIT_PAUSE_MS = 250
/** Time in which an upstream stores that a webhook was delivered. ms. */
const SETTLE_MS = 1_000
/** Requests that may be under way at a machine: of visitors, uploads, staff, webhooks. */
const IN_FLIGHT = 7 + 1 + 1 + 1
/** docs/faults.md: a request that may have changed something is not repeated, nor one whose answer had begun. */
const IN_FLIGHT_FAULT = /^(?:(?:POST|PUT) \S+: 50[24] |upload to \S+: 502 |GET \S+: TypeError: terminated)/
/** docs: an upload without object storage is refused within this time. ms. */
const REFUSED_MS = 5_000
const [ADD_FILES = '', REPLACEMENT = ''] = readDocumentedCommands('docs/scale.md', '### Replacing machines')
/** The load balancer of the test checks every second, those of clouds less often. */
const REPLACEMENT_HERE = REPLACEMENT.replace('sleep 15', 'sleep 4')
const LONG = { timeout: 600_000 }

describe.skipIf(!inject('portalImage') || !s3Server)('machines of ops/machines', LONG, () => {
  let fleet: MachineFleet
  let members: readonly Account[]
  let clients: ChatClient[] = []
  let visitors: Visitors
  let uploads: Uploads
  let desk: Desk
  let browser: Browser
  let next: ReturnType<typeof makeNextRelease>
  let nextImage: Promise<string>
  /** Machines at which uploads arrive directly; all others go through the load balancer. */
  const inUse = new Set<Machine>()
  /** When the power of a machine began to fail, and when all its containers were gone. */
  let killedMs = { fromMs: Number.POSITIVE_INFINITY, toMs: Number.POSITIVE_INFINITY }
  const member = (name: string) => members[MEMBERS.indexOf(name)] as Account
  const machine = (number: number) => fleet.machines[number - 1] as Machine

  beforeAll(async () => {
    fleet = await createMachineFleet()
    next = makeNextRelease()
    await fleet.start()
    nextImage = fleet.buildImage(next.folder)
    for (const number of [1, 2, 3]) inUse.add(machine(number))
    members = await fleet.signUp(MEMBERS)
  })
  afterAll(async () => {
    await nextImage?.catch(() => {})
    const ends = [...clients.map((client) => client.close()), visitors?.end(), uploads?.end(), browser?.close()]
    await Promise.allSettled(ends)
    await desk?.close()
    await fleet?.remove()
    next?.remove()
  })

  /**
   * Runs an action under load, with messages and webhooks.
   * @returns requests that failed since it began
   */
  async function underLoad(topic: string, action: () => Promise<unknown>): Promise<string[]> {
    const seen = listFaults().length
    const talk = startTalk(clients, topic, TALK_MS)
    const sending: Promise<void>[] = []
    const timer = setInterval(() => void sending.push(desk.sendWebhook()), WEBHOOK_MS)
    try {
      await wait(CALM_MS)
      await action()
      await wait(CALM_MS)
    } finally {
      talk.end()
      clearInterval(timer)
    }
    await Promise.all(sending)
    expect(await findChatFaults(fleet, clients)).toEqual([])
    return listFaults().slice(seen)
  }

  let faults: readonly string[] = []
  /** Lists the faults of all load so far, in the order in which they were first listed. */
  function listFaults(): readonly string[] {
    const all = [...visitors.faults, ...uploads.faults, ...desk.faults]
    faults = [...faults, ...all.filter((fault) => !faults.includes(fault))]
    return faults
  }

  it('serve pages, uploads, messages, certificates and webhooks', async () => {
    const { origin } = fleet
    const random = createSeededRandom('machines')
    clients = await openTabs({ chatters: CHATTERS, accounts: members, siteUrls: [origin], random })
    // One tab at each machine, the fourth through the load balancer.
    for (const number of [1, 2, 3]) clients[number]?.move(machine(number).origin)
    visitors = await startVisitors(origin, member('poster'), member('receiver'), VISIT_PAUSE_MS)
    const painters = await Promise.all(PAINTERS.map((name) => logIn(origin, member(name))))
    uploads = startUploads(painters, () => [origin, ...[...inUse].map((one) => one.origin)])
    const staff = { writer: member('zhou'), signer: member('chen'), owner: member('shi') }
    desk = await openDesk({ origin, databaseUrl: fleet.databaseUrl(), staff, webhooks: fleet.webhooks.address })
    expect.soft(await underLoad('平常', () => desk.publishBatch())).toEqual([])
    expect.soft(await desk.findFaults()).toEqual([])
    expect(desk.published.length).toBeGreaterThan(0)
    expect.soft(await findMissingUploads([1, 2, 3])).toEqual([])
    expect(fleet.webhooks.received.length).toBeGreaterThan(0)
    expect.soft(listRepeatedWebhooks()).toEqual([])
  })

  it('count limits together', async () => {
    const machines = [machine(1), machine(2), machine(3)]
    expect.soft(await countUploads(machines, member('counted'))).toEqual(EXPECTED_UPLOADS)
    expect.soft(EXPECTED_LOOKUPS).toContain(await countWrongLookups(machines))
  })

  it('lose nothing but requests under way when one is killed', async () => {
    inUse.delete(machine(1))
    let work: Promise<void> | undefined
    const failed = await underLoad('断电', async () => {
      work = desk.publishBatch()
      const fromMs = performance.now()
      await machine(1).kill()
      killedMs = { fromMs, toMs: performance.now() }
    })
    expect(failed.filter((fault) => !IN_FLIGHT_FAULT.test(fault))).toEqual([])
    expect(failed.length).toBeLessThanOrEqual(IN_FLIGHT)
    await work
    expect(await desk.findFaults()).toEqual([])
  })

  it('serve all requests while one is cut off from Valkey', async () => {
    const readRedis = async () =>
      (await (await fetch(`${machine(2).origin}/readyz`)).text()).match(/"redis":"\w+"/)?.[0]
    expect(
      await underLoad('断缓存', async () => {
        machine(2).valkey.cut()
        await expect.poll(readRedis).toBe('"redis":"down"')
        await desk.publishBatch()
        machine(2).valkey.mend()
        await expect.poll(readRedis).toBe('"redis":"up"')
      }),
    ).toEqual([])
  })

  it('refuse uploads in Chinese within 5 s while one is cut off from object storage, and then accept them', async () => {
    const painter = await logIn(fleet.origin, member('painter-1'))
    expect(
      await underLoad('断存储', async () => {
        machine(3).storage.cut()
        const startMs = performance.now()
        expect(await upload(machine(3).origin, painter)).toMatchObject({ message: '文件存储暂时连不上，请稍后重试' })
        expect(performance.now() - startMs).toBeLessThan(REFUSED_MS)
        machine(3).storage.mend()
        await expect.poll(async () => (await upload(machine(3).origin, painter)).code).toBe(200)
      }),
    ).toEqual([])
    for (const { tookMs } of uploads.refused) expect(tookMs).toBeLessThan(REFUSED_MS)
  })

  it('are joined by a fourth, and by the killed one, both of another build', async () => {
    const environment = { PORTAL_IMAGE: await nextImage }
    const before = await listBuiltFiles(fleet.origin)
    const failed = await underLoad('新机', async () => {
      // A page of a machine that is not replaced yet may ask the new machine for its files.
      await machine(4).shell(ADD_FILES)
      await Promise.all(fleet.machines.map((one) => one.shell(ADD_FILES, { environment })))
      const joined = [machine(4), machine(1)]
      await Promise.all([...joined.map((one) => one.up([], { environment })), desk.publishBatch()])
      for (const one of joined) inUse.add(one)
      await expect.poll(() => fleet.countPages(machine(4))).toBeGreaterThan(0)
    })
    expect(failed).toEqual([])
    for (const number of [1, 4]) await expectOtherFiles(machine(number), before)
    expect(await findMissingUploads([1, 2, 3, 4])).toEqual([])
  })

  it('are replaced one by one by that build, by the documented commands', async () => {
    const environment = { PORTAL_IMAGE: await nextImage }
    const before = await listBuiltFiles(machine(2).origin)
    browser = await launchBrowserAt(fleet.origin)
    const tour = await startTour(browser)
    onTestFinished(async () => void (await tour.end()))
    const failed = await underLoad('替换', async () => {
      const work = desk.publishBatch()
      for (const one of [machine(2), machine(3)]) {
        inUse.delete(one)
        await one.shell(REPLACEMENT_HERE, { environment, timeoutMs: LONG.timeout })
        await expectOtherFiles(one, before)
        inUse.add(one)
      }
      await work
    })
    expect(await tour.end()).toBe(true)
    expect(failed).toEqual([])
    expect(tour.faults).toEqual([])
  })

  it('have lost nothing that was acknowledged, and sent nothing twice', async () => {
    await Promise.all([visitors.end(), uploads.end()])
    const stored = (await fleet.stored()).filter(({ fromUserId }) => fromUserId === member('poster').userId)
    const contents = stored.map(({ content }) => content)
    expect(new Set(contents).size).toBe(contents.length)
    expect(visitors.posted.filter((content) => !contents.includes(content))).toEqual([])
    expect(await findMissingUploads([1, 2, 3, 4])).toEqual([])
    expect(await desk.findFaults()).toEqual([])
    const countReceived = () => new Set(fleet.webhooks.received.map(({ id }) => id)).size
    // An answer that was lost may have been one.
    await expect.poll(countReceived, { timeout: 120_000 }).toBeGreaterThanOrEqual(desk.sent)
    expect(listRepeatedWebhooks()).toEqual([])
    for (const kind of ['pages', 'assets', 'calls', 'posts']) expect(visitors.counts[kind]).toBeGreaterThan(100)
    expect(uploads.kept.length).toBeGreaterThan(20)
    expect(desk.published.length).toBeGreaterThan(80)
  })

  it('come back from a backup on new machines with a new bucket, by the documented commands', async () => {
    await Promise.all([visitors.end(), uploads.end()])
    const [writer, reader] = [member('poster'), member('receiver')]
    await restoreOnNewMachines({ fleet, image: await nextImage, pictures: uploads.kept, writer, reader })
  })

  /** Expects that a machine has the build that is not `before`. */
  async function expectOtherFiles({ origin }: Machine, before: readonly string[]): Promise<void> {
    const after = await listBuiltFiles(origin)
    expect(after.length).toBeGreaterThan(0)
    expect(before.filter((file) => after.includes(file)).length).toBeLessThan(before.length / 2)
  }

  /** Lists webhooks that arrived twice, except those that the killed machine was sending. */
  function listRepeatedWebhooks(): string[] {
    const { received } = fleet.webhooks
    return received.flatMap(({ id }, at) => {
      const first = received.findIndex((one) => one.id === id)
      const { atMs, endMs } = received[first] ?? { atMs: 0, endMs: null }
      const wasUnderWay = atMs < killedMs.toMs && (endMs ?? killedMs.toMs) > killedMs.fromMs - SETTLE_MS
      return first < at && !wasUnderWay ? [id] : []
    })
  }

  /** Returns the names of built files of the front page. */
  async function listBuiltFiles(origin: string): Promise<string[]> {
    return [...new Set((await (await fetch(origin)).text()).match(/\/assets\/[\w-]+\.(?:js|css)/g) ?? [])]
  }

  /** Reads each acknowledged picture at each of the machines. @returns those that one of them does not have */
  async function findMissingUploads(numbers: readonly number[]): Promise<string[]> {
    const missing: string[] = []
    async function readAll(number: number): Promise<void> {
      for (const address of uploads.kept) {
        const { status } = await fetch(machine(number).origin + address)
        if (status !== 200) missing.push(`${address} at machine ${number}: ${status}`)
      }
    }
    await Promise.all(numbers.map(readAll))
    return missing
  }
})
