import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrate } from '../../apps/upstream/src/platform/db/migrate.ts'
import { type OpenDatabase, openDatabase } from '../../apps/upstream/src/platform/db/open.ts'
import { BATCHES_PATH, checkFile, MEMORY_MAX_MIB } from '../../bench/certificates/batches.ts'
import { addPeople, type DeskTokens } from '../../bench/certificates/measured-desk.ts'
import { type MeasuredServer, startUpstream } from '../../bench/measuring/measured-servers.ts'
import { createFolder } from '../chat/server-process.ts'

const ROWS = 1_000_000
const LONGEST_MAX_MS = 1000

describe('a file of a million rows', () => {
  const folder = createFolder('batch')
  let database: OpenDatabase
  let server: MeasuredServer
  let people: DeskTokens

  beforeAll(async () => {
    database = openDatabase(`sqlite:${join(folder, 'portal.db')}`)
    await migrate(database)
    people = await addPeople(folder)
    server = await startUpstream(folder)
  })
  afterAll(async () => {
    await server?.stop()
    await database?.close()
  })

  it('is checked in little memory, while other requests are answered, and can be cancelled', {
    timeout: 900_000,
  }, async () => {
    const { id, seconds, moreMiB, longestMs } = await checkFile(server, people.clerk, ROWS)
    const [time, memory, wait] = [seconds, moreMiB, longestMs].map(Math.round)
    process.stdout.write(`${ROWS} rows checked in ${time} s and ${memory} MiB more; longest wait ${wait} ms\n`)
    expect(moreMiB).toBeLessThan(MEMORY_MAX_MIB)
    expect(longestMs).toBeLessThan(LONGEST_MAX_MS)

    const headers = { authorization: people.clerk }
    const cancelled = await fetch(`${server.url}${BATCHES_PATH}/${id}`, { method: 'DELETE', headers })
    expect(await cancelled.json()).toMatchObject({ code: 200 })
    const { db } = database
    const listBatches = () => db.selectFrom('certificate_batches').select('id').execute()
    await expect.poll(listBatches, { timeout: 120_000 }).toEqual([])
    expect(await db.selectFrom('certificate_batch_rows').select('batch_id').limit(1).execute()).toEqual([])
  })
})
