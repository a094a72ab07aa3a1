import { setImmediate as breathe } from 'node:timers/promises'
import type { BatchContext } from './batch-context.ts'
import { unnumberRows, unreserveBatch } from './batch-numbers.ts'
import { readPieces } from './batch-pieces.ts'
import type { BatchEntry } from './batch-rows.ts'
import { removeHidden } from './batch-staging.ts'
import { NO_ROWS } from './batch-state.ts'

/** Maximum number of rows that one statement deletes. */
const DELETED = 2000

export async function deleteRows(context: BatchContext, batch: BatchEntry): Promise<void> {
  for (;;) {
    await breathe()
    const rows = context.db.selectFrom('certificate_batch_rows').select('line_no').where('batch_id', '=', batch.id)
    const last = (await rows.orderBy('line_no').limit(DELETED).execute()).at(-1)
    if (!last) return
    await context.step(batch, {}, async (trx) => {
      const deleted = trx.deleteFrom('certificate_batch_rows').where('batch_id', '=', batch.id)
      await deleted.where('line_no', '<=', last.line_no).execute()
    })
  }
}

/** Ends a batch whose file cannot be used, and frees its space. @param message text for the page */
export async function failBatch(context: BatchContext, batch: BatchEntry, message: string): Promise<void> {
  await context.update(batch, { state: 'failed', message })
  await clearFailed(context, batch)
}

export async function clearFailed(context: BatchContext, batch: BatchEntry): Promise<void> {
  await deleteFile(context, batch)
  await emptyBatch(context, batch)
}

/** Deletes the file of a batch, which is not read again. */
export async function deleteFile(context: BatchContext, batch: BatchEntry): Promise<void> {
  await context.store.delete(batch.file)
  await context.update(batch, { file_bytes: 0 })
}

/** Deletes the rows of a batch. */
export async function emptyBatch(context: BatchContext, batch: BatchEntry): Promise<void> {
  await deleteRows(context, batch)
  await context.step(batch, NO_ROWS, async (trx) => {
    await trx.deleteFrom('certificate_batch_warnings').where('batch_id', '=', batch.id).execute()
  })
}

/** Deletes a batch with its rows and its file, and what was prepared for storing. */
export async function removeBatch(context: BatchContext, batch: BatchEntry): Promise<void> {
  await unprepareRows(context, batch)
  await emptyBatch(context, batch)
  await context.store.delete(batch.file)
  await context.db.deleteFrom('certificate_batches').where('id', '=', batch.id).execute()
}

/**
 * Removes the prepared rows and releases their numbers, which no person has seen yet.
 * @throws JobLost when another process handles the batch
 */
export async function unprepareRows(context: BatchContext, batch: BatchEntry): Promise<void> {
  for await (const piece of readPieces(context.db, batch)) {
    const prepared = piece.filter(({ change_state }) => change_state !== null)
    const isNumbered = piece.some(({ is_number_given }) => is_number_given === 1)
    if (prepared.length > 0 || isNumbered) {
      await context.step(batch, {}, async (trx) => {
        if (prepared.length > 0) await removeHidden(trx, batch, prepared)
        await unnumberRows(trx, batch, piece, context.now())
      })
    }
    await breathe()
  }
  if (batch.numbers > 0) await context.step(batch, { numbers: 0 }, (trx) => unreserveBatch(trx, batch))
}
