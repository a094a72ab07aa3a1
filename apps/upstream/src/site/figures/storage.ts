import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS, MINUTE_MS } from '@portal/contract/constants.ts'
import { toInstantMs, toWireDate } from '@portal/contract/time.ts'
import { readManifest } from '#backup/manifest.ts'
import type { Db } from '#platform/db/open.ts'

/** How long a measurement is used, because counting the files of a large site takes seconds. */
const MEASURED_MS = 10 * MINUTE_MS
/** Number of samples from which growth is computed. */
const SAMPLE_DAYS = 30
const SAMPLE_KEY = 'bytes'
/** Number of files whose sizes are read concurrently. */
const AT_ONCE = 64

export interface Measured {
  usedBytes: number
  freeBytes: number
  totalBytes: number
  atMs: number
}

interface Options {
  db: Db
  dataDir: string
  now: () => number
}

export type StorageWatch = ReturnType<typeof createStorageWatch>

export function createStorageWatch({ db, dataDir, now }: Options) {
  let measurement: Promise<Measured> | undefined

  async function measure(): Promise<Measured> {
    const { bsize, bavail, blocks } = await statfs(dataDir)
    const usedBytes = await sumBytesBelow(dataDir)
    return { usedBytes, freeBytes: bavail * bsize, totalBytes: blocks * bsize, atMs: now() }
  }

  /** Runs one measurement at a time, shared by all callers. */
  async function readLatest(): Promise<Measured> {
    const last = await measurement?.catch(() => undefined)
    if (last && now() - last.atMs < MEASURED_MS) return last
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
      await db
        .insertInto('daily_counts')
        .values({ ...sample, times: usedBytes })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
  }
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
  const folder = join(dataDir, 'backups')
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const names = entries
    .filter((entry) => entry.isDirectory() && !entry.name.includes('.unfinished-'))
    .map(({ name }) => name)
  const backups: { atMs: number; hasDatabase: boolean }[] = []
  for (const name of names) {
    const manifest = await readManifest(join(folder, name)).catch(() => undefined)
    if (manifest) backups.push({ atMs: Date.parse(manifest.madeAt), hasDatabase: manifest.database === 'sqlite' })
  }
  const newest = backups.toSorted((one, other) => other.atMs - one.atMs)[0]
  return { newestMs: newest?.atMs ?? null, count: backups.length, hasDatabase: newest?.hasDatabase ?? false }
}
