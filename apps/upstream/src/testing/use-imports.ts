import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect } from 'vitest'
import { type ImportOptions, importCertificates } from '#certificates/import/certificate-import.ts'
import { createFolderPictures } from '#certificates/import/pictures.ts'
import { migrate } from '#platform/db/migrate.ts'
import { type Db, openDatabase } from '#platform/db/open.ts'
import { createFolderStore } from '#platform/files/folder-store.ts'
import { digestWith } from '#platform/secrets/instance-secret.ts'
import { type MakeDatabase, makeSqlite } from './databases.ts'
import { findLogFaults } from './log/log-agrees.ts'

/** A picture of a certificate: bytes that begin as those of a PNG. */
export const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])

export interface TestImports {
  /** Folder of files to import, with their pictures in its folder `pictures`. */
  folder: string
  db: Db
  run(path: string, changes?: Partial<ImportOptions>): ReturnType<typeof importCertificates>
}

/**
 * Imports into an empty database, new for each test; afterwards log and tables must match.
 * @returns an object that is empty until a test begins
 */
export function useImports(make: MakeDatabase = makeSqlite): TestImports {
  const site = {} as TestImports
  let close: () => Promise<void>

  beforeEach(async () => {
    const database = await make('migrated')
    const opened = openDatabase(database.url)
    await migrate(opened)
    const { db } = opened
    const folder = mkdtempSync(join(tmpdir(), 'portal-import-'))
    const [pictures, files] = [join(folder, 'pictures'), join(folder, 'files')]
    mkdirSync(pictures)
    const options = {
      db,
      digest: digestWith(Buffer.alloc(32, 1)),
      now: () => Date.parse('2026-11-30T02:00:00Z'),
      pictures: createFolderPictures({ db, folder: pictures, uploads: createFolderStore(files) }),
    }
    const run: TestImports['run'] = (path, changes) => importCertificates({ ...options, path, ...changes })
    Object.assign(site, { folder, db, run })
    close = async () => {
      await opened.close()
      await database.drop()
    }
  })
  afterEach(async () => {
    rmSync(site.folder, { recursive: true })
    expect(await findLogFaults(site.db)).toEqual([])
    await close()
  })
  return site
}
