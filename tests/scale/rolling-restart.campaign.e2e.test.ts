import { setTimeout as wait } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { hasRedisServer } from '../../apps/bff/src/testing/start-redis.ts'
import { hasPostgres } from '../../apps/upstream/src/testing/postgres-setup.ts'
import { CLOSE } from '../../packages/contract/src/socket.ts'
import type { ChatClient } from '../chat/chat-client.ts'
import { type Chatter, openTabs } from '../chat/chatter.ts'
import { findViolatedGuarantees } from '../chat/guarantees.ts'
import { createSeededRandom } from '../chat/seeded-random.ts'
import { untilHealed } from '../chat/until-healed.ts'
import { type Fleet, type Instance, startFleet } from './fleet.ts'
import { hasNginx } from './nginx.ts'
import { makeOtherRelease } from './other-release.ts'
import { startTalk, watchLine } from './talk.ts'
import { launchBrowserAt, startTour } from './tour.ts'
import { startVisitors } from './visitors.ts'

const CHATTERS: readonly Chatter[] = [
  { name: 'anran', peers: ['boyu'], tabs: [2] },
  { name: 'boyu', peers: ['anran'], tabs: [1] },
]
/** Members who have no sockets; their messages are checked in the database. */
const OTHERS = ['poster', 'receiver']
/** Number of upstreams to restart. Both sites are always restarted. */
const UPSTREAM_RESTARTS = 2
/** Minimum number of pages, which shows that the site was under load. */
const MIN_PAGES = 8
const MIN_REQUESTS = 100
/** Interval of the health check of the proxy's container. ms. */
const LOOK_MS = 2_000
/** Time that a supervisor gives an instance to stop. ms. */
const STOP_MAX_MS = 10_000
const HEALING_MS = 30_000
/** Interval between messages. ms */
const TALK_MS = 400

const isPossible = hasNginx() && hasRedisServer() && hasPostgres()

describe.skipIf(!isPossible)('nginx, PostgreSQL and Redis: instances restarted in turn under load', () => {
  const release = makeOtherRelease()
  let fleet: Fleet
  let browser: Browser
  let clients: ChatClient[] = []
  let looking: NodeJS.Timeout
  beforeAll(async () => {
    fleet = await startFleet({
      members: [...CHATTERS.map(({ name }) => name), ...OTHERS],
      otherWebDist: release.webDist,
    })
    const { nginx, accounts } = fleet
    looking = setInterval(() => void nginx.look(), LOOK_MS)
    while (!(await nginx.look())) await wait(100)
    browser = await launchBrowserAt(nginx.url)
    const random = createSeededRandom('rolling restart')
    clients = await openTabs({ chatters: CHATTERS, accounts, siteUrls: [nginx.url], random })
  })
  afterAll(async () => {
    clearInterval(looking)
    await Promise.allSettled([...clients.map((client) => client.close()), browser?.close()])
    await fleet?.close()
    release.remove()
  })

  it('fail no request, lose and duplicate no message, and serve the files of both releases', async () => {
    const { nginx, sites, upstreams, accounts } = fleet
    const [poster, receiver] = accounts.slice(CHATTERS.length)
    if (!poster || !receiver) throw new Error('nobody to post')
    const talkers = new Set(clients.map(({ userId }) => userId))
    const visitors = await startVisitors(nginx.url, poster, receiver)
    const talk = startTalk(clients, '替换', TALK_MS)
    const line = watchLine(nginx.url, poster)
    const tour = await startTour(browser)
    onTestFinished(async () => {
      talk.end()
      await Promise.all([visitors.end(), line.end(), tour.end()])
    })

    // Deploys a new release to one site, then to both, while a page of the old one is open.
    for (const site of sites) await restart(site, site.other)
    for (const upstream of upstreams.slice(0, UPSTREAM_RESTARTS)) await restart(upstream)

    const isFirstDocument = await tour.end()
    const closes = await line.end()
    talk.end()
    await visitors.end()
    const judge = async () => {
      const stored = (await fleet.stored()).filter(({ fromUserId }) => talkers.has(fromUserId))
      return findViolatedGuarantees({ clients, stored, isNumbered: true })
    }
    expect(await untilHealed(judge, HEALING_MS)).toEqual([])

    expect(visitors.faults).toEqual([])
    expect(nginx.passed().filter(({ status }) => status >= 500)).toEqual([])
    const posts = (await fleet.stored()).filter(({ fromUserId }) => fromUserId === poster.userId)
    expect(posts.map(({ content }) => content).sort()).toEqual(visitors.posted.toSorted())
    expect(tour.faults).toEqual([])
    expect(isFirstDocument).toBe(true)
    // Only restarting instances closed the socket.
    expect([...new Set(closes)]).toEqual([CLOSE.restarting])
    expect(tour.seen.size).toBeGreaterThan(MIN_PAGES)
    for (const what of ['pages', 'assets', 'calls', 'posts'])
      expect(visitors.counts[what]).toBeGreaterThan(MIN_REQUESTS)
  })

  /** Stops and starts an instance, and waits until it serves requests again, as an operator does. */
  async function restart(instance: Instance, next = instance.server): Promise<void> {
    const sinceMs = performance.now()
    const stopping = instance.server.stop()
    // While it drains, it still serves requests and reports that it is not ready.
    expect(await untilUnready(instance.url)).toBe(503)
    expect(await stopping).toBe(0)
    expect(performance.now() - sinceMs).toBeLessThan(STOP_MAX_MS)
    await next.start()
    expect((await fetch(`${instance.url}/readyz`)).status).toBe(200)
    const { host } = new URL(instance.url)
    const before = fleet.nginx.passed().length
    while (!fleet.nginx.passed().some(({ from }, at) => at >= before && from.endsWith(host))) await wait(100)
  }
})

async function untilUnready(url: string): Promise<number> {
  for (;;) {
    const { status } = await fetch(`${url}/readyz`)
    if (status !== 200) return status
    await wait(20)
  }
}
