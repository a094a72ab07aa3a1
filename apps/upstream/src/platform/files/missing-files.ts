import { DAY_MS } from '@portal/contract/constants.ts'
import type { Db } from '#platform/db/open.ts'
import type { HealthMarks } from '#platform/figures/health-marks.ts'
import type { FileStore } from './file-store.ts'
import { NAMED_AREAS, type NamedArea, READ_NAMED } from './named-files.ts'
import type { Files } from './open-files.ts'

const CHECK_EVERY_MS = DAY_MS

/** Finds names in rows whose file is gone. */
export async function findMissing(area: NamedArea, db: Db, store: FileStore): Promise<string[]> {
  const readNeeded = async () => (await READ_NAMED[area](db)).filter(({ isNeeded }) => isNeeded)
  const stored = new Set<string>()
  for await (const { name } of store.list()) stored.add(name)
  const missing: string[] = []
  for (const { name } of await readNeeded()) {
    // A file may have been stored after the list was read.
    if (!stored.has(name) && !(await store.head(name))) missing.push(name)
  }
  if (missing.length === 0) return []
  // A row may have been deleted meanwhile, and its file after it.
  const needed = new Set((await readNeeded()).map(({ name }) => name))
  return missing.filter((name) => needed.has(name))
}

interface Options {
  db: Db
  files: Files
  marks: HealthMarks
  now: () => number
  /** Reports missing files to the log of the process. */
  onError: (what: string) => (error: Error) => void
}

/** Counts missing files once a day, for the overview. */
export function createFileCheck({ db, files, marks, now, onError }: Options) {
  async function readLatest(): Promise<{ atMs: number; missing: number } | undefined> {
    const mark = (await marks.readAll())['files.checked']
    return mark && { atMs: mark.at, missing: Number(mark.detail) }
  }

  return {
    readLatest,

    async sweep(): Promise<void> {
      const last = await readLatest()
      if (last && last.atMs <= now() && now() - last.atMs < CHECK_EVERY_MS) return
      let missing = 0
      for (const area of NAMED_AREAS) missing += (await findMissing(area, db, files[area])).length
      await marks.set('files.checked', String(missing))
      if (missing > 0)
        onError('files are missing')(new Error(`${missing} missing; \`npm run admin -- files check\` lists them`))
    },
  }
}

export type FileCheck = ReturnType<typeof createFileCheck>
