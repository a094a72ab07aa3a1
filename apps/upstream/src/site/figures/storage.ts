import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS, MINUTE_MS } from '@portal/contract/constants.ts'
import { toInstantMs, toWireDate } from '@portal/contract/time.ts'
import { listWholeBackups } from '#backup/list-backups.ts'
import type { Config } from '#platform/config/config.ts'
import type { Db } from '#platform/db/open.ts'
import { StorageFault } from '#platform/files/file-store.ts'
import { AREAS, type Area, type Files } from '#platform/files/open-files.ts'

/** How long a measurement is used, because counting the files of a large site takes seconds. */
const MEASURED_MS = 10 * MINUTE_MS
/** Number of samples from which growth is computed. */
const SAMPLE_DAYS = 30
const SAMPLE_KEY = 'bytes'
/** Number of files whose sizes are read concurrently. */
const AT_ONCE = 64

export interface Measured {
  /** `null`: object storage does not answer. */
  usedBytes: number | null
  /** Free space of the disk; `null` with object storage. */
  freeBytes: number | null
  totalBytes: number | null
  atMs: number
}

interface Options {
  db: Db
  config: Pick<Config, 'dataDir' | 's3'>
  files: Files
  now: () => number
}

export type StorageWatch = ReturnType<typeof createStorageWatch>

export function createStorageWatch({ db, config: { dataDir, s3 }, files, now }: Options) {
  let measurement: Promise<Measured> | undefined

  async function measure(): Promise<Measured> {
    if (s3 !== null) return { usedBytes: await sumStoredBytes(files), freeBytes: null, totalBytes: null, atMs: now() }
    const { bsize, bavail, blocks } = await statfs(dataDir)
    const usedBytes = await sumBytesBelow(dataDir)
    return { usedBytes, freeBytes: bavail * bsize, totalBytes: blocks * bsize, atMs: now() }
  }

  /** Runs one measurement at a time, shared by all callers. */
  async function readLatest(): Promise<Measured> {
    const last = await measurement?.catch(() => undefined)
    if (last && last.usedBytes !== null && now() - last.atMs < MEASURED_MS) return last
    const running = measure()
    measurement = running
    return await running
  }

  return {
    readLatest,
    /**
     * Computes the growth in bytes a day between the first and last sample of the last 30 days; `null` with less than
     * two.
     */
    async computeGrowth(): Promise<number | null> {
      const rows = await db
        .selectFrom('daily_counts')
        .select(['day', 'times'])
        .where('kind', '=', 'storage')
        .where('day', '>=', toWireDate(now() - SAMPLE_DAYS * DAY_MS))
        .orderBy('day')
        .execute()
      const [first, last] = [rows[0], rows.at(-1)]
      if (!first || !last || first === last) return null
      const days = ((toInstantMs(last.day) ?? 0) - (toInstantMs(first.day) ?? 0)) / DAY_MS
      return (last.times - first.times) / days
    },
    /** Stores one sample a day. */
    async sweep(): Promise<void> {
      const sample = { kind: 'storage' as const, day: toWireDate(now()), key: SAMPLE_KEY }
      const stored = await db
        .selectFrom('daily_counts')
        .select('times')
        .where('kind', '=', sample.kind)
        .where('day', '=', sample.day)
        .executeTakeFirst()
      if (stored) return
      const { usedBytes } = await readLatest()
      if (usedBytes === null) return
      await db
        .insertInto('daily_counts')
        .values({ ...sample, times: usedBytes })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
  }
}

/** Sums the sizes of all stored files: a request for each thousand of them. */
async function sumStoredBytes(files: Files): Promise<number | null> {
  const sums = (Object.keys(AREAS) as Area[]).map(async (area) => {
    let sum = 0
    for await (const { bytes } of files[area].list()) sum += bytes
    return sum
  })
  return await Promise.all(sums).then(
    (all) => all.reduce((one, other) => one + other, 0),
    (error: Error) => {
      if (error instanceof StorageFault) return null
      throw error
    },
  )
}

/** Sums the sizes of all plain files below a folder, without files that vanish meanwhile. */
async function sumBytesBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  let bytes = 0
  for (let at = 0; at < paths.length; at += AT_ONCE) {
    const sizes = paths
      .slice(at, at + AT_ONCE)
      .map(async (path) => (await stat(path).catch(() => undefined))?.size ?? 0)
    for (const size of await Promise.all(sizes)) bytes += size
  }
  return bytes
}

/** Reads the state of the backups in `DATA_DIR/backups`, where `npm run backup` stores them. */
export async function readBackups(
  dataDir: string,
): Promise<{ newestMs: number | null; count: number; hasDatabase: boolean }> {
  const backups = await listWholeBackups(dataDir)
  const newest = backups[0]?.manifest
  return {
    newestMs: newest ? Date.parse(newest.madeAt) : null,
    count: backups.length,
    hasDatabase: newest?.database === 'sqlite',
  }
}
