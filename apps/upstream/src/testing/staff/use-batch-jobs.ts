import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { createBatchJobs } from '#certificates/batches/batch-jobs.ts'
import { addBatchJob, BATCH_JOB } from '#certificates/batches/batch-state.ts'
import type { ReadingLimits } from '#certificates/batches/reading/reading-thread.ts'
import { migrate } from '#platform/db/migrate.ts'
import { type OpenDatabase, openDatabase } from '#platform/db/open.ts'
import { createFolderStore } from '#platform/files/folder-store.ts'
import { createJobs, type Jobs } from '#platform/jobs/jobs.ts'
import { digestWith } from '#platform/secrets/instance-secret.ts'
import { waiveReminders } from './desk-people.ts'

export interface TestBatchJobs {
  /** Path of the file, which every batch of 周观澜 has. */
  path: string
  db: OpenDatabase['db']
  jobs: Jobs
  errors: Error[]
  /** Begins to check the file. @param name the name of the file at its sender @returns the batch's id */
  check(name?: string, from?: { user: string; file: string }): Promise<number>
}

/**
 * Makes an empty database with the jobs of batches, new for each test.
 * @returns an object that is empty until a test begins
 */
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
    const accountColumns = { avatar: '', status: 1, created_at: 0 }
    const people = Object.entries({ zhou: '周观澜', lin: '林照' }).map(([id, nickname]) => ({
      id,
      nickname,
      ...accountColumns,
    }))
    await db.insertInto('users').values(people).execute()
    await waiveReminders(db)
    const errors: Error[] = []
    const digest = digestWith(Buffer.alloc(32, 1))
    const certificateBatch = createBatchJobs({
      db,
      digest,
      store: createFolderStore(files),
      now: Date.now,
      readingLimits,
    })
    const onError = (error: Error) => void errors.push(error)
    const jobs = createJobs({ db, now: Date.now, handlers: { certificateBatch }, onError })
    async function check(name = 'many.csv', { user, file } = { user: 'zhou', file: 'many' }): Promise<number> {
      const accountColumns = { user_id: user, file_name: name, file, file_hash: 'a' }
      const batchColumns = { state: 'waiting' as const, share: 0, made_at: Date.now() }
      const { id } = await db
        .insertInto('certificate_batches')
        .values({ ...accountColumns, ...batchColumns, sheets: '[]', choice: '{}', columns: '[]' })
        .returning('id')
        .executeTakeFirstOrThrow()
      await addBatchJob(db, { id: Number(id), user_id: user }, Date.now())
      jobs.runSoon(BATCH_JOB)
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
