import { existsSync } from 'node:fs'
import { chmod, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { CommandError } from '#platform/commands/command-error.ts'
import { findDatabaseFile } from '#platform/commands/database-file.ts'
import type { ShowProgress } from '#platform/commands/progress-bar.ts'
import type { Config } from '#platform/config/config.ts'
import { isDamage } from '#platform/db/lone-database.ts'
import { listTableNames } from '#platform/db/sqlite-tables.ts'
import { type Files, openFiles } from '#platform/files/open-files.ts'
import { type DatabaseFacts, isSound, readFacts } from './database-facts.ts'
import { UNFINISHED } from './list-backups.ts'
import { FORMAT, type Manifest, writeManifest } from './manifest.ts'
import {
  copyFile,
  DATABASE_FILE,
  type FileFacts,
  findSize,
  forEachInParallel,
  KEY_FILES,
  listStoredPaths,
  parseStoredPath,
  readFileFacts,
  sync,
  writeContent,
} from './stored-files.ts'

/** Tables of open logins: a restored backup must not revive them. */
export const LOGIN_TABLES = ['sessions', 'email_codes', 'oauth_states', 'wechat_codes', 'factor_challenges']

const BUSY_TIMEOUT_MS = 5000
/** Number of pages between two progress reports. */
const PAGES_A_STEP = 1000

export interface BackupOptions {
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 's3' | 'instanceKey'>
  /** The folder that is created. */
  target: string
  now: () => number
  onProgress: ShowProgress
  /** Number of pages per step; tests set it. */
  pagesAStep?: number
}

/**
 * Makes a backup while the site runs: a folder that appears whole or not at all. It contains the database as it was at
 * one moment, without open logins, then the uploads and keys that belong to it. Uploads are copied after the database,
 * because each is stored before a row names it. The database is not in it when it is PostgreSQL, which has its own backup, nor
 * are keys of the environment.
 * @throws CommandError when the folder exists, there is nothing to back up, or the database is damaged
 */
export async function makeBackup(options: BackupOptions): Promise<Manifest> {
  const { config, target } = options
  const databaseFile = findDatabaseFile(config)
  if (existsSync(target)) throw new CommandError(`${target} exists; a backup never overwrites.`)
  if (databaseFile !== null && !existsSync(databaseFile)) {
    throw new CommandError(`There is no database ${databaseFile}.`)
  }
  const folder = `${target}${UNFINISHED}${process.pid}`
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  await mkdir(folder, { mode: 0o700 })
  try {
    const manifest = await fill(folder, databaseFile, options)
    await writeManifest(folder, manifest)
    await sync(folder)
    await rename(folder, target)
    await sync(dirname(target))
    return manifest
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw isDamage(error) ? makeDamageError() : error
  }
}

/**
 * Copies the database first, then the files its rows name.
 * @returns the files of the folder
 */
async function fill(folder: string, databaseFile: string | null, options: BackupOptions): Promise<Manifest> {
  const database = databaseFile === null ? null : await copyDatabase(databaseFile, folder, options)
  const files = [...(database?.files ?? []), ...(await copyUploadsAndKeys(folder, options))]
  return {
    kind: 'portal-backup',
    format: FORMAT,
    madeAt: new Date(options.now()).toISOString(),
    database: database === null ? 'postgres' : 'sqlite',
    schema: database?.facts.migrations.at(-1) ?? null,
    rows: database?.facts.rows ?? {},
    files: files.sort((one, other) => (one.path < other.path ? -1 : 1)),
  }
}

async function copyDatabase(databaseFile: string, folder: string, options: BackupOptions) {
  const copy = join(folder, DATABASE_FILE)
  await snapshot(databaseFile, copy, options)
  const facts = settle(copy)
  await sync(copy)
  return { facts, files: [{ path: DATABASE_FILE, ...(await readFileFacts(copy)) }] }
}

async function copyUploadsAndKeys(folder: string, { config, onProgress }: BackupOptions): Promise<Manifest['files']> {
  const files = await openFiles(config)
  try {
    const keys = KEY_FILES.filter((key) => key !== 'upstream.key' || config.instanceKey === null)
    const wantedPaths: string[] = [...keys, ...(await listStoredPaths(files))]
    const copied: Manifest['files'] = []
    let copiedCount = 0
    await forEachInParallel(wantedPaths, async (path) => {
      const facts = await copyPart(path, join(folder, path), config.dataDir, files)
      if (facts) copied.push({ path, ...facts })
      copiedCount += 1
      onProgress(copiedCount / wantedPaths.length, `uploads and keys, ${copiedCount} of ${wantedPaths.length}`)
    })
    return copied
  } finally {
    files.close()
  }
}

/** @returns `undefined`: the file was deleted as unused meanwhile, or is a key that was never made */
async function copyPart(path: string, to: string, dataDir: string, files: Files): Promise<FileFacts | undefined> {
  const stored = parseStoredPath(path)
  if (stored) {
    const file = await files[stored.area].get(stored.name)
    return file && (await writeContent(file.content, to))
  }
  const key = join(dataDir, path)
  return (await findSize(key)) === undefined ? undefined : await copyFile(key, to)
}

/**
 * Copies the pages of one moment. SQLite's page-by-page backup restarts whenever another process writes, so it would
 * never end on a busy site. Inside a read transaction the pages stay as they are, and writers do not wait for it.
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

const makeDamageError = () => new CommandError('The database is damaged; restore an earlier backup.')

/** Makes a single file without write-ahead log and logins, and checks it. */
function settle(copy: string): DatabaseFacts {
  const database = new DatabaseSync(copy)
  try {
    database.exec('pragma journal_mode = delete; pragma secure_delete = on')
    const tables = listTableNames(database)
    for (const table of LOGIN_TABLES) if (tables.includes(table)) database.exec(`delete from ${table}`)
    if (!isSound(database)) throw makeDamageError()
    return readFacts(database)
  } finally {
    database.close()
  }
}
