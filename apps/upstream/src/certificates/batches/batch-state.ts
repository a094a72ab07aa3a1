import type { BatchState } from '@portal/contract/certificates/desk/batch-rules.ts'
import { DAY_MS } from '@portal/contract/constants.ts'
import type { JobKind } from '@portal/contract/site/job-rules.ts'
import type { Updateable } from 'kysely'
import { forgetEarlierDays } from '#certificates/desk/day-numbers.ts'
import type { Db } from '#platform/db/open.ts'
import type { Tables } from '#platform/db/tables.ts'
import { batchMissing } from '#platform/errors.ts'
import { addJob } from '#platform/jobs/job-rows.ts'
import type { BatchEntry } from './batch-rows.ts'

export type BatchChanges = Updateable<Tables['certificate_batches']>
/** A batch, and the account that it belongs to. */
type OwnedBatch = Pick<BatchEntry, 'id' | 'user_id'>

export const BATCH_JOB: JobKind = 'certificateBatch'
/** Retention time of files and corrected cells, ms. */
const KEPT_MS = 7 * DAY_MS
/** States that never expire. */
const STORING: readonly BatchState[] = ['storing', 'listing']

/** Counts of a batch without rows. */
export const NO_ROWS = {
  rows_done: 0,
  added: 0,
  corrected: 0,
  unchanged: 0,
  warned: 0,
  faulty: 0,
  pending: 0,
  share: 0,
  row_bytes: 0,
}

/** Adds the job of a batch; jobs of one account run in turn. An earlier job of the batch stops at its next transaction. */
export async function addBatchJob(trx: Db, { id, user_id }: OwnedBatch, nowMs: number): Promise<void> {
  await addJob(trx, { kind: BATCH_JOB, ref: String(id), dueAt: nowMs, orderKey: user_id })
}

/** Locks a batch of the caller for the rest of the transaction, so that its job waits. @throws AppError when there is none */
export async function lockBatch(trx: Db, userId: string, id: number): Promise<BatchEntry> {
  const batch = await trx
    .updateTable('certificate_batches')
    .set((eb) => ({ state: eb.ref('state') }))
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('state', '!=', 'ended')
    .returningAll()
    .executeTakeFirst()
  if (!batch) throw batchMissing()
  return batch
}

/** Changes a batch and adds its job. @param trx the transaction that locked the batch */
export async function beginBatch(trx: Db, batch: OwnedBatch, changes: BatchChanges, nowMs: number): Promise<void> {
  await trx.updateTable('certificate_batches').set(changes).where('id', '=', batch.id).execute()
  await addBatchJob(trx, batch, nowMs)
}

/** Has a file checked again from its beginning; answers to its warnings stay. @param trx the transaction that locked the batch */
export async function resetBatch(trx: Db, batch: OwnedBatch, changes: BatchChanges, nowMs: number): Promise<void> {
  await trx.updateTable('certificate_batch_warnings').set({ rows: 0 }).where('batch_id', '=', batch.id).execute()
  const begun = { ...NO_ROWS, state: 'waiting' as const, target: null, message: null, drafts: 0, submitted: 0 }
  await beginBatch(trx, batch, { ...begun, ...changes }, nowMs)
}

/** Ends expired batches, and deletes corrected cells and numbers of earlier days. */
export async function endOldBatches(db: Db, nowMs: number): Promise<void> {
  await forgetEarlierDays(db, nowMs)
  await db
    .deleteFrom('certificate_batch_fixes')
    .where('made_at', '<', nowMs - KEPT_MS)
    .execute()
  await db.transaction().execute(async (trx) => {
    const old = await trx
      .updateTable('certificate_batches')
      .set({ state: 'ended' })
      .where('made_at', '<', nowMs - KEPT_MS)
      .where('state', 'not in', [...STORING, 'ended'])
      .returning(['id', 'user_id'])
      .execute()
    for (const batch of old) await addBatchJob(trx, batch, nowMs)
  })
}
