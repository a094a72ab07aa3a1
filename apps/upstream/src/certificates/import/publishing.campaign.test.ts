import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runWithDatabase } from '#platform/db/migrate.ts'
import type { Db } from '#platform/db/open.ts'
import { createFolderStore } from '#platform/files/folder-store.ts'
import { digestWith } from '#platform/secrets/instance-secret.ts'
import { makeCertificateRow, writeRows } from '#testing/certificate-files.ts'
import { openInterrupted } from '#testing/interrupted-database.ts'
import { findLogFaults } from '#testing/log/log-agrees.ts'
import { importCertificates, type Progress } from './certificate-import.ts'
import { createFolderPictures } from './pictures.ts'

const ROWS = 600
const DIGEST = digestWith(Buffer.alloc(32, 1))

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-publishing-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Imports a file of certificates whose remarks are these. */
async function importRows(db: Db, remarks: string, onProgress = (_progress: Progress) => {}): Promise<void> {
  const rows = Array.from({ length: ROWS }, (_none, at) => makeCertificateRow(at, { remarks }))
  const pictures = createFolderPictures({ db, folder: null, uploads: createFolderStore(folder) })
  const path = writeRows(folder, rows, 'rows.jsonl')
  const result = await importCertificates({ db, path, pictures, now: Date.now, digest: DIGEST, onProgress })
  expect(result.kind).toBe('done')
}

/** Counts certificates and entries of the log. */
async function countStored(db: Db) {
  return {
    faults: await findLogFaults(db),
    certificates: (await db.selectFrom('certificates').select('certificate_no').execute()).length,
    entries: (await db.selectFrom('log_entries').select('idx').execute()).length,
  }
}

it.each([
  ['first', 0],
  ['second', ROWS],
])(
  'leaves log and tables in agreement if the import of each %s version is killed after any statement',
  async (_nth, stored) => {
    const file = join(folder, `${stored}.db`)
    await runWithDatabase(`sqlite:${file}`, async ({ db }) => {
      if (stored > 0) await importRows(db, '第 1 次')
    })
    const interrupted = openInterrupted(file)
    await importRows(interrupted.db, '第 2 次', ({ step }) => {
      if (step === 'publishing') interrupted.startCopies()
    })
    await interrupted.close()

    const before = { faults: [], certificates: stored, entries: stored }
    const after = { faults: [], certificates: ROWS, entries: stored + ROWS }
    const counts: number[] = []
    for (const copy of interrupted.copies) {
      await runWithDatabase(`sqlite:${copy}`, async ({ db }) => {
        const found = await countStored(db)
        expect([before, after]).toContainEqual(found)
        counts.push(found.entries)
        await importRows(db, '第 2 次')
        expect(await countStored(db)).toEqual(after)
      })
    }
    expect(counts).toContain(stored)
    expect(counts).toContain(stored + ROWS)
  },
)
