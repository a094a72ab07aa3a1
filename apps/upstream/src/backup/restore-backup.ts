import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CommandError } from '#platform/commands/command-error.ts'
import { findDatabaseFile } from '#platform/commands/database-file.ts'
import type { ShowProgress } from '#platform/commands/progress-bar.ts'
import type { Config } from '#platform/config/config.ts'
import { type LockedDatabase, lockExclusively } from '#platform/db/lone-database.ts'
import { listMigrations } from '#platform/db/migrate.ts'
import { type Files, openFiles } from '#platform/files/open-files.ts'
import { isSound, readFacts } from './database-facts.ts'
import { keepCounters } from './keep-counters.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { replaceParts } from './replace-parts.ts'
import {
  ASIDE,
  copyFile,
  DATABASE_FILE,
  findSize,
  forEachInParallel,
  KEY_FILES,
  listStoredPaths,
  parseStoredPath,
} from './stored-files.ts'

const STAGING = '.restoring-'

export interface RestoreOptions {
  /** Folder of the backup. */
  source: string
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 's3' | 'instanceKey'>
  /** Whether existing data may be replaced; otherwise the restore refuses. */
  isReplacing: boolean
  now: () => number
  onProgress: ShowProgress
}

export interface Restored {
  manifest: Manifest
  /** Folder with the previous data; `null` when there was none. */
  aside: string | null
}

/**
 * Restores a backup, all or nothing. Everything is copied beside its place and checked against the manifest before
 * existing data is touched.
 * @throws CommandError when the backup is not whole, the upstream runs, or data exists and `isReplacing` is not set
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { source, config, isReplacing, now } = options
  const { dataDir } = config
  // PostgreSQL is restored by its own tools.
  const databaseFile = findDatabaseFile(config)
  const manifest = await readManifest(source)
  checkKind(manifest, databaseFile)
  await checkSizes(source, manifest)
  const existing = [databaseFile, ...KEY_FILES.map((key) => join(dataDir, key))].filter(
    (file) => file !== null && existsSync(file),
  )
  if (existing.length > 0 && !isReplacing) {
    throw new CommandError(`${existing.join(', ')} exist already. --replace moves what is there aside.`)
  }
  const lockedDatabase = databaseFile === null ? null : takeExisting(databaseFile)
  const staging = join(dataDir, STAGING + randomBytes(6).toString('hex'))
  try {
    await dropLeftovers(dataDir)
    await mkdir(staging, { recursive: true, mode: 0o700 })
    await stage(source, staging, manifest, options.onProgress)
    if (manifest.database === 'sqlite') checkDatabase(join(staging, DATABASE_FILE), manifest)
    if (lockedDatabase) keepCounters(lockedDatabase.database, join(staging, DATABASE_FILE))
    const time = new Date(now()).toISOString().replaceAll(/[-:.]/g, '')
    const aside = existing.length > 0 ? join(dataDir, ASIDE + time) : null
    const paths = manifest.files.map(({ path }) => path)
    const files = await openFiles(config, now)
    try {
      const kept = aside !== null && config.s3 === null ? await listStoredPaths(files) : []
      await storeMissing(files, staging, paths, options.onProgress)
      await replaceParts({ staging, aside, dataDir, databaseFile, paths, kept })
    } finally {
      files.close()
    }
    return { manifest, aside }
  } finally {
    lockedDatabase?.release()
    await rm(staging, { recursive: true, force: true })
  }
}

/** Deletes the files that a killed restore left behind. */
async function dropLeftovers(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch(() => [])
  for (const name of names.filter((one) => one.startsWith(STAGING))) {
    await rm(join(dataDir, name), { recursive: true, force: true })
  }
}

function checkKind(manifest: Manifest, databaseFile: string | null): void {
  if (manifest.database === 'sqlite' && databaseFile === null) {
    throw new CommandError(
      'The backup holds an SQLite database and DATABASE_URL names PostgreSQL. Restore it without DATABASE_URL, then run npm run migrate.',
    )
  }
  if (manifest.database === 'postgres' && databaseFile !== null) {
    throw new CommandError(
      'The backup belongs to a PostgreSQL database. Set DATABASE_URL to the one it was restored into.',
    )
  }
}

/** Checks names and sizes before the files are read and hashed. */
async function checkSizes(source: string, { files }: Manifest): Promise<void> {
  await forEachInParallel(files, async ({ path, bytes }) => {
    const size = await findSize(join(source, path))
    if (size === undefined) throw new CommandError(`The backup is not whole: ${path} is missing.`)
    if (size !== bytes)
      throw new CommandError(`The backup is not whole: ${path} has ${size} bytes instead of ${bytes}.`)
  })
}

/** Locks the existing database. An unreadable one may be replaced, because that is a reason to restore. */
function takeExisting(file: string): LockedDatabase | null {
  if (!existsSync(file)) return null
  const lockResult = lockExclusively(file)
  if (lockResult === 'in use') {
    throw new CommandError(`${file} is in use: stop the site, and any import, then restore. Nothing was changed.`)
  }
  return lockResult === 'unreadable' ? null : lockResult
}

async function stage(source: string, staging: string, { files }: Manifest, onProgress: ShowProgress): Promise<void> {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  let copiedCount = 0
  await forEachInParallel(files, async ({ path, bytes, sha256 }) => {
    const copied = await copyFile(join(source, path), join(staging, path))
    if (copied.sha256 !== sha256) throw new CommandError(`The backup was altered: ${path} is not what was backed up.`)
    copiedCount += bytes
    onProgress(
      copiedCount / Math.max(1, total),
      `checked ${Math.round(copiedCount / 2 ** 20)} of ${Math.round(total / 2 ** 20)} MiB`,
    )
  })
}

/**
 * Stores the uploads that are not there. Files of the same name are equal, because names are random and contents never
 * change. What no row of the restored database names is deleted by the sweeps of the site.
 */
async function storeMissing(
  files: Files,
  staging: string,
  paths: readonly string[],
  onProgress: ShowProgress,
): Promise<void> {
  let done = 0
  await forEachInParallel(paths, async (path) => {
    const stored = parseStoredPath(path)
    if (stored && !(await files[stored.area].head(stored.name))) {
      await files[stored.area].put(stored.name, { path: join(staging, path) })
    }
    done += 1
    onProgress(done / paths.length, `stored ${done} of ${paths.length} files`)
  })
}

function checkDatabase(file: string, manifest: Manifest): void {
  const database = new DatabaseSync(file)
  try {
    const { migrations, rows } = isSound(database) ? readFacts(database) : { migrations: [], rows: {} }
    const knownMigrations = Object.keys(listMigrations('sqlite'))
    const newer = migrations.find((name) => !knownMigrations.includes(name))
    if (newer)
      throw new CommandError(`The backup is of a newer version: this one does not know the tables of ${newer}.`)
    const tables = new Set([...Object.keys(rows), ...Object.keys(manifest.rows)])
    const other = [...tables].find((table) => rows[table] !== manifest.rows[table])
    if (other) throw new CommandError(`The backup's table ${other} has not the rows that its manifest says.`)
  } finally {
    database.close()
  }
}
