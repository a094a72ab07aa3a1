import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setDuties } from '../../apps/upstream/src/accounts/duties/duties.ts'
import { addBatchJob, BATCH_JOB } from '../../apps/upstream/src/certificates/batches/batch-state.ts'
import { type OpenDatabase, openDatabase } from '../../apps/upstream/src/platform/db/open.ts'
import { AREAS } from '../../apps/upstream/src/platform/files/open-files.ts'
import type { Loose } from '../../apps/upstream/src/testing/asking.ts'
import { getTestCode, makeCertificateRow } from '../../apps/upstream/src/testing/certificate-files.ts'
import { importRows } from '../../apps/upstream/src/testing/certificate-site.ts'
import { HOSTILE_WORKBOOKS, type HostileTable } from '../../apps/upstream/src/testing/hostile-tables.ts'
import { makeUpstream } from '../../apps/upstream/src/testing/make-upstream.ts'
import { join as joinIn, type Member } from '../../apps/upstream/src/testing/members.ts'
import { BATCHES_PATH } from '../../apps/upstream/src/testing/staff/batch-uploads.ts'
import { BATCH_BUSY } from '../../packages/contract/src/certificates/desk/batch-rules.ts'
import { uploadBatch } from '../../packages/contract/src/certificates/desk/batches.ts'
import { SECOND_MS } from '../../packages/contract/src/constants.ts'
import { createFolder, createNodeServer, findLastingPort, type ServerProcess } from '../chat/server-process.ts'

const AT_ONCE = 20
/** Files that are checked alone; all of them are checked when they run together. */
const ALONE = HOSTILE_WORKBOOKS.filter((_table, nth) => nth % 4 === 0)
/** Number of attempts at a batch before it is given up. */
const KILLS = 2
const HEALTHY_MAX_MS = 10 * SECOND_MS
const MEDIAN_MAX_MS = 100
const LONGEST_MAX_MS = 1 * SECOND_MS
/** Pause between two lookups, and between two reads of a batch. */
const PAUSE_MS = 2

describe('an upstream that is killed twice while it checks files that take long', { timeout: 120_000 }, () => {
  const folder = createFolder('killed')
  const files = join(folder, AREAS.certificateImports)
  const databaseUrl = `sqlite:${join(folder, 'portal.db')}`
  const { certificateNo } = makeCertificateRow(1)
  let upstream: ServerProcess
  let database: OpenDatabase
  let url: string
  let zhou: Member
  let lookups: Promise<void>
  let isOver = false
  let slowestStartMs = 0
  /**
   * Duration of the start of a server that has nothing to check: beside other suites it is longer than the limit of an
   * idle machine.
   */
  let idleStartMs = 0
  const waits: number[] = []

  beforeAll(async () => {
    writeFileSync(join(folder, 'upstream.key'), Buffer.alloc(32, 1))
    mkdirSync(join(folder, 'files'))
    mkdirSync(files)
    const prepared = await makeUpstream({ databaseUrl, env: { DATA_DIR: folder } })
    await importRows(prepared, [makeCertificateRow(1)])
    zhou = await joinIn(prepared, '周观澜')
    await setDuties(prepared.db, zhou.id, ['certify'], { by: null, at: 0 })
    await prepared.close()
    database = openDatabase(databaseUrl)
    const port = await findLastingPort()
    url = `http://127.0.0.1:${port}`
    const env = { UPSTREAM_PORT: String(port), DATABASE_URL: databaseUrl, DATA_DIR: folder, DEMO_CONTENT: 'off' }
    upstream = createNodeServer('apps/upstream/src/main.ts', { ...env, LOG_LEVEL: 'warn' })
    await startHealthy()
    idleStartMs = slowestStartMs
    lookups = lookUpOn()
  })
  afterAll(async () => {
    await upstream?.kill()
    await database?.close()
  })

  async function lookUp(): Promise<void> {
    const answer = await fetch(`${url}/v1/certificate/check`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ certificateNo, checkCode: getTestCode(1) }),
    })
    expect(((await answer.json()) as Loose).data).toMatchObject({ state: 'valid' })
  }

  /** Looks up a certificate repeatedly while upstream listens. */
  async function lookUpOn(): Promise<void> {
    for (; !isOver; await pause(PAUSE_MS)) {
      if (!upstream.isUp) continue
      const askedMs = performance.now()
      try {
        await lookUp()
        waits.push(performance.now() - askedMs)
      } catch (error) {
        if (upstream.isUp) throw error
      }
    }
  }

  async function startHealthy(): Promise<void> {
    const startedMs = performance.now()
    await upstream.start()
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    await lookUp()
    slowestStartMs = Math.max(slowestStartMs, performance.now() - startedMs)
  }

  const headers = () => ({ authorization: zhou.token })

  async function upload({ content }: HostileTable): Promise<number> {
    const body = new FormData()
    body.set(uploadBatch.upload, new Blob([new Uint8Array(content)]), 'a.xlsx')
    const answer = await fetch(url + BATCHES_PATH, { method: 'POST', headers: headers(), body })
    return ((await answer.json()) as Loose).data.id
  }

  /** Stores batches that no process has begun. */
  async function placeBatches(tables: readonly HostileTable[]): Promise<number[]> {
    const rows = tables.map(({ content }, nth) => {
      const file = `placed-${nth}`
      writeFileSync(join(files, file), content)
      const about = { user_id: zhou.id, file, file_name: 'a.xlsx', file_hash: file, state: 'waiting' as const }
      return { ...about, sheets: '[]', choice: '{}', columns: '[]', share: 0, made_at: Date.now() }
    })
    const made = await database.db.insertInto('certificate_batches').values(rows).returning(['id', 'user_id']).execute()
    for (const batch of made) await addBatchJob(database.db, batch, Date.now())
    return made.map(({ id }) => Number(id))
  }

  const listBatches = (ids: readonly number[]) =>
    database.db.selectFrom('certificate_batches').select(['state', 'message']).where('id', 'in', ids)
  const listJobs = (ids: readonly number[]) =>
    database.db.selectFrom('jobs').select('attempts').where('kind', '=', BATCH_JOB).where('ref', 'in', ids.map(String))

  /** Waits until one of the batches has been started this often, and kills upstream during the check. */
  async function killDuringCheck(ids: readonly number[], attempts: number): Promise<void> {
    const begun = listJobs(ids).where('attempts', '>=', attempts).where('taken_until', '>', 0)
    while (!(await begun.executeTakeFirst())) await pause(PAUSE_MS)
    await upstream.kill()
    expect(await begun.execute()).not.toEqual([])
  }

  /** Kills upstream twice during the check. Each start is after the lease of the killed process. */
  async function killTwice(ids: readonly number[]): Promise<void> {
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await killDuringCheck(ids, kill)
      await database.db.updateTable('jobs').set({ taken_until: 0 }).execute()
      await startHealthy()
    }
  }

  async function expectAllToFail(ids: readonly number[]): Promise<void> {
    const busy = listBatches(ids).where('state', 'in', [...BATCH_BUSY])
    while (await busy.executeTakeFirst()) await pause(PAUSE_MS)
    const ended = await listBatches(ids).execute()
    expect(ended.map(({ state }) => state)).toEqual(ids.map(() => 'failed'))
    // The check was started twice and made no progress.
    expect(ended.map(({ message }) => message)).toContainEqual(expect.stringContaining('两次中断'))
    await expect.poll(() => readdirSync(files)).toEqual([])
  }

  it.each(ALONE)('gives up $name, and answers lookups meanwhile', async (table) => {
    const ids = [await upload(table)]
    await killTwice(ids)
    await expectAllToFail(ids)
  })

  it(`gives up all ${AT_ONCE} of them when they run together`, async () => {
    const tables = Array.from({ length: AT_ONCE }, (_, nth) => HOSTILE_WORKBOOKS[nth % HOSTILE_WORKBOOKS.length])
    const ids = await placeBatches(tables.filter((table) => table !== undefined))
    await killTwice(ids)
    await expectAllToFail(ids)
  })

  it('is healthy soon after each start, and answers lookups quickly', async () => {
    isOver = true
    await lookups
    waits.sort((one, other) => one - other)
    const [median = 0, longest = 0] = [waits[waits.length >> 1], waits.at(-1)]
    const [slowest, middle, worst] = [slowestStartMs, median, longest].map(Math.round)
    process.stdout.write(
      `slowest start ${slowest} ms (idle ${Math.round(idleStartMs)} ms); ${waits.length} lookups: median ${middle} ms, longest ${worst} ms\n`,
    )
    expect(slowestStartMs).toBeLessThan(Math.max(HEALTHY_MAX_MS, 2 * idleStartMs))
    expect(median).toBeLessThan(MEDIAN_MAX_MS)
    expect(longest).toBeLessThan(LONGEST_MAX_MS)
  })
})
