import { HOUR_MS, MINUTE_MS } from '@portal/contract/constants.ts'
import type { Db } from '#platform/db/open.ts'
import { AppError } from '#platform/errors.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import { deleteUnnamed } from '#platform/files/named-files.ts'
import { type Job, JobLost } from '#platform/jobs/job-rows.ts'
import { type JobHandler, type Lease, retryInMinutes } from '#platform/jobs/jobs.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { checkBatch } from './batch-check.ts'
import type { BatchContext } from './batch-context.ts'
import { giveUp, showError, takeBack } from './batch-recovery.ts'
import { clearFailed, deleteFile, removeBatch, unprepareRows } from './batch-removal.ts'
import type { BatchEntry } from './batch-rows.ts'
import { BatchOvertaken } from './batch-staging.ts'
import { type BatchChanges, endOldBatches, resetBatch } from './batch-state.ts'
import { listAll, storeBatch } from './batch-store.ts'
import { createReadingThread, type ReadingLimits, type ReadingThread } from './reading/reading-thread.ts'

/** Time between attempts after many failures: a batch whose rows are visible, or being deleted, is never given up. */
const LAST_RETRY_MS = 12 * HOUR_MS

interface Options {
  db: Db
  digest: Digest
  store: FileStore
  now: () => number
  readingLimits?: ReadingLimits
}

export type BatchJobs = ReturnType<typeof createBatchJobs>

/**
 * Creates the job that checks, stores and deletes batches: two at the same time, those of one account in turn. Each
 * transaction first proves that this job still holds the batch.
 */
export function createBatchJobs({ db, digest, store, now, readingLimits }: Options) {
  /** Idle reading threads of this instance. */
  const idleThreads: ReadingThread[] = []

  function startThread(signal: AbortSignal): ReadingThread {
    const reading = createReadingThread(readingLimits)
    signal.addEventListener('abort', () => reading.stop(new JobLost()))
    return reading
  }

  /** Writes changes of a batch in the transaction. It locks the batch before its job, in the same order as requests. */
  async function write(trx: Db, { id }: BatchEntry, changes: BatchChanges): Promise<void> {
    await trx
      .updateTable('certificate_batches')
      .set((eb) => ({ state: eb.ref('state'), ...changes }))
      .where('id', '=', id)
      .execute()
  }

  function makeContext(lease: Lease, reading: ReadingThread): BatchContext {
    return {
      db,
      digest,
      store,
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

  async function runNext(batch: BatchEntry, attempts: number, context: BatchContext): Promise<void> {
    try {
      if (await giveUp(context, batch, attempts)) return
      if (batch.state === 'waiting' || batch.state === 'checking') await checkBatch(context, batch)
      else if (batch.state === 'storing') await storeBatch(context, batch)
      else if (batch.state === 'listing') await listAll(context, batch)
      else if (batch.state === 'failed') await clearFailed(context, batch)
      else if (batch.state === 'ended') await removeBatch(context, batch)
      if (batch.state === 'storing' || batch.state === 'listing' || batch.state === 'done')
        await deleteFile(context, batch)
    } catch (error) {
      if (error instanceof JobLost) throw error
      await recover(context, batch, error as Error)
    }
  }

  /** Numbers were taken meanwhile: the file is checked again, and shows which. Other errors end the batch. */
  async function recover(context: BatchContext, batch: BatchEntry, error: Error): Promise<void> {
    if (error instanceof BatchOvertaken) {
      await unprepareRows(context, batch)
      const message = '入库前有编号被占用或改动，什么也没有入库；已重新检查'
      return await context.step(batch, {}, (trx) => resetBatch(trx, batch, { message }, now()))
    }
    if (error instanceof AppError) return await takeBack(context, batch, error.message)
    await showError(context, batch).catch(() => undefined)
    throw error
  }

  const handler: JobHandler = {
    async run({ ref, attempts }: Job, lease) {
      const reading = idleThreads.pop() ?? startThread(lease.signal)
      try {
        const batches = db.selectFrom('certificate_batches').selectAll()
        const batch = await batches.where('id', '=', Number(ref)).executeTakeFirst()
        if (batch) await runNext(batch, attempts, makeContext(lease, reading))
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
    store,
    /** Deletes old batches, and files that belong to no batch. */
    async sweep(): Promise<void> {
      await endOldBatches(db, now())
      await deleteUnnamed('certificateImports', { db, store, now })
    },
  }
}
