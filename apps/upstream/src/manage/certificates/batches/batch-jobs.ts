import { DAY_MS, MINUTE_MS } from '@portal/contract/constants.ts'
import { BATCH_BUSY, type BatchState } from '@portal/contract/manage/certificates/batch-rules.ts'
import type { Updateable } from 'kysely'
import type { Db } from '#db/open.ts'
import type { Tables } from '#db/tables.ts'
import { AppError } from '#errors.ts'
import type { Digest } from '#instance-secret.ts'
import { checkBatch } from './batch-check.ts'
import { deleteRows, removeBatch, unprepareRows } from './batch-removal.ts'
import type { BatchEntry } from './batch-rows.ts'
import { listAll, storeBatch } from './batch-store.ts'
import { BatchOvertaken } from './batch-visible.ts'

/** Of `DATA_DIR`: the files of batches. */
export const BATCH_FOLDER = 'certificate-imports'
/** A job without a sign for this long has lost its process. */
const DEAD_MS = 1 * MINUTE_MS
/** Files and mended cells are kept for so long. */
const KEPT_MS = 7 * DAY_MS

type Changes = Updateable<Tables['certificate_batches']>

/** What the work on a batch needs. */
export interface BatchWork {
  db: Db
  digest: Digest
  folder: string
  now: () => number
  /** @throws BatchEnded when the batch was cancelled, or somebody else works on it */
  update(batch: BatchEntry, changes: Changes): Promise<void>
  /** Does a piece of work in a transaction with the changes. @throws BatchEnded as above */
  step(batch: BatchEntry, changes: Changes, work: (trx: Db) => Promise<void>): Promise<void>
}

/** The batch was cancelled, or is begun again. */
class BatchEnded extends Error {
  override name = 'BatchEnded'
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
 * survives its process: any instance goes on with it after a minute.
 */
export function createBatchJobs({ db, digest, folder, now, onError }: Options) {
  let isClosing = false
  let last: Promise<void> = Promise.resolve()
  const waiting = new Set<number>()

  async function mark(trx: Db, { id, run }: BatchEntry, changes: Changes): Promise<void> {
    const { numUpdatedRows } = await trx
      .updateTable('certificate_batches')
      .set({ ...changes, alive_at: now() })
      .where('id', '=', id)
      .where('run', '=', run)
      .executeTakeFirst()
    if (isClosing || numUpdatedRows !== 1n) throw new BatchEnded()
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
    const batch = await db
      .updateTable('certificate_batches')
      .set((eb) => ({ run: eb('run', '+', 1), alive_at: now() }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    if (!batch || isClosing) return
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
      const message = '入库前有编号被占用或改动，什么也没有入库；已重新检查'
      await restart(batch, { message })
      return
    }
    if (error instanceof AppError) {
      await unprepareRows(db, batch)
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

  /** Checks the file from its beginning. @param changes besides the state */
  async function restart({ id }: Pick<BatchEntry, 'id'>, changes: Changes = {}): Promise<void> {
    const zero = { rows_done: 0, added: 0, corrected: 0, unchanged: 0, warned: 0, faulty: 0, working: 0, share: 0 }
    await db
      .updateTable('certificate_batches')
      .set((eb) => ({
        ...zero,
        state: 'waiting',
        target: null,
        message: null,
        ...changes,
        run: eb('run', '+', 1),
        alive_at: now(),
      }))
      .where('id', '=', id)
      .execute()
    await deleteRows(db, id)
    begin(id)
  }

  return {
    ...{ begin, restart, folder },

    /** Ends a batch: whoever works on it stops at the next piece, and its rows and file are deleted. */
    async cancel(id: number): Promise<void> {
      await db
        .updateTable('certificate_batches')
        .set((eb) => ({ state: 'ended', run: eb('run', '+', 1), alive_at: now() }))
        .where('id', '=', id)
        .execute()
      begin(id)
    },

    /** Goes on with batches whose process has died, and deletes old ones. */
    async sweep(): Promise<void> {
      const [dead, old] = [now() - DEAD_MS, now() - KEPT_MS]
      await db.deleteFrom('certificate_batch_mends').where('made_at', '<', old).execute()
      await db
        .updateTable('certificate_batches')
        .set((eb) => ({ state: 'ended', run: eb('run', '+', 1) }))
        .where('made_at', '<', old)
        .where('state', 'not in', ['storing', 'listing'])
        .execute()
      const found = await db
        .selectFrom('certificate_batches')
        .select('id')
        .where('state', 'in', [...(BATCH_BUSY as readonly BatchState[]), 'ended'])
        .where('alive_at', '<', dead)
        .execute()
      for (const { id } of found) begin(id)
    },

    /** Goes on with a batch at once, if its process has died. */
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
