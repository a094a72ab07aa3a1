import { BATCH_BUSY } from '@portal/contract/manage/certificates/batch-rules.ts'
import type { Db } from '#db/open.ts'
import { AppError } from '#errors.ts'
import type { Digest } from '#instance-secret.ts'
import { checkBatch } from './batch-check.ts'
import { BatchOvertaken } from './batch-hidden.ts'
import { deleteRows, removeBatch, unprepareRows } from './batch-removal.ts'
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
import { listAll, storeBatch } from './batch-store.ts'

/** Of `DATA_DIR`: the files of batches. */
export const BATCH_FOLDER = 'certificate-imports'

/** States in which a file may be checked again. */
const OPEN = ['asking', 'waiting', 'checking', 'ready', 'failed'] as const

/** What the work on a batch needs. */
export interface BatchWork {
  db: Db
  digest: Digest
  folder: string
  now: () => number
  /** @throws BatchEnded when the batch was cancelled, or somebody else works on it */
  update(batch: BatchEntry, changes: BatchChanges): Promise<void>
  /** Does a piece of work in a transaction with the changes. @throws BatchEnded as above */
  step(batch: BatchEntry, changes: BatchChanges, work: (trx: Db) => Promise<void>): Promise<void>
}

interface Options {
  db: Db
  digest: Digest
  folder: string
  now: () => number
  onError: (error: Error) => void
}

/**
 * Works on batches one after the other. Every piece is a transaction that first proves that the batch is still this job's; a batch
 * survives its process: any instance continues it after a minute.
 */
export function createBatchJobs({ db, digest, folder, now, onError }: Options) {
  let isClosing = false
  let last: Promise<void> = Promise.resolve()
  const waiting = new Set<number>()

  async function mark(trx: Db, batch: BatchEntry, changes: BatchChanges): Promise<void> {
    if (isClosing) throw new BatchEnded()
    await markBatch(trx, batch, changes, now())
  }

  const work: BatchWork = {
    ...{ db, digest, folder, now },
    update: (batch, changes) => mark(db, batch, changes),
    step: (batch, changes, piece) =>
      db.transaction().execute(async (trx) => {
        await mark(trx, batch, changes)
        await piece(trx)
      }),
  }

  async function run(id: number): Promise<void> {
    waiting.delete(id)
    if (isClosing) return
    const batch = await claimBatch(db, id, now())
    if (!batch) return
    try {
      if (batch.state === 'waiting' || batch.state === 'checking') await checkBatch(work, batch)
      else if (batch.state === 'storing') await storeBatch(work, batch)
      else if (batch.state === 'listing') await listAll(work, batch)
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
    if (error instanceof AppError) {
      await unprepareRows(work, batch)
      await work.update(batch, { state: 'ready', message: error.message, target: null })
      return
    }
    const state = batch.state === 'storing' || batch.state === 'listing' ? batch.state : 'failed'
    await work.update(batch, { state, message: '服务出错，稍后重试或联系管理员' }).catch(() => undefined)
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
      for (const id of await silentBatches(db, now())) begin(id)
    },

    /** Continues a batch at once if its process has died. */
    wake({ id, state, alive_at }: BatchEntry): void {
      if ((BATCH_BUSY as readonly string[]).includes(state) && alive_at < now() - DEAD_MS) begin(id)
    },

    /** Waits for the piece that is under way. */
    async close(): Promise<void> {
      isClosing = true
      await last
    },
  }
}
