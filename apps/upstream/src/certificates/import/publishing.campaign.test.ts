import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runWithDatabase } from '#platform/db/migrate.ts'
import { digestWith } from '#platform/secrets/instance-secret.ts'
import { makeCertificateRow, writeRows } from '#testing/certificate-files.ts'
import type { KilledImport } from '#testing/log/killed-import.ts'
import { findLogFaults } from '#testing/log/log-agrees.ts'
import { importCertificates } from './certificate-import.ts'
import { createFolderPictures } from './pictures.ts'

const SCRIPT = join(import.meta.dirname, '../../testing/log/killed-import.ts')
const ROWS = 600
/** Numbers of the statements after which the process is killed, more than publishing has. */
const KILLS = Array.from({ length: 25 }, (_none, at) => at + 1)

let folder: string
let database: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-publishing-'))
  database = join(folder, 'portal.db')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const runWithin = <T>(work: Parameters<typeof runWithDatabase<T>>[1]) => runWithDatabase(`sqlite:${database}`, work)

/** Counts certificates and entries of the log. */
const countStored = () =>
  runWithin(async ({ db }) => ({
    faults: await findLogFaults(db),
    certificates: (await db.selectFrom('certificates').select('certificate_no').execute()).length,
    entries: (await db.selectFrom('log_entries').select('idx').execute()).length,
  }))

it('an import that is killed after any statement of publishing leaves log and tables in agreement', async () => {
  await runWithin(async () => {})
  for (const [nth, killAfter] of KILLS.entries()) {
    // A second version of every certificate, so that all have an earlier entry.
    const path = writeRows(
      folder,
      Array.from({ length: ROWS }, (_none, at) => makeCertificateRow(at, { remarks: `第 ${nth} 次` })),
      `${nth}.jsonl`,
    )
    const killed: KilledImport = { database, folder, path, killAfter }
    await once(fork(SCRIPT, [JSON.stringify(killed)], { execArgv: [], stdio: 'ignore' }), 'exit')
    const before = { faults: [], certificates: nth === 0 ? 0 : ROWS, entries: nth * ROWS }
    const after = { faults: [], certificates: ROWS, entries: (nth + 1) * ROWS }
    expect([before, after]).toContainEqual(await countStored())
    await runWithin(({ db }) => {
      const pictures = createFolderPictures({ db, folder: null, filesDir: folder })
      return importCertificates({ db, path, pictures, now: Date.now, digest: digestWith(Buffer.alloc(32, 1)) })
    })
    expect(await countStored()).toEqual(after)
  }
}, 300_000)
