import { once } from 'node:events'
import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrate } from '#db/migrate.ts'
import { type OpenDatabase, openDatabase } from '#db/open.ts'
import { digestWith } from '#instance-secret.ts'
import { figure } from '../../../../../../tests/figure.ts'
import { createBatchJobs } from './batch-jobs.ts'

const ROWS = figure({ quick: 4000, soak: 1_000_000 })
const MEMORY_MAX = 200 * 2 ** 20
const LOOK_MS = 100

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** What is held, without garbage that waits for its collection. */
function heldBytes(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

describe('a file of a million rows', () => {
  let folder: string
  let opened: OpenDatabase
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'portal-batch-'))
    mkdirSync(join(folder, 'files'))
    opened = openDatabase(`sqlite:${join(folder, 'portal.db')}`)
    await migrate(opened)
    await opened.db
      .insertInto('users')
      .values({ id: 'zhou', nickname: '周观澜', avatar: '', status: 1, created_at: 0 })
      .execute()
  })
  afterEach(async () => {
    await opened.close()
    rmSync(folder, { recursive: true })
  })

  async function writeMany(): Promise<void> {
    const file = createWriteStream(join(folder, 'files', 'many'))
    file.write('类别,检验结论,密度\n')
    for (let row = 0; row < ROWS; row += 1) {
      // One row in a thousand has a fault.
      const isFull = !file.write(row % 1000 === 7 ? '玉石,,2.9\n' : '玉石,翡翠,3.33\n')
      if (isFull) await once(file, 'drain')
    }
    file.end()
    await once(file, 'close')
  }

  it('is checked within 200 MiB, while other requests are answered, and can be cancelled', {
    timeout: 900_000,
  }, async () => {
    await writeMany()
    const { db } = opened
    const errors: Error[] = []
    const jobs = createBatchJobs({
      ...{ db, digest: digestWith(Buffer.alloc(32, 1)), folder: join(folder, 'files'), now: Date.now },
      onError: (error) => errors.push(error),
    })
    const file = {
      user_id: 'zhou',
      file_name: 'many.csv',
      file: 'many',
      file_hash: 'a',
      sheets: '[]',
      choice: '{}',
      columns: '[]',
    }
    const { id } = await db
      .insertInto('certificate_batches')
      .values({ ...file, state: 'waiting', share: 0, made_at: Date.now(), alive_at: Date.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    const before = heldBytes()
    let [peak, longestMs] = [0, 0]
    const batch = () => db.selectFrom('certificate_batches').selectAll().where('id', '=', id).executeTakeFirst()
    jobs.begin(Number(id))
    for (;;) {
      const asked = performance.now()
      const found = await batch()
      longestMs = Math.max(longestMs, performance.now() - asked)
      peak = Math.max(peak, heldBytes() - before)
      if (found?.state === 'ready') {
        expect(found).toMatchObject({ rows_done: ROWS, added: ROWS * 0.999, faulty: ROWS / 1000 })
        break
      }
      expect(['waiting', 'checking']).toContain(found?.state)
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
    expect(peak).toBeLessThan(MEMORY_MAX)
    expect(longestMs).toBeLessThan(1000)
    await jobs.cancel(Number(id))
    while (await batch()) await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    const { n } = await db
      .selectFrom('certificate_batch_rows')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    expect([Number(n), errors]).toEqual([0, []])
  })
})
