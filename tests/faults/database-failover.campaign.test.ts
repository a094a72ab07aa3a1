import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeSite, OWN_ORIGIN, type TestSite } from '../../apps/bff/src/testing/make-site.ts'
import { addJob } from '../../apps/upstream/src/platform/jobs/job-rows.ts'
import { createJobs } from '../../apps/upstream/src/platform/jobs/jobs.ts'
import { makeUpstream, type TestUpstream } from '../../apps/upstream/src/testing/make-upstream.ts'
import { acquaint, join, type Member } from '../../apps/upstream/src/testing/members.ts'
import { type PostgresPair, startPostgresPair } from '../../apps/upstream/src/testing/postgres-pair.ts'
import { hasPostgres } from '../../apps/upstream/src/testing/postgres-setup.ts'
import { openSocket } from '../../apps/upstream/src/testing/sockets.ts'
import { HOUR_MS, SECOND_MS } from '../../packages/contract/src/constants.ts'
import { WEB_DIST } from '../scale/other-release.ts'

/** Time without a primary, and time within which all works again. ms. */
const OUTAGE_MS = 12 * SECOND_MS
const WHOLE_MS = 10 * SECOND_MS
/** Fresh for ten seconds, so the outage is longer. */
const PUBLIC_PAGES = ['/', '/certificate-check', '/v1/article/info?id=1', '/v1/article/archive']

describe.skipIf(!hasPostgres())('the site while its standby replaces the primary database', () => {
  let pair: PostgresPair
  let upstreams: [TestUpstream, TestUpstream]
  let site: TestSite
  let jade: Member
  let pearl: Member
  beforeAll(async () => {
    pair = await startPostgresPair()
    const options = { databaseUrl: pair.url, jobTickMs: HOUR_MS }
    const first = await makeUpstream(options)
    upstreams = [first, await makeUpstream(options, true)]
    for (const upstream of upstreams) await upstream.listen()
    site = await makeSite({ env: { UPSTREAM_URL: first.url, WEB_DIST }, now: Date.now })
    jade = await join(first, '玉声')
    pearl = await join(upstreams[1], '珠圆')
    await acquaint(first, jade, pearl)
  })
  afterAll(async () => {
    await site?.close()
    for (const upstream of upstreams ?? []) await upstream.close()
    await pair?.stop()
  })

  const getPage = (url: string) => site.app.inject({ url, headers: { host: new URL(OWN_ORIGIN).host } })

  /** Sends messages until it is told to stop, and records the answers. */
  function startWriting(sender: Member, receiver: Member) {
    const acknowledged: string[] = []
    const refusals = new Set<string>()
    let isOver = false
    let lastAt = 0
    async function write(): Promise<void> {
      for (let nth = 0; !isOver; nth += 1) {
        const sent = { code: 1, toUserId: receiver.id, content: `${sender.id} ${nth}` }
        const { code, message, extra } = await sender.ask('POST /v1/im/chat', sent)
        if (code === 200) {
          acknowledged.push(extra.message.id)
          lastAt = Date.now()
        } else refusals.add(`${code} ${message}`)
        await wait(50)
      }
    }
    const done = write()
    return {
      acknowledged,
      refusals,
      lastAt: () => lastAt,
      async stop() {
        isOver = true
        await done
      },
    }
  }

  /** Works on a job for some seconds, on either instance. */
  function startJobs(onDone: () => void) {
    const handler = {
      async run(_job: unknown, lease: { renew: (trx: never) => Promise<void> }) {
        for (let piece = 0; piece < 20; piece += 1) {
          await upstreams[0].db.transaction().execute((trx) => lease.renew(trx as never))
          await wait(100)
        }
        onDone()
      },
      leaseMs: 2 * SECOND_MS,
      retryAfterMs: () => SECOND_MS,
      atOnce: 1,
    }
    const instances = upstreams.map(({ db }) =>
      createJobs({ db, now: Date.now, handlers: { siteBackup: handler }, onError: () => {}, tickMs: 200 }),
    )
    for (const instance of instances) instance.start()
    return { close: () => Promise.all(instances.map((instance) => instance.close())) }
  }

  /** Connects as clients do, again after each close, until a message arrives. */
  async function receive() {
    for (;;) {
      const socket = await openSocket(upstreams[1], pearl)
      if (typeof (await Promise.race([socket.next(), socket.closed])) !== 'number') return socket
    }
  }

  it('loses no acknowledged write, shows public pages meanwhile, and is whole again without a restart', async () => {
    for (const page of PUBLIC_PAGES) expect((await getPage(page)).statusCode).toBe(200)
    const before = await openSocket(upstreams[1], pearl)
    let isJobDone = false
    const jobs = startJobs(() => {
      isJobDone = true
    })
    await addJob(upstreams[0].db, { kind: 'siteBackup', ref: 'failover', dueAt: Date.now() })
    const writers = [startWriting(jade, pearl), startWriting(pearl, jade)]
    await expect.poll(() => Math.min(...writers.map(({ acknowledged }) => acknowledged.length))).toBeGreaterThan(10)

    pair.killPrimary()
    const endsAt = Date.now() + OUTAGE_MS
    while (Date.now() < endsAt) {
      for (const page of PUBLIC_PAGES) expect((await getPage(page)).statusCode).toBe(200)
      await wait(200)
    }
    expect(isJobDone).toBe(false)
    await pair.promoteStandby()
    const backAt = Date.now()

    await expect.poll(() => writers.every(({ lastAt }) => lastAt() > backAt)).toBe(true)
    const after = await receive()
    await expect.poll(() => isJobDone).toBe(true)
    expect(Date.now() - backAt).toBeLessThan(WHOLE_MS)

    expect(await before.closed).toBe(1012)
    for (const writer of writers) await writer.stop()
    await after.close()
    await jobs.close()
    const rows = await pair.askStandby('select id from chat_messages')
    const stored = new Set(rows.map(({ id }) => String(id)))
    const acknowledged = writers.flatMap((writer) => writer.acknowledged)
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
    expect(rows.length).toBeGreaterThan(50)
    expect([...new Set(writers.flatMap(({ refusals }) => [...refusals]))]).toEqual([
      '503 数据服务暂时连接不上，请稍后重试',
    ])
  }, 90_000)
})
