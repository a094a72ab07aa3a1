import { existsSync } from 'node:fs'
import { link, mkdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { copyFile, DATABASE_FILE, forEachInParallel, KEY_FILES, sync } from './stored-files.ts'

interface Swap {
  /** Folder in `dataDir` with the checked new parts. */
  staging: string
  /** Folder for the old parts; `null` when there are none. */
  aside: string | null
  dataDir: string
  databaseFile: string | null
  /** Paths of the new parts, relative to `staging`. */
  paths: readonly string[]
  /** Paths of uploads, relative to `dataDir`, that the folder `aside` gets too. */
  kept: readonly string[]
}

/** Keeps a file by a hard link, or by a copy where the file system has no links. */
async function keep(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  try {
    await link(from, to)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EXDEV' && code !== 'EPERM' && code !== 'ENOTSUP') throw error
    await copyFile(from, to)
  }
}

/** Moves a file in one step, to another file system too. */
async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    const temporaryPath = `${to}.restoring`
    await rm(temporaryPath, { force: true })
    await copyFile(from, temporaryPath)
    await rename(temporaryPath, to)
  }
}

/**
 * Replaces the old database and keys by the new ones. The old ones stay complete in the folder `aside`. The database is
 * renamed last, in one step: a killed process leaves the old database, with uploads that it does not name. An error undoes
 * everything.
 */
export async function replaceParts({ staging, aside, dataDir, databaseFile, paths, kept }: Swap): Promise<void> {
  const isNew = new Set(paths)
  const places = new Map(KEY_FILES.map((key) => [key as string, join(dataDir, key)]))
  if (databaseFile !== null) places.set(DATABASE_FILE, databaseFile)
  const undo: (() => Promise<void>)[] = []
  try {
    if (aside !== null) {
      await mkdir(aside, { mode: 0o700 })
      undo.push(() => rm(aside, { recursive: true, force: true }))
      await setAside(aside)
    }
    // Installs the keys first and the database last.
    for (const [path, place] of places) await install(path, place)
  } catch (error) {
    for (const step of undo.reverse()) await step()
    throw error
  }
  for (const folder of new Set([dataDir, ...[...places.values()].map(dirname)])) await sync(folder)

  async function setAside(folder: string): Promise<void> {
    await forEachInParallel(kept, (path) => keep(join(dataDir, path), join(folder, path)))
    for (const [path, place] of places) if (existsSync(place)) await keep(place, join(folder, path))
    if (databaseFile === null) return
    // Removes write-ahead logs of a database that could not be opened. Beside another database they would be read as
    // its own.
    for (const log of [`${databaseFile}-wal`, `${databaseFile}-shm`]) {
      if (!existsSync(log)) continue
      const saved = join(folder, DATABASE_FILE + basename(log).slice(basename(databaseFile).length))
      await rename(log, saved)
      undo.push(() => rename(saved, log))
    }
  }

  async function install(path: string, place: string): Promise<void> {
    if (!isNew.has(path)) return
    const saved = aside !== null && existsSync(place) ? join(aside, path) : null
    await mkdir(dirname(place), { recursive: true, mode: 0o700 })
    await move(join(staging, path), place)
    undo.push(async () => {
      await rm(place, { force: true })
      if (saved !== null) await keep(saved, place)
    })
  }
}
