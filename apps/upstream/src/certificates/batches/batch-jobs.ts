import { HOUR_MS, MINUTE_MS } from '@portal/contract/constants.ts'
import type { Db } from '#platform/db/open.ts'
import { AppError } from '#platform/errors.ts'
import { type Job, JobLost } from '#platform/jobs/job-rows.ts'
import { type JobHandler, type Lease, retryInMinutes } from '#platform/jobs/jobs.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { checkBatch } from './batch-check.ts'
import { giveUp, showError, takeBack } from './batch-recovery.ts'
import { clearFailed, deleteFile, removeBatch, unprepareRows } from './batch-removal.ts'
import type { BatchEntry } from './batch-rows.ts'
import { BatchOvertaken } from './batch-staging.ts'
import { type BatchChanges, endOldBatches, resetBatch } from './batch-state.ts'
import { deleteUnnamedFiles } from './batch-storage.ts'
import { listAll, storeBatch } from './batch-store.ts'
import type { BatchWork } from './batch-work.ts'
import { createReadingThread, type ReadingLimits, type ReadingThread } from './reading/reading-thread.ts'

/** Folder of the files of batches, in `DATA_DIR`. */
export const BATCH_FOLDER = 'certificate-imports'

/** What is visible, or is being deleted, is tried for ever. */
const LAST_RETRY_MS = 12 * HOUR_MS

interface Options {
  db: Db
  digest: Digest
  folder: string
  now: () => number
  readingLimits?: ReadingLimits
}

export type BatchJobs = ReturnType<typeof createBatchJobs>

/**
 * Works on batches, two at the same time and one after the other of each account. Every piece is a transaction that first
 * proves that the batch is still this job's.
 */
export function createBatchJobs({ db, digest, folder, now, readingLimits }: Options) {
  /** Those without work, of this instance. */
  const idleThreads: ReadingThread[] = []

  function startThread(signal: AbortSignal): ReadingThread {
    const reading = createReadingThread(readingLimits)
    signal.addEventListener('abort', () => reading.stop(new JobLost()))
    return reading
  }

  /** Writes to a batch within the transaction of a piece. The batch is locked before its job, as requests lock them. */
  async function write(trx: Db, { id }: BatchEntry, changes: BatchChanges): Promise<void> {
    await trx
      .updateTable('certificate_batches')
      .set((eb) => ({ state: eb.ref('state'), ...changes }))
      .where('id', '=', id)
      .execute()
  }

  function makeWork(lease: Lease, reading: ReadingThread): BatchWork {
    return {
      db,
      digest,
      folder,
      now,
      reading,
      update: (batch, changes) =>
        db.transaction().execute(async (trx) => {
          await write(trx, batch, changes)
          await lease.renew(trx)
        }),
      step: (batch, changes, piece) =>
        db.transaction().execute(async (trx) => {
          await write(trx, batch, changes)
          await lease.renew(trx, true)
          await piece(trx)
        }),
    }
  }

  async function work(batch: BatchEntry, attempts: number, steps: BatchWork): Promise<void> {
    try {
      if (await giveUp(steps, batch, attempts)) return
      if (batch.state === 'waiting' || batch.state === 'checking') await checkBatch(steps, batch)
      else if (batch.state === 'storing') await storeBatch(steps, batch)
      else if (batch.state === 'listing') await listAll(steps, batch)
      else if (batch.state === 'failed') await clearFailed(steps, batch)
      else if (batch.state === 'ended') await removeBatch(steps, batch)
      if (batch.state === 'storing' || batch.state === 'listing' || batch.state === 'done')
        await deleteFile(steps, batch)
    } catch (error) {
      if (error instanceof JobLost) throw error
      await recover(steps, batch, error as Error)
    }
  }

  /** Numbers were taken meanwhile: the file is checked again, and shows which. Other errors end the batch. */
  async function recover(steps: BatchWork, batch: BatchEntry, error: Error): Promise<void> {
    if (error instanceof BatchOvertaken) {
      await unprepareRows(steps, batch)
      const message = '入库前有编号被占用或改动，什么也没有入库；已重新检查'
      return await steps.step(batch, {}, (trx) => resetBatch(trx, batch, { message }, now()))
    }
    if (error instanceof AppError) return await takeBack(steps, batch, error.message)
    await showError(steps, batch).catch(() => undefined)
    throw error
  }

  const handler: JobHandler = {
    async run({ ref, attempts }: Job, lease) {
      const reading = idleThreads.pop() ?? startThread(lease.signal)
      try {
        const batches = db.selectFrom('certificate_batches').selectAll()
        const batch = await batches.where('id', '=', Number(ref)).executeTakeFirst()
        if (batch) await work(batch, attempts, makeWork(lease, reading))
      } finally {
        idleThreads.push(reading)
      }
    },
    leaseMs: MINUTE_MS,
    retryAfterMs: (attempts) => retryInMinutes(attempts) ?? LAST_RETRY_MS,
    // The thread of each may take 160 MiB.
    atOnce: 2,
  }

  return {
    ...handler,
    folder,
    /** Deletes old batches, and files of none. */
    async sweep(): Promise<void> {
      await endOldBatches(db, now())
      await deleteUnnamedFiles(db, folder, now())
    },
  }
}
