import { BATCH_BUSY, type BatchState } from '@portal/contract/certificates/desk/batch-rules.ts'
import { DAY_MS, MINUTE_MS } from '@portal/contract/constants.ts'
import type { Updateable } from 'kysely'
import { forgetEarlierDays } from '#certificates/desk/day-numbers.ts'
import type { Db } from '#platform/db/open.ts'
import type { Tables } from '#platform/db/tables.ts'
import { batchMissing } from '#platform/errors.ts'
import type { BatchEntry } from './batch-rows.ts'

export type BatchChanges = Updateable<Tables['certificate_batches']>

/** A job without a sign for this long has lost its process. */
export const DEAD_MS = 1 * MINUTE_MS
/** Retention of files and fixed cells. */
const KEPT_MS = 7 * DAY_MS
/** States that time does not end. */
const STORING = ['storing', 'listing'] as const

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

/** The batch was cancelled, or is begun again. */
export class BatchEnded extends Error {
  override name = 'BatchEnded'
}

/** Begins to work on a batch, and ends earlier work on it. */
export async function claimBatch(db: Db, id: number, nowMs: number): Promise<BatchEntry | undefined> {
  return await db
    .updateTable('certificate_batches')
    .set((eb) => ({ run: eb('run', '+', 1), claims: eb('claims', '+', 1), alive_at: nowMs }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** Gives a sign of the work, with its changes. @throws BatchEnded when the batch is another job's now, or was cancelled */
export async function markBatch(trx: Db, { id, run }: BatchEntry, changes: BatchChanges, nowMs: number): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('certificate_batches')
    .set({ ...changes, alive_at: nowMs })
    .where('id', '=', id)
    .where('run', '=', run)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new BatchEnded()
}

/** Locks a batch of the caller for the rest of the transaction, against the work on it. @throws AppError when there is none */
export async function lockBatch(trx: Db, userId: string, id: number): Promise<BatchEntry> {
  const batch = await trx
    .updateTable('certificate_batches')
    .set((eb) => ({ run: eb.ref('run') }))
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('state', '!=', 'ended')
    .returningAll()
    .executeTakeFirst()
  if (!batch) throw batchMissing()
  return batch
}

interface Reset {
  from: readonly BatchState[]
  changes: BatchChanges
  nowMs: number
}

/** Sets a batch back to its beginning. @returns whether it was in one of the states */
export async function resetBatch(db: Db, id: number, { from, changes, nowMs }: Reset): Promise<boolean> {
  const begun = {
    ...NO_ROWS,
    claims: 0,
    state: 'waiting' as const,
    target: null,
    message: null,
    ...changes,
    alive_at: nowMs,
  }
  const { numUpdatedRows } = await db
    .updateTable('certificate_batches')
    .set((eb) => ({ ...begun, drafts: 0, submitted: 0, run: eb('run', '+', 1) }))
    .where('id', '=', id)
    .where('state', 'in', [...from])
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** @returns whether it could be ended */
export async function endBatch(db: Db, id: number, nowMs: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('certificate_batches')
    .set((eb) => ({ state: 'ended', run: eb('run', '+', 1), alive_at: nowMs }))
    .where('id', '=', id)
    .where('state', '!=', 'listing')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Ends expired batches, and deletes fixed cells and numbers of earlier days. */
export async function endOldBatches(db: Db, nowMs: number): Promise<void> {
  await forgetEarlierDays(db, nowMs)
  await db
    .deleteFrom('certificate_batch_fixes')
    .where('made_at', '<', nowMs - KEPT_MS)
    .execute()
  await db
    .updateTable('certificate_batches')
    .set((eb) => ({ state: 'ended', run: eb('run', '+', 1) }))
    .where('made_at', '<', nowMs - KEPT_MS)
    .where('state', 'not in', [...STORING, 'ended'])
    .execute()
}

/** Batches with work to do whose process gives no sign. */
export async function silentBatches(db: Db, nowMs: number) {
  const rows = await db
    .selectFrom('certificate_batches')
    .select(['id', 'user_id'])
    .where('state', 'in', [...BATCH_BUSY, 'ended'])
    .where('alive_at', '<', nowMs - DEAD_MS)
    .execute()
  return rows.map((row) => ({ ...row, id: Number(row.id) }))
}
