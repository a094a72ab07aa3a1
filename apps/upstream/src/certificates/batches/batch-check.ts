import { SECOND_MS } from '@portal/contract/constants.ts'
import { SheetWanted } from '#certificates/import/table-file.ts'
import { CommandError } from '#platform/commands/command-error.ts'
import type { BatchContext } from './batch-context.ts'
import { deleteRows, emptyBatch, failBatch } from './batch-removal.ts'
import { addCounts, addRowBytes, type BatchEntry, checkLines, storedBytes, sumCounts } from './batch-rows.ts'
import { checkStorage, type OtherBytes, sumOtherBytes } from './batch-storage.ts'
import { addWarnings } from './batch-warnings.ts'
import type { Piece } from './reading/reading-steps.ts'
import { ReadingStopped } from './reading/reading-thread.ts'

/** Time between two extensions of the lease while a file is read, ms. */
const SIGN_MS = 10 * SECOND_MS

/** Reads the file of a batch and checks its rows, from where an earlier run was interrupted. */
export async function checkBatch(context: BatchContext, batch: BatchEntry): Promise<void> {
  try {
    await readAll(context, batch)
  } catch (error) {
    if (error instanceof SheetWanted) {
      const sheets = JSON.stringify(error.sheets.map(({ name, isHidden }) => ({ name, isHidden })))
      await context.update(batch, { state: 'asking', sheets, message: null })
    } else if (!(error instanceof CommandError)) throw error
    else if (hasOtherSheets(batch) && !(error instanceof ReadingStopped)) await askAgain(context, batch, error.message)
    else await failBatch(context, batch, error.message)
  }
}

const hasOtherSheets = ({ sheets }: BatchEntry) => sheets !== '[]'

/** Lets the person choose another sheet, as the chosen one cannot be used. */
async function askAgain(context: BatchContext, batch: BatchEntry, message: string): Promise<void> {
  await emptyBatch(context, batch)
  await context.update(batch, { state: 'asking', message })
}

async function readAll(context: BatchContext, batch: BatchEntry): Promise<void> {
  const isRead = await context.store.usePath(batch.file, async (path) => {
    await readFrom(path, context, batch)
    return true
  })
  if (!isRead) throw new CommandError(`${batch.file_name} 无法读取（没有这个文件）`)
}

async function readFrom(path: string, context: BatchContext, batch: BatchEntry): Promise<void> {
  const { reading } = context
  // An earlier check may have left rows.
  if (batch.state === 'waiting') await deleteRows(context, batch)
  const choice = JSON.parse(batch.choice) as Record<string, string>
  const onAlive = createProgressSign(context, batch)
  const file = { path, name: batch.file_name, sheet: batch.sheet }
  const encoding = await reading.run({ kind: 'open', task: { ...file, choice, skip: batch.rows_done } }, onAlive)
  await context.update(batch, { state: 'checking', encoding })
  const others = await sumOtherBytes(context.db, batch)
  for (;;) {
    const piece = await reading.run({ kind: 'next' }, onAlive)
    if (!piece) break
    await take(context, batch, piece, others)
  }
  await context.update(batch, { state: 'ready', share: 1 })
}

/** Returns a function that extends the lease while a long file is read. */
function createProgressSign(context: BatchContext, batch: BatchEntry): () => void {
  let lastMs = context.now()
  return () => {
    if (context.now() - lastMs < SIGN_MS) return
    lastMs = context.now()
    // A batch that was cancelled ends with the next piece.
    context.update(batch, {}).catch(() => undefined)
  }
}

/** Checks a piece and stores it. */
async function take(context: BatchContext, batch: BatchEntry, piece: Piece, others: OtherBytes): Promise<void> {
  const { lines, rowsDone, share, columns } = piece
  const named = columns && { columns: JSON.stringify(columns), pictures: piece.pictures }
  if (lines.length === 0) {
    await context.update(batch, { ...named })
    return
  }
  // Compared outside of the transaction: what changes meanwhile is found when the batch is stored.
  const rows = await checkLines(context.db, batch, lines, {
    digest: context.digest,
    now: context.now,
    judge: (judged) => context.reading.run({ kind: 'judge', rows: judged }),
  })
  await context.step(batch, { rows_done: rowsDone, share, ...named }, async (trx) => {
    // Corrections of cells that were made meanwhile count too.
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
