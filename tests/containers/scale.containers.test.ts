import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFailed, onTestFinished } from 'vitest'
import { CLOSE } from '../../packages/contract/src/socket.ts'
import type { Account } from '../chat/browser-login.ts'
import type { ChatClient } from '../chat/chat-client.ts'
import { type Chatter, openTabs } from '../chat/chatter.ts'
import { createSeededRandom } from '../chat/seeded-random.ts'
import { startTalk, watchLine } from '../scale/talk.ts'
import { launchBrowserAt, startTour } from '../scale/tour.ts'
import { startVisitors } from '../scale/visitors.ts'
import { run } from './docker.ts'
import { readDocumentedCommands } from './documented-commands.ts'
import { backUpAndRestore } from './scale/backup.ts'
import { findChatFaults } from './scale/chat-faults.ts'
import { expectReadsAfterRestart, expectReadsDuringKills } from './scale/killed-instances.ts'
import { makeNextRelease } from './scale/next-release.ts'
import { createScaleSite, type ScaleSite, TRUST_TESTS } from './scale/scale-site.ts'
import { expectLimitedRole } from './scale/servers-role.ts'
import { expectSessionsWithoutValkey } from './scale/valkey-away.ts'

const CHATTERS: readonly Chatter[] = [
  { name: 'anran', peers: ['boyu'], tabs: [2] },
  { name: 'boyu', peers: ['anran'], tabs: [1] },
]
const MEMBERS = [...CHATTERS.map(({ name }) => name), 'poster', 'receiver', 'killed', 'leaver']
const [REPLACEMENT = ''] = readDocumentedCommands('docs/scale.md', '## Replacing all instances without downtime')
const BUILD_MS = 400_000
/** Interval between messages of a tab. ms. */
const TALK_MS = 1_000
/** Time until a crashed container is restarted and healthy. */
const BACK = { timeout: 60_000, interval: 500 }
/** docs/faults.md: nginx does not repeat a request that may have changed something, or whose answer had begun. */
const DOCUMENTED_FAULT = /^(?:POST \/v1\/im\/chat: 50[24] |GET \S+: TypeError: terminated)/
/** Number of clients of `startVisitors`, each with one request at a time. */
const VISITORS = 7

describe.skipIf(!inject('portalImage'))('docker compose --profile scale', () => {
  let site: ScaleSite
  let members: readonly Account[]
  let browser: Browser
  let clients: ChatClient[] = []
  let cached: Promise<unknown> | undefined
  let next: ReturnType<typeof makeNextRelease>
  const member = (name: string) => members[MEMBERS.indexOf(name)] as Account
  beforeAll(async () => {
    next = makeNextRelease()
    site = await createScaleSite(next.folder)
    // The documented build finds the steps of this one in the cache.
    const [build = ''] = REPLACEMENT.split('\n')
    const environment = { PORTAL_IMAGE: site.nextImage }
    cached = site.shell(build, { environment, timeoutMs: BUILD_MS })
  })
  afterAll(async () => {
    await Promise.allSettled([...clients.map((client) => client.close()), browser?.close(), cached])
    await site?.remove()
    next?.remove()
  })

  it('starts two healthy instances of each server, and visitors reach all of them', async () => {
    const startMs = performance.now()
    await site.up()
    console.error(`scale, up --wait: ${((performance.now() - startMs) / 1000).toFixed(1)} s`)
    const statuses = await Promise.all(
      // Each request has an address that is not cached.
      Array.from({ length: 20 }, async (_, nth) => (await fetch(`${site.origin}/article/1?visit=${nth}`)).status),
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
    const reached = async () => {
      const answered = (await site.passed()).filter(({ status }) => status === 200)
      return new Set(answered.map(({ from }) => from.split(/, | : /).at(-1))).size
    }
    await expect.poll(reached).toBe(site.servers.length)
  })

  it('doctor: finds no fault, even under a name that the container cannot resolve', async () => {
    const doctor = await site.exec('site-1', ['node', 'apps/doctor/src/main.ts'])
    expect(doctor).toContain('trusted hops are right (TRUST_PROXY 1)')
    expect(doctor).toContain('WebSocket comes through')
    // Delays on a busy machine are warnings of other checks.
    expect(doctor).toContain('0 faults')
    expect(doctor.split('\n').filter((line) => /^! +(?:site|settings|data|ports)/.test(line))).toEqual([])
  })

  it('connects upstream to the database as a role that cannot change the audit log or a table', () =>
    expectLimitedRole(site))

  it('restores messages, uploads and keys from a backup, by the documented commands', async () => {
    // Later tests have many visitors, each with an address of its own.
    onTestFailed(async () => void (await site.up([], { environment: { TRUST_PROXY: TRUST_TESTS } })))
    members = await site.signUp(MEMBERS)
    await backUpAndRestore(site, member('leaver'), member('receiver'), TRUST_TESTS)
  })

  it('replaces all instances by another build and changes nginx under load, by the documented commands', {
    timeout: BUILD_MS,
  }, async () => {
    browser = await launchBrowserAt(site.origin)
    clients = await openTabs({
      chatters: CHATTERS,
      accounts: members,
      siteUrls: [site.origin],
      random: createSeededRandom('scale'),
    })
    const listBuiltFiles = async () => [
      ...new Set((await (await fetch(site.origin)).text()).match(/\/assets\/[\w-]+\.(?:js|css)/g) ?? []),
    ]
    const before = await listBuiltFiles()
    const visitors = await startVisitors(site.origin, member('poster'), member('receiver'))
    const talk = startTalk(clients, '替换', TALK_MS)
    const line = watchLine(site.origin, member('poster'))
    const tour = await startTour(browser)
    onTestFinished(async () => {
      talk.end()
      await Promise.all([visitors.end(), line.end(), tour.end()])
    })
    const since = (await site.passed()).length

    await cached
    next.changeProxy()
    await site.shell(REPLACEMENT, {
      environment: { TRUST_PROXY: TRUST_TESTS },
      timeoutMs: BUILD_MS,
    })

    const isFirstDocument = await tour.end()
    const closes = await line.end()
    talk.end()
    await visitors.end()
    expect(await findChatFaults(site, clients)).toEqual([])
    expect(visitors.faults).toEqual([])
    expect((await site.passed()).slice(since).filter(({ status }) => status >= 500)).toEqual([])
    expect((await listPosts('poster')).sort()).toEqual(visitors.posted.toSorted())
    expect(tour.faults).toEqual([])
    expect(isFirstDocument).toBe(true)
    expect([...new Set(closes)]).toEqual([CLOSE.restarting])
    for (const what of ['pages', 'assets', 'calls', 'posts']) expect(visitors.counts[what]).toBeGreaterThan(100)
    expect(tour.seen.size).toBeGreaterThan(8)
    // nginx applies a new configuration after the command that requests it has ended.
    const readRelease = async () => (await fetch(`${site.origin}/robots.txt`)).headers.get('release')
    await expect.poll(readRelease, { timeout: 10_000 }).toBe('next')
    const after = await listBuiltFiles()
    expect(before.filter((file) => after.includes(file)).length).toBeLessThan(before.length / 2)
    // Pages that are open during the next replacement load these files.
    const kept = (await site.exec('proxy', ['ls', '/srv/releases/assets'])).split('\n')
    const names = [...before, ...after].map((file) => file.replace('/assets/', ''))
    expect(names.filter((name) => !kept.includes(name))).toEqual([])
  })

  it('answers visitors while a site and an upstream crash, and both restart by themselves', async () => {
    const visitors = await startVisitors(site.origin, member('killed'), member('receiver'))
    const talk = startTalk(clients, '中断', TALK_MS)
    onTestFinished(async () => {
      talk.end()
      await visitors.end()
    })
    for (const service of ['site-1', 'upstream-2'] as const) {
      const killed = await site.crash(service)
      await expect.poll(() => site.isBack(service, killed), BACK).toBe(true)
    }
    talk.end()
    await visitors.end()
    expect(await findChatFaults(site, clients)).toEqual([])
    expect(visitors.faults.filter((fault) => !DOCUMENTED_FAULT.test(fault))).toEqual([])
    expect(visitors.faults.length).toBeLessThanOrEqual(2 * VISITORS)
    const stored = await listPosts('killed')
    expect(new Set(stored).size).toBe(stored.length)
    expect(stored).toEqual(expect.arrayContaining([...visitors.posted]))
  })

  it('answers every read, with no added second, while an upstream or a site is killed', () =>
    expectReadsDuringKills(site))

  it('answers every read as soon as both killed upstreams are back', () => expectReadsAfterRestart(site))

  it('works without Valkey, and applies a logout on both sites when it is back', () =>
    expectSessionsWithoutValkey(site, member('leaver')))

  it('is removed completely by the documented command, while named volumes and their data remain', async () => {
    const ids = (await site.compose(['ps', '--all', '--quiet'])).trim().split('\n')
    const containers = JSON.parse(await run('docker', ['inspect', ...ids])) as {
      Mounts: { Type: string; Name: string }[]
    }[]
    const mounts = containers.flatMap(({ Mounts }) => Mounts).filter(({ Type }) => Type === 'volume')
    expect(mounts.map(({ Name }) => Name).filter((name) => !name.startsWith(`${site.project}_`))).toEqual([])
    const [commands = ''] = readDocumentedCommands('docs/scale.md', '## Ending it')
    await site.shell(commands)
    expect(await site.compose(['ps', '--all', '--quiet'])).toBe('')
    const kept = await run('docker', ['volume', 'ls', '--quiet', '--filter', `name=${site.project}_`])
    expect(kept).toContain(`${site.project}_scale-postgres\n`)
  })

  /** Returns the contents that a member sent, each once. */
  async function listPosts(name: string): Promise<string[]> {
    const { userId } = member(name)
    return (await site.stored()).flatMap(({ fromUserId, content }) => (fromUserId === userId ? [content] : []))
  }
})
