import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import { unnumberRows, unreserveBatch } from './batch-numbers.ts'
import { rowPieces } from './batch-pieces.ts'
import type { BatchEntry } from './batch-rows.ts'
import { removeHidden } from './batch-staging.ts'
import { NO_ROWS } from './batch-state.ts'
import type { BatchWork } from './batch-work.ts'

/** Rows that one statement deletes. */
const DELETED = 2000

export async function deleteRows(work: BatchWork, batch: BatchEntry): Promise<void> {
  for (;;) {
    await breathe()
    const rows = work.db.selectFrom('certificate_batch_rows').select('line_no').where('batch_id', '=', batch.id)
    const last = (await rows.orderBy('line_no').limit(DELETED).execute()).at(-1)
    if (!last) return
    await work.step(batch, {}, async (trx) => {
      const deleted = trx.deleteFrom('certificate_batch_rows').where('batch_id', '=', batch.id)
      await deleted.where('line_no', '<=', last.line_no).execute()
    })
  }
}

/** Ends a batch whose file cannot be used: it takes no more space. @param message what the page shows */
export async function failBatch(work: BatchWork, batch: BatchEntry, message: string): Promise<void> {
  await work.update(batch, { state: 'failed', message })
  await clearFailed(work, batch)
}

export async function clearFailed(work: BatchWork, batch: BatchEntry): Promise<void> {
  await deleteFile(work, batch)
  await emptyBatch(work, batch)
}

/** Deletes the file of a batch that is not read again. */
export async function deleteFile(work: BatchWork, batch: BatchEntry): Promise<void> {
  await rm(join(work.folder, batch.file), { force: true })
  await work.update(batch, { file_bytes: 0 })
}

/** Deletes the rows of a batch. */
export async function emptyBatch(work: BatchWork, batch: BatchEntry): Promise<void> {
  await deleteRows(work, batch)
  await work.step(batch, NO_ROWS, async (trx) => {
    await trx.deleteFrom('certificate_batch_warnings').where('batch_id', '=', batch.id).execute()
  })
}

/** Deletes a batch with its rows and its file, and what was prepared for storing. */
export async function removeBatch(work: BatchWork, batch: BatchEntry): Promise<void> {
  await unprepareRows(work, batch)
  await emptyBatch(work, batch)
  await rm(join(work.folder, batch.file), { force: true })
  await work.db.deleteFrom('certificate_batches').where('id', '=', batch.id).execute()
}

/**
 * Removes the prepared rows and releases their numbers, which no person has seen yet.
 * @throws JobLost when another process handles the batch
 */
export async function unprepareRows(work: BatchWork, batch: BatchEntry): Promise<void> {
  for await (const piece of rowPieces(work.db, batch)) {
    const prepared = piece.filter(({ change_state }) => change_state !== null)
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
