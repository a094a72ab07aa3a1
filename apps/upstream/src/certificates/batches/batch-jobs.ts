import { BATCH_BUSY } from '@portal/contract/certificates/desk/batch-rules.ts'
import type { Db } from '#platform/db/open.ts'
import { AppError } from '#platform/errors.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { checkBatch } from './batch-check.ts'
import { type BatchJob, createBatchLanes } from './batch-lanes.ts'
import { giveUp, showError, takeBack } from './batch-recovery.ts'
import { deleteFile, deleteRows, removeBatch, unprepareRows } from './batch-removal.ts'
import type { BatchEntry } from './batch-rows.ts'
import { BatchOvertaken } from './batch-staging.ts'
import {
  type BatchChanges,
  BatchEnded,
  claimBatch,
  DEAD_MS,
  endBatch,
  endOldBatches,
  markBatch,
  resetBatch,
  silentBatches,
} from './batch-state.ts'
import { deleteUnnamedFiles } from './batch-storage.ts'
import { listAll, storeBatch } from './batch-store.ts'
import type { BatchWork } from './batch-work.ts'
import { createReadingThread, type ReadingLimits } from './reading/reading-thread.ts'

/** Folder of the files of batches, in `DATA_DIR`. */
export const BATCH_FOLDER = 'certificate-imports'

/** Files that are read at the same time; the thread of each may take 160 MiB. */
const LANES = 2

/** States in which a file may be checked again. */
const OPEN = ['asking', 'waiting', 'checking', 'ready'] as const

const isResting = ({ state }: BatchChanges) => state !== undefined && !(BATCH_BUSY as readonly string[]).includes(state)

interface Options {
  db: Db
  digest: Digest
  folder: string
  now: () => number
  onError: (error: Error) => void
  readingLimits?: ReadingLimits
}

export type BatchJobs = ReturnType<typeof createBatchJobs>

/**
 * Works on batches, two at the same time and one after the other of each account. Every piece is a transaction that first proves that the batch is still this job's; a batch
 * survives its process: any instance continues it after a minute.
 */
export function createBatchJobs({ db, digest, folder, now, onError, readingLimits }: Options) {
  const threads = Array.from({ length: LANES }, () => createReadingThread(readingLimits))
  const lanes = createBatchLanes(threads, (id, reading) => run(id, { ...steps, reading }).catch(onError))
  let isClosing = false

  async function mark(trx: Db, batch: BatchEntry, changes: BatchChanges): Promise<void> {
    if (isClosing) throw new BatchEnded()
    await markBatch(trx, batch, changes, now())
  }

  const steps: Omit<BatchWork, 'reading'> = {
    db,
    digest,
    folder,
    now,
    update: (batch, changes) => mark(db, batch, { ...changes, ...(isResting(changes) && { claims: 0 }) }),
    step: (batch, changes, piece) =>
      db.transaction().execute(async (trx) => {
        await mark(trx, batch, { ...changes, claims: 0 })
        await piece(trx)
      }),
  }

  async function run(id: number, work: BatchWork): Promise<void> {
    if (isClosing) return
    const batch = await claimBatch(db, id, now())
    if (!batch) return
    try {
      if (await giveUp(work, batch)) return
      if (batch.state === 'waiting' || batch.state === 'checking') await checkBatch(work, batch)
      else if (batch.state === 'storing') await storeBatch(work, batch)
      else if (batch.state === 'listing') await listAll(work, batch)
      if (batch.state === 'storing' || batch.state === 'listing') await deleteFile(work, batch)
      if (batch.state === 'ended') await removeBatch(work, batch)
    } catch (error) {
      if (error instanceof BatchEnded) return
      await recover(work, batch, error as Error)
    }
  }

  /** Numbers were taken meanwhile: the file is checked again, and shows which. Other errors end the batch. */
  async function recover(work: BatchWork, batch: BatchEntry, error: Error): Promise<void> {
    if (error instanceof BatchOvertaken) {
      await unprepareRows(work, batch)
      const message = '入库前有编号被占用或改动，什么也没有入库；已重新检查'
      if (await resetBatch(db, batch.id, { from: ['storing'], changes: { message }, nowMs: now() }))
        await checkAgain(batch)
      return
    }
    if (error instanceof AppError) return await takeBack(work, batch, error.message)
    await showError(work, batch).catch(() => undefined)
    throw error
  }

  async function checkAgain(batch: BatchJob): Promise<void> {
    await deleteRows(db, batch.id)
    await db.updateTable('certificate_batch_warnings').set({ rows: 0 }).where('batch_id', '=', batch.id).execute()
    lanes.begin(batch)
  }

  return {
    begin: lanes.begin,
    folder,

    /** Checks the file from its beginning. @returns `false`: it is on its way into the desk */
    async restart(batch: BatchJob, changes: BatchChanges): Promise<boolean> {
      const isReset = await resetBatch(db, batch.id, { from: OPEN, changes, nowMs: now() })
      if (isReset) await checkAgain(batch)
      return isReset
    },

    /**
     * Ends a batch: its worker stops at the next piece; rows, file and prepared certificates are deleted.
     * @returns `false`: its certificates are visible at the desk
     */
    async cancel(batch: BatchJob): Promise<boolean> {
      const isEnded = await endBatch(db, batch.id, now())
      if (isEnded) lanes.begin(batch)
      return isEnded
    },

    /** Continues batches whose process has died, and deletes old ones. */
    async sweep(): Promise<void> {
      await endOldBatches(db, now())
      await deleteUnnamedFiles(db, folder, now())
      for (const batch of await silentBatches(db, now())) lanes.begin(batch)
    },

    /** Continues a batch at once if its process has died. */
    wake(batch: BatchEntry): void {
      const isBusy = (BATCH_BUSY as readonly string[]).includes(batch.state)
      if (isBusy && batch.alive_at < now() - DEAD_MS) lanes.begin(batch)
    },

    /** Ends reading, and waits for the piece that is under way. */
    async close(): Promise<void> {
      isClosing = true
      for (const reading of threads) reading.stop(new BatchEnded())
      await lanes.rest()
    },
  }
}
