import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withDatabase } from '#platform/db/migrate.ts'
import { digestWith } from '#platform/secrets/instance-secret.ts'
import { certificateRow, writeRows } from '#testing/certificate-files.ts'
import type { KilledImport } from '#testing/log/killed-import.ts'
import { logFaults } from '#testing/log/log-agrees.ts'
import { importCertificates } from './certificate-import.ts'
import { folderPictures } from './pictures.ts'

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

const within = <T>(work: Parameters<typeof withDatabase<T>>[1]) => withDatabase(`sqlite:${database}`, work)

/** Counts certificates and entries of the log. */
const stored = () =>
  within(async ({ db }) => ({
    faults: await logFaults(db),
    certificates: (await db.selectFrom('certificates').select('certificate_no').execute()).length,
    entries: (await db.selectFrom('log_entries').select('idx').execute()).length,
  }))

it('an import that is killed after any statement of publishing leaves log and tables in agreement', async () => {
  await within(async () => {})
  for (const [nth, killAfter] of KILLS.entries()) {
    // A second version of every certificate, so that all have an earlier entry.
    const path = writeRows(
      folder,
      Array.from({ length: ROWS }, (_none, at) => certificateRow(at, { remarks: `第 ${nth} 次` })),
      `${nth}.jsonl`,
    )
    const killed: KilledImport = { database, folder, path, killAfter }
    await once(fork(SCRIPT, [JSON.stringify(killed)], { execArgv: [], stdio: 'ignore' }), 'exit')
    const before = { faults: [], certificates: nth === 0 ? 0 : ROWS, entries: nth * ROWS }
    const after = { faults: [], certificates: ROWS, entries: (nth + 1) * ROWS }
    expect([before, after]).toContainEqual(await stored())
    await within(({ db }) => {
      const pictures = folderPictures({ db, folder: null, filesDir: folder })
      return importCertificates({ db, path, pictures, now: Date.now, digest: digestWith(Buffer.alloc(32, 1)) })
    })
    expect(await stored()).toEqual(after)
  }
}, 300_000)
