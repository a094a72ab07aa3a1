import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importCertificates } from '#certificates/import/certificate-import.ts'
import { createFolderPictures } from '#certificates/import/pictures.ts'
import { createFolderStore } from '#platform/files/folder-store.ts'
import { writeRows } from './certificate-files.ts'
import type { TestUpstream } from './make-upstream.ts'

/** Imports rows into the database of a running upstream, as the operator's command does. */
export async function importRows(
  { db, digest }: Pick<TestUpstream, 'db' | 'digest'>,
  rows: readonly object[],
  now: () => number = Date.now,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-certificates-'))
  try {
    const path = writeRows(folder, rows)
    const pictures = createFolderPictures({ db, folder: null, uploads: createFolderStore(folder) })
    const result = await importCertificates({ db, digest, path, pictures, now })
    if (result.kind !== 'done') throw new Error(`the import was refused: ${JSON.stringify(result)}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
