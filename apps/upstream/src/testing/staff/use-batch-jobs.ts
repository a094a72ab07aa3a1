import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { migrate } from '#db/migrate.ts'
import { type OpenDatabase, openDatabase } from '#db/open.ts'
import { digestWith } from '#instance-secret.ts'
import { createBatchJobs } from '#manage/certificates/batches/batch-jobs.ts'
import type { ReadingLimits } from '#manage/certificates/batches/reading/reading-thread.ts'

export interface TestBatchJobs {
  /** Path of the file of every batch. */
  path: string
  db: OpenDatabase['db']
  jobs: ReturnType<typeof createBatchJobs>
  errors: Error[]
  /** Begins to check the file. @param name its name at the person who sent it @returns the batch's id */
  check(name?: string): Promise<number>
}

/** An empty database with the jobs of batches, new for each test. @returns empty until one begins */
export function useBatchJobs(readingLimits: ReadingLimits = {}): TestBatchJobs {
  const site = {} as TestBatchJobs
  let folder: string
  let opened: OpenDatabase

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'portal-batch-'))
    const files = join(folder, 'files')
    mkdirSync(files)
    opened = openDatabase(`sqlite:${join(folder, 'portal.db')}`)
    await migrate(opened)
    const { db } = opened
    const zhou = { id: 'zhou', nickname: '周观澜', avatar: '', status: 1, created_at: 0 }
    await db.insertInto('users').values(zhou).execute()
    const errors: Error[] = []
    const jobs = createBatchJobs({
      ...{ db, digest: digestWith(Buffer.alloc(32, 1)), folder: files, now: Date.now },
      onError: (error) => errors.push(error),
      readingLimits,
    })
    async function check(name = 'many.csv'): Promise<number> {
      const about = { user_id: 'zhou', file_name: name, file: 'many', file_hash: 'a' }
      const made = { state: 'waiting' as const, share: 0, made_at: Date.now(), alive_at: Date.now() }
      const { id } = await db
        .insertInto('certificate_batches')
        .values({ ...about, ...made, sheets: '[]', choice: '{}', columns: '[]' })
        .returning('id')
        .executeTakeFirstOrThrow()
      jobs.begin(Number(id))
      return Number(id)
    }
    Object.assign(site, { path: join(files, 'many'), db, jobs, errors, check })
  })
  afterEach(async () => {
    await site.jobs.close()
    await opened.close()
    rmSync(folder, { recursive: true })
  })
  return site
}
