import type { BatchCounts, BatchRow } from '@portal/contract/certificates/desk/batches.ts'
import type { Db } from '#platform/db/open.ts'
import { batchFixTooLarge } from '#platform/errors.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { type BatchCells, checkRowSize, fixCell } from './batch-cells.ts'
import {
  addCounts,
  addRowBytes,
  type BatchEntry,
  batchSeal,
  checkLines,
  type StoredRow,
  storedBytes,
  sumCounts,
  toLines,
  viewRow,
} from './batch-rows.ts'
import { checkFixedSize } from './batch-storage.ts'
import { addWarnings } from './batch-warnings.ts'

export interface CellFix {
  lineNo: number
  member: string
  value: string
}

/** Maximum number of rows that are checked again because they have the number of a corrected row. */
const OTHERS_MAX = 200

/**
 * Fixes cells of a batch, and checks their rows and those of the same number again.
 * @returns the fixed rows
 * @throws AppError when a row, or the batch, would become too large
 */
export async function fixCells(
  trx: Db,
  batch: BatchEntry,
  fixes: readonly CellFix[],
  context: { digest: Digest; now: () => number },
): Promise<{ rows: BatchRow[]; counts: BatchCounts }> {
  const { digest, now } = context
  const lines = [...new Set(fixes.map(({ lineNo }) => lineNo))]
  const before = await readRows(trx, batch.id, lines)
  checkSizes(before, fixes, digest)
  const seal = batchSeal(digest)
  const { user_id, file_hash } = batch
  for (const { lineNo, member, value } of fixes) {
    const row = { user_id, file_hash, sheet: batch.sheet ?? '', line_no: lineNo, member, made_at: now() }
    const sealed = seal.seal(value, file_hash)
    await trx
      .insertInto('certificate_batch_fixes')
      .values({ ...row, value: sealed })
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'file_hash', 'sheet', 'line_no', 'member'])
          .doUpdateSet({ value: sealed, made_at: now() }),
      )
      .execute()
  }
  const after = await recheck(trx, batch, before, context)
  const numbers = [...before, ...after].flatMap(({ certificate_no }) => certificate_no ?? [])
  const others = await sameNumbers(trx, batch.id, [...new Set(numbers)], lines)
  await recheck(trx, batch, others, context)
  const counted = await trx
    .selectFrom('certificate_batches')
    .selectAll()
    .where('id', '=', batch.id)
    .executeTakeFirstOrThrow()
  // A fix that makes a batch smaller is always accepted.
  if (counted.row_bytes > batch.row_bytes) await checkFixedSize(trx, counted)
  const { added, corrected, unchanged, warned, faulty, pending } = counted
  const rows = await readRows(trx, batch.id, lines)
  return { rows: rows.map(viewRow), counts: { added, corrected, unchanged, warned, faulty, pending } }
}

/** @throws AppError when a fix makes its row too large */
function checkSizes(rows: readonly StoredRow[], fixes: readonly CellFix[], digest: Digest): void {
  for (const line of toLines(rows, digest)) {
    const own = fixes.filter(({ lineNo }) => lineNo === line.lineNo)
    const { cells } = own.reduce<BatchCells>((row, { member, value }) => fixCell(row, member, value), line)
    const refusal = checkRowSize(cells)
    if (refusal) throw batchFixTooLarge(line.lineNo, refusal)
  }
}

const readRows = (db: Db, batchId: number, lines: readonly number[]): Promise<StoredRow[]> =>
  db
    .selectFrom('certificate_batch_rows')
    .selectAll()
    .where('batch_id', '=', batchId)
    .where('line_no', 'in', [...lines])
    .orderBy('line_no')
    .execute()

async function sameNumbers(
  db: Db,
  batchId: number,
  numbers: readonly string[],
  but: readonly number[],
): Promise<StoredRow[]> {
  if (numbers.length === 0) return []
  return await db
    .selectFrom('certificate_batch_rows')
    .selectAll()
    .where('batch_id', '=', batchId)
    .where('certificate_no', 'in', [...numbers])
    .where('line_no', 'not in', [...but])
    .orderBy('line_no')
    .limit(OTHERS_MAX)
    .execute()
}

async function recheck(
  trx: Db,
  batch: BatchEntry,
  rows: readonly StoredRow[],
  context: { digest: Digest; now: () => number },
): Promise<StoredRow[]> {
  if (rows.length === 0) return []
  const checked = await checkLines(trx, batch, toLines(rows, context.digest), context)
  const lines = rows.map(({ line_no }) => line_no)
  await trx
    .deleteFrom('certificate_batch_rows')
    .where('batch_id', '=', batch.id)
    .where('line_no', 'in', lines)
    .execute()
  await trx.insertInto('certificate_batch_rows').values(checked).execute()
  const after = await readRows(trx, batch.id, lines)
  await addCounts(trx, batch.id, sumCounts(rows), -1)
  await addWarnings(trx, batch.id, rows, -1)
  await addCounts(trx, batch.id, sumCounts(after))
  await addRowBytes(trx, batch.id, storedBytes(after) - storedBytes(rows))
  await addWarnings(trx, batch.id, after)
  return after
}
