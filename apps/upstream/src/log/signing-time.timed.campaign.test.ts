import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { migrate } from '#platform/db/migrate.ts'
import { openDatabase } from '#platform/db/open.ts'
import { describePostgres, type MakeDatabase, makeSqlite } from '#testing/databases.ts'
import { openMarks } from '#testing/marks.ts'
import { createLogSigner, readLogState } from './log-signer.ts'
import { startSigning } from './start-signing.ts'
import { addEntry, TEST_DIGEST } from './testing/log-entries.ts'

const TITLE = 'the signer of the public log'
const key = { digest: TEST_DIGEST, logSeed: Buffer.alloc(32, 1), siteUrl: 'https://lab.example', now: Date.now }

describe(`${TITLE}, on SQLite`, () => checkTimes(makeSqlite))
describePostgres(TITLE, checkTimes)

function checkTimes(make: MakeDatabase): void {
  it('has each new entry in the log within a second, and a checkpoint a second at most', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'log-times-'))
    const made = await make('migrated')
    const opened = openDatabase(made.url)
    await migrate(opened)
    const errors: unknown[] = []
    const place = { dataDir: folder, markStore: openMarks(folder) }
    const signer = createLogSigner({ db: opened.db, ...place, ...key, onStop: (fault) => errors.push(fault) })
    const end = startSigning(signer, (error) => errors.push(error))
    let longestMs = 0
    const signedAt = new Set<number>()
    for (let count = 0; count < 12; count += 1) {
      await wait(randomInt(0, 900))
      const index = await addEntry({ ...opened, ...key }, `{"count":${count}}`)
      const fromMs = performance.now()
      for (let isSigned = false; !isSigned; await wait(10)) {
        const { signed_size, signed_at } = await readLogState(opened.db)
        isSigned = signed_size > index
        if (isSigned) signedAt.add(signed_at ?? 0)
      }
      longestMs = Math.max(longestMs, performance.now() - fromMs)
    }
    await end()
    const times = [...signedAt]
    const gaps = times.slice(1).map((at, before) => at - (times[before] ?? 0))
    process.stdout.write(`an entry waits for at most ${Math.round(longestMs)} ms; gaps ${gaps.join(' ')} ms\n`)
    // The target is a second; the rest allows for a busy machine.
    expect(longestMs).toBeLessThan(1300)
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1000)
    expect(errors).toEqual([])
    await opened.close()
    await made.drop()
    rmSync(folder, { recursive: true, force: true })
  }, 60_000)
}
