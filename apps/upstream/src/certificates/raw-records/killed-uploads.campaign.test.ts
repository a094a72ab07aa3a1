import { type ChildProcess, fork } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { HOUR_MS } from '@portal/contract/constants.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { findMissing } from '#platform/files/missing-files.ts'
import { deleteUnnamed } from '#platform/files/named-files.ts'
import { makeUpstream, type TestUpstream } from '#testing/make-upstream.ts'
import { createDeskPeople } from '#testing/staff/desk-people.ts'
import { describeStores, listNames, readStored, type TestPlace, toEnvironment } from '#testing/stores.ts'

const { NODE_COMPILE_CACHE } = process.env
const PATH = '/v1/manage/certificates'
const KILLS = 8
const WRITERS = 5
/** Longest time from an acknowledged upload to the kill. An upload takes some 10 ms in a folder, 50 ms in object storage. */
const RUN_MS = 100

interface Writer {
  token: string
  certificateNo: string
}

describeStores('raw records of a server that is killed at any moment', (makePlace) => {
  let place: TestPlace
  let env: Record<string, string>
  let writers: Writer[]
  /** Content of acknowledged uploads whose removal nobody requested, by id. */
  const kept = new Map<string, string>()
  let [uploads, acknowledged] = [0, 0]

  const openUpstream = () => makeUpstream({ content: 'none', databaseUrl: String(env.DATABASE_URL), env })
  beforeAll(async () => {
    place = await makePlace()
    const databaseUrl = `sqlite:${join(place.dataDir, 'portal.db')}`
    env = { DATA_DIR: place.dataDir, DATABASE_URL: databaseUrl, ...(place.s3 && toEnvironment(place.s3)) }
    const upstream = await openUpstream()
    writers = await Promise.all(Array.from({ length: WRITERS }, (_, nth) => makeWriter(upstream, nth)))
    await upstream.close()
  })
  afterAll(() => place.drop())

  async function makeWriter(upstream: TestUpstream, nth: number): Promise<Writer> {
    const member = await createDeskPeople(upstream).person(`周观澜${nth}`, ['certify'])
    const { data } = await member.ask(`POST ${PATH}`, { category: 'turquoise' })
    return { token: member.token, certificateNo: data.certificateNo }
  }

  async function startServer(): Promise<{ server: ChildProcess; address: string }> {
    const server = fork(join(import.meta.dirname, '../../main.ts'), {
      env: { NODE_COMPILE_CACHE, ...env, UPSTREAM_PORT: '0', LOG_LEVEL: 'silent', DEMO_CONTENT: 'off' },
      stdio: 'ignore',
      execArgv: [],
    })
    const [message] = await once(server, 'message')
    return { server, address: (message as { address: string }).address }
  }

  /** Uploads, and removes every second file, until the server dies. */
  async function work(address: string, { token, certificateNo }: Writer): Promise<void> {
    const url = `${address}${PATH}/${certificateNo}/records`
    const headers = { authorization: token }
    try {
      for (;;) {
        uploads += 1
        const content = `波数,吸光度\n${4000 + uploads},0.012\n`
        const body = new FormData()
        body.append('multipartFile', new File([content], 'a.csv'))
        const answer = await fetch(url, { method: 'POST', body, headers })
        const { code, data } = (await answer.json()) as { code: number; data: { id: string } }
        if (code !== 200) return
        acknowledged += 1
        if (uploads % 2 === 0) kept.set(data.id, content)
        else await fetch(`${url}/${data.id}`, { method: 'DELETE', headers })
      }
    } catch {
      // The server is dead.
    }
  }

  it('lose nothing that was acknowledged, and leave files without a row for an hour only', async () => {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const { server, address } = await startServer()
      const working = writers.map((writer) => work(address, writer))
      const wanted = acknowledged + randomInt(4)
      await vi.waitFor(() => expect(acknowledged).toBeGreaterThanOrEqual(wanted), { timeout: 20_000, interval: 2 })
      await delay(randomInt(RUN_MS))
      server.kill('SIGKILL')
      await Promise.all([once(server, 'exit'), ...working])
    }
    expect(kept.size).toBeGreaterThan(0)

    const upstream = await openUpstream()
    const { db, files } = upstream
    const store = files.rawRecords
    expect(await findMissing('rawRecords', db, store)).toEqual([])
    for (const [id, content] of kept) expect(String(await readStored(store, id))).toBe(content)

    await deleteUnnamed('rawRecords', { db, store, now: () => Date.now() + 2 * HOUR_MS })
    const rows = await db.selectFrom('certificate_raw_records').select('id').execute()
    expect(await listNames(store)).toEqual(rows.map(({ id }) => id).sort())
    await upstream.close()
  }, 300_000)
})
