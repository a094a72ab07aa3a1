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
/** A batch, and whose it is. */
type OwnedBatch = Pick<BatchEntry, 'id' | 'user_id'>

export const BATCH_JOB: JobKind = 'certificateBatch'
/** Retention of files and fixed cells. */
const KEPT_MS = 7 * DAY_MS
/** States that time does not end. */
const STORING: readonly BatchState[] = ['storing', 'listing']

/** Counts of a batch without rows. */
export const NO_ROWS = {
  rows_done: 0,
  added: 0,
  corrected: 0,
  unchanged: 0,
  warned: 0,
  faulty: 0,
  working: 0,
  share: 0,
  row_bytes: 0,
}

/** Lets a job work on a batch, one after the other of each account. Earlier work on it ends at its next piece. */
export async function addBatchJob(trx: Db, { id, user_id }: OwnedBatch, nowMs: number): Promise<void> {
  await addJob(trx, { kind: BATCH_JOB, ref: String(id), dueAt: nowMs, orderKey: user_id })
}

/** Locks a batch of the caller for the rest of the transaction, against the work on it. @throws AppError when there is none */
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

/** Begins work on a batch with changes. @param trx has locked it */
export async function beginBatch(trx: Db, batch: OwnedBatch, changes: BatchChanges, nowMs: number): Promise<void> {
  await trx.updateTable('certificate_batches').set(changes).where('id', '=', batch.id).execute()
  await addBatchJob(trx, batch, nowMs)
}

/** Lets a file be checked from its beginning. Answers to its warnings stay. @param trx has locked the batch */
export async function resetBatch(trx: Db, batch: OwnedBatch, changes: BatchChanges, nowMs: number): Promise<void> {
  await trx.updateTable('certificate_batch_warnings').set({ rows: 0 }).where('batch_id', '=', batch.id).execute()
  const begun = { ...NO_ROWS, state: 'waiting' as const, target: null, message: null, drafts: 0, submitted: 0 }
  await beginBatch(trx, batch, { ...begun, ...changes }, nowMs)
}

/** Ends expired batches, and deletes fixed cells and numbers of earlier days. */
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
