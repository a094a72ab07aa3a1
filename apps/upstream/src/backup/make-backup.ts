import { existsSync } from 'node:fs'
import { chmod, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { isDamage } from '#db/lone-database.ts'
import { BackupError } from './backup-error.ts'
import { type DatabaseFacts, factsOf, isSound, tableNames } from './database-facts.ts'
import { FORMAT, type Manifest, writeManifest } from './manifest.ts'
import type { ShowProgress } from './progress.ts'
import {
  copyFile,
  DATABASE_FILE,
  factsOfFile,
  forEach,
  KEY_FILES,
  sizeOf,
  sync,
  UPLOADS,
  uploadNames,
  uploadPath,
} from './stored-files.ts'

/** Logins that are open or under way: a backup that is restored must bring none of them back to life. */
export const LOGIN_TABLES = ['sessions', 'email_codes', 'oauth_states', 'wechat_codes']

const BUSY_TIMEOUT_MS = 5000
/** Pages between two looks at the progress. */
const PAGES_A_STEP = 1000

export interface BackupOptions {
  /** `null`: the database is PostgreSQL, which makes its own. */
  databaseFile: string | null
  dataDir: string
  /** The new folder. */
  target: string
  now: () => number
  onProgress: ShowProgress
  /** Fewer in tests only. */
  pagesAStep?: number
}

/**
 * Makes a backup while the site runs: a folder that appears whole or not at all. It holds the database as it was at one
 * moment, without open logins, then the uploads and keys that belong to it. An upload is stored before any row names
 * it, so that copying them after the database misses none.
 * @throws BackupError when the folder exists, there is nothing to back up, or the database is damaged
 */
export async function makeBackup(options: BackupOptions): Promise<Manifest> {
  const { databaseFile, dataDir, target, now, onProgress } = options
  if (existsSync(target)) throw new BackupError(`${target} exists; a backup never overwrites.`)
  if (databaseFile !== null && !existsSync(databaseFile)) throw new BackupError(`There is no database ${databaseFile}.`)
  const folder = `${target}.unfinished-${process.pid}`
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  await mkdir(folder, { mode: 0o700 })
  try {
    const files: Manifest['files'] = []
    let facts: DatabaseFacts = { migrations: [], rows: {} }
    if (databaseFile !== null) {
      const copy = join(folder, DATABASE_FILE)
      await snapshot(databaseFile, copy, options)
      facts = settle(copy)
      await sync(copy)
      files.push({ path: DATABASE_FILE, ...(await factsOfFile(copy)) })
    }
    const wanted: string[] = [...KEY_FILES, ...(await uploadNames(join(dataDir, UPLOADS))).map(uploadPath)]
    let done = 0
    await forEach(wanted, async (path) => {
      // One that is gone by now was removed as unused, or is a key that this site has not made.
      if ((await sizeOf(join(dataDir, path))) !== undefined) {
        files.push({ path, ...(await copyFile(join(dataDir, path), join(folder, path))) })
      }
      done += 1
      onProgress(done / wanted.length, `uploads and keys, ${done} of ${wanted.length}`)
    })
    files.sort((one, other) => (one.path < other.path ? -1 : 1))
    const manifest: Manifest = {
      kind: 'portal-backup',
      format: FORMAT,
      madeAt: new Date(now()).toISOString(),
      database: databaseFile === null ? 'postgres' : 'sqlite',
      schema: facts.migrations.at(-1) ?? null,
      rows: facts.rows,
      files,
    }
    await writeManifest(folder, manifest)
    await sync(folder)
    await rename(folder, target)
    await sync(dirname(target))
    return manifest
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw isDamage(error) ? damaged() : error
  }
}

/**
 * Copies the pages of one moment. A copy page by page begins anew whenever another process writes, which on a busy site
 * is always; inside a reading transaction the pages stay those of its beginning, and nobody who writes waits for it.
 */
async function snapshot(file: string, copy: string, { onProgress, pagesAStep = PAGES_A_STEP }: BackupOptions) {
  const source = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })
  try {
    source.exec('begin')
    source.prepare('select 1 from sqlite_schema limit 1').get()
    const progress = ({ totalPages, remainingPages }: { totalPages: number; remainingPages: number }) =>
      onProgress(1 - remainingPages / Math.max(1, totalPages), `database, ${totalPages} pages`)
    await backup(source, copy, { rate: pagesAStep, progress })
  } finally {
    source.close()
  }
  await chmod(copy, 0o600)
}

const damaged = () => new BackupError('The database is damaged; restore an earlier backup.')

/** One file without a log beside it, no logins, looked through from page to page. */
function settle(copy: string): DatabaseFacts {
  const database = new DatabaseSync(copy)
  try {
    database.exec('pragma journal_mode = delete; pragma secure_delete = on')
    const tables = tableNames(database)
    for (const table of LOGIN_TABLES) if (tables.includes(table)) database.exec(`delete from ${table}`)
    if (!isSound(database)) throw damaged()
    return factsOf(database)
  } finally {
    database.close()
  }
}
