import { BATCH_BUSY } from '@portal/contract/manage/certificates/batch-rules.ts'
import type { Db } from '#db/open.ts'
import { AppError } from '#errors.ts'
import type { Digest } from '#instance-secret.ts'
import { checkBatch } from './batch-check.ts'
import { BatchOvertaken } from './batch-hidden.ts'
import { giveUp, showError, takeBack } from './batch-recovery.ts'
import { deleteFile, deleteRows, removeBatch, unprepareRows } from './batch-removal.ts'
import type { BatchEntry } from './batch-rows.ts'
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

/** Of `DATA_DIR`: the files of batches. */
export const BATCH_FOLDER = 'certificate-imports'

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

/**
 * Works on batches one after the other. Every piece is a transaction that first proves that the batch is still this job's; a batch
 * survives its process: any instance continues it after a minute.
 */
export function createBatchJobs({ db, digest, folder, now, onError, readingLimits }: Options) {
  const reading = createReadingThread(readingLimits)
  let isClosing = false
  let last: Promise<void> = Promise.resolve()
  const waiting = new Set<number>()

  async function mark(trx: Db, batch: BatchEntry, changes: BatchChanges): Promise<void> {
    if (isClosing) throw new BatchEnded()
    await markBatch(trx, batch, changes, now())
  }

  const work: BatchWork = {
    ...{ db, digest, folder, now, reading },
    update: (batch, changes) => mark(db, batch, { ...changes, ...(isResting(changes) && { claims: 0 }) }),
    step: (batch, changes, piece) =>
      db.transaction().execute(async (trx) => {
        await mark(trx, batch, { ...changes, claims: 0 })
        await piece(trx)
      }),
  }

  async function run(id: number): Promise<void> {
    waiting.delete(id)
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
      await recover(batch, error as Error)
    }
  }

  /** Numbers were taken meanwhile: the file is checked again, and shows which. Other errors end the batch. */
  async function recover(batch: BatchEntry, error: Error): Promise<void> {
    if (error instanceof BatchOvertaken) {
      await unprepareRows(work, batch)
      const message = '入库前有编号被占用或改动，什么也没有入库；已重新检查'
      if (await resetBatch(db, batch.id, { from: ['storing'], changes: { message }, nowMs: now() }))
        await checkAgain(batch.id)
      return
    }
    if (error instanceof AppError) return await takeBack(work, batch, error.message)
    await showError(work, batch).catch(() => undefined)
    throw error
  }

  function begin(id: number): void {
    if (waiting.has(id)) return
    waiting.add(id)
    last = last.then(() => run(id)).catch(onError)
  }

  async function checkAgain(id: number): Promise<void> {
    await deleteRows(db, id)
    await db.updateTable('certificate_batch_warnings').set({ rows: 0 }).where('batch_id', '=', id).execute()
    begin(id)
  }

  return {
    ...{ begin, folder },

    /** Checks the file from its beginning. @returns `false`: it is on its way into the desk */
    async restart(id: number, changes: BatchChanges): Promise<boolean> {
      const isReset = await resetBatch(db, id, { from: OPEN, changes, nowMs: now() })
      if (isReset) await checkAgain(id)
      return isReset
    },

    /**
     * Ends a batch: its worker stops at the next piece; rows, file and prepared certificates are deleted.
     * @returns `false`: its certificates are visible at the desk
     */
    async cancel(id: number): Promise<boolean> {
      const isEnded = await endBatch(db, id, now())
      if (isEnded) begin(id)
      return isEnded
    },

    /** Continues batches whose process has died, and deletes old ones. */
    async sweep(): Promise<void> {
      await endOldBatches(db, now())
      await deleteUnnamedFiles(db, folder, now())
      for (const id of await silentBatches(db, now())) begin(id)
    },

    /** Continues a batch at once if its process has died. */
    wake({ id, state, alive_at }: BatchEntry): void {
      if ((BATCH_BUSY as readonly string[]).includes(state) && alive_at < now() - DEAD_MS) begin(id)
    },

    /** Ends reading, and waits for the piece that is under way. */
    async close(): Promise<void> {
      isClosing = true
      reading.stop(new BatchEnded())
      await last
    },
  }
}
