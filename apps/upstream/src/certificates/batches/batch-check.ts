import { join } from 'node:path'
import { SECOND_MS } from '@portal/contract/constants.ts'
import { SheetWanted } from '#certificates/import/table-file.ts'
import { CommandError } from '#platform/commands/command-error.ts'
import { deleteRows, emptyBatch, failBatch } from './batch-removal.ts'
import { addCounts, addRowBytes, type BatchEntry, checkLines, storedBytes, sumCounts } from './batch-rows.ts'
import { checkStorage, type OtherBytes, otherBytes } from './batch-storage.ts'
import { addWarnings } from './batch-warnings.ts'
import type { BatchWork } from './batch-work.ts'
import type { Piece } from './reading/reading-steps.ts'
import { ReadingStopped } from './reading/reading-thread.ts'

/** Time between two extensions of the lease while a file is read, ms. */
const SIGN_MS = 10 * SECOND_MS

/** Reads the file of a batch and checks its rows, from where an earlier run was interrupted. */
export async function checkBatch(work: BatchWork, batch: BatchEntry): Promise<void> {
  try {
    await readAll(work, batch)
  } catch (error) {
    if (error instanceof SheetWanted) {
      const sheets = JSON.stringify(error.sheets.map(({ name, isHidden }) => ({ name, isHidden })))
      await work.update(batch, { state: 'asking', sheets, message: null })
    } else if (!(error instanceof CommandError)) throw error
    else if (hasOtherSheets(batch) && !(error instanceof ReadingStopped)) await askAgain(work, batch, error.message)
    else await failBatch(work, batch, error.message)
  }
}

const hasOtherSheets = ({ sheets }: BatchEntry) => sheets !== '[]'

/** The chosen sheet cannot be used; another one may. */
async function askAgain(work: BatchWork, batch: BatchEntry, message: string): Promise<void> {
  await emptyBatch(work, batch)
  await work.update(batch, { state: 'asking', message })
}

async function readAll(work: BatchWork, batch: BatchEntry): Promise<void> {
  const { reading, folder } = work
  // Rows of an earlier check.
  if (batch.state === 'waiting') await deleteRows(work, batch)
  const choice = JSON.parse(batch.choice) as Record<string, string>
  const onAlive = createProgressSign(work, batch)
  const file = { path: join(folder, batch.file), name: batch.file_name, sheet: batch.sheet }
  const encoding = await reading.run({ kind: 'open', task: { ...file, choice, skip: batch.rows_done } }, onAlive)
  await work.update(batch, { state: 'checking', encoding })
  const others = await otherBytes(work.db, batch)
  for (;;) {
    const piece = await reading.run({ kind: 'next' }, onAlive)
    if (!piece) break
    await take(work, batch, piece, others)
  }
  await work.update(batch, { state: 'ready', share: 1 })
}

/** Extends the lease while the file is read for long. */
function createProgressSign(work: BatchWork, batch: BatchEntry): () => void {
  let lastMs = work.now()
  return () => {
    if (work.now() - lastMs < SIGN_MS) return
    lastMs = work.now()
    // A batch that was cancelled ends with the next piece.
    work.update(batch, {}).catch(() => undefined)
  }
}

/** Checks a piece and stores it. */
async function take(work: BatchWork, batch: BatchEntry, piece: Piece, others: OtherBytes): Promise<void> {
  const { lines, rowsDone, share, columns } = piece
  const named = columns && { columns: JSON.stringify(columns), has_pictures: Number(piece.hasPictures) }
  if (lines.length === 0) {
    await work.update(batch, { ...named })
    return
  }
  // Compared outside of the transaction: what changes meanwhile is found when the batch is stored.
  const rows = await checkLines(work.db, batch, lines, {
    digest: work.digest,
    now: work.now,
    judge: (judged) => work.reading.run({ kind: 'judge', rows: judged }),
  })
  await work.step(batch, { rows_done: rowsDone, share, ...named }, async (trx) => {
    // Mends that were made meanwhile count too.
    const rowBytes = await addRowBytes(trx, batch.id, storedBytes(rows))
    checkStorage({ ...others, file: batch.file_bytes, rows: rowBytes })
    await trx
      .insertInto('certificate_batch_rows')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const checked = rows.map((row) => ({ ...row, change: row.change ?? null, form: row.form ?? null }))
    await addCounts(trx, batch.id, sumCounts(checked))
    await addWarnings(trx, batch.id, checked)
  })
}
