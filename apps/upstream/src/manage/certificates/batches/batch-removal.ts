import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import type { Db } from '#db/open.ts'
import { removeHidden } from './batch-hidden.ts'
import type { BatchWork } from './batch-jobs.ts'
import { unnumberRows, unreserveBatch } from './batch-numbers.ts'
import { rowPieces } from './batch-pieces.ts'
import type { BatchEntry } from './batch-rows.ts'

/** Rows that one statement deletes. */
const DELETED = 2000

export async function deleteRows(db: Db, batchId: number): Promise<void> {
  for (;;) {
    const some = db
      .selectFrom('certificate_batch_rows')
      .select('line_no')
      .where('batch_id', '=', batchId)
      .limit(DELETED)
    const { numDeletedRows } = await db
      .deleteFrom('certificate_batch_rows')
      .where('batch_id', '=', batchId)
      .where('line_no', 'in', some)
      .executeTakeFirst()
    if (numDeletedRows === 0n) return
  }
}

/** Deletes a batch with its rows and its file, and what was prepared for storing. */
export async function removeBatch(work: BatchWork, batch: BatchEntry): Promise<void> {
  await unprepareRows(work, batch)
  const { db, folder } = work
  const { id, file } = batch
  await deleteRows(db, id)
  await db.deleteFrom('certificate_batch_warnings').where('batch_id', '=', id).execute()
  await rm(join(folder, file), { force: true })
  await db.deleteFrom('certificate_batches').where('id', '=', id).execute()
}

/**
 * Takes back what was prepared for storing, and gives its numbers back: nobody has seen them.
 * @throws BatchEnded when somebody else works on the batch
 */
export async function unprepareRows(work: BatchWork, batch: BatchEntry): Promise<void> {
  for await (const piece of rowPieces(work.db, batch)) {
    const prepared = piece.filter(({ work_state }) => work_state !== null)
    const isNumbered = piece.some(({ is_number_given }) => is_number_given === 1)
    if (prepared.length > 0 || isNumbered) {
      await work.step(batch, {}, async (trx) => {
        if (prepared.length > 0) await removeHidden(trx, batch, prepared)
        await unnumberRows(trx, batch, piece, work.now())
      })
    }
    await breathe()
  }
  if (batch.numbers > 0) await work.step(batch, { numbers: 0 }, (trx) => unreserveBatch(trx, batch))
}
