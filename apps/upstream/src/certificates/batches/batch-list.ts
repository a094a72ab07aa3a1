import { BATCH_PAGE_SIZE, type BatchState, type RowView } from '@portal/contract/certificates/desk/batch-rules.ts'
import type { Batch, BatchRow } from '@portal/contract/certificates/desk/batches.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import type { Db } from '#platform/db/open.ts'
import { batchMissing } from '#platform/errors.ts'
import { type BatchEntry, parseColumns, viewRow } from './batch-rows.ts'
import { listWarnings } from './batch-warnings.ts'

const LISTED_MAX = 10

const own = (db: Db, userId: string) =>
  db.selectFrom('certificate_batches').selectAll().where('user_id', '=', userId).where('state', '!=', 'ended')

/** Reads a batch of the caller. @throws AppError when it is unknown or belongs to another account */
export async function findBatch(db: Db, userId: string, id: number): Promise<BatchEntry> {
  const batch = await own(db, userId).where('id', '=', id).executeTakeFirst()
  if (!batch) throw batchMissing()
  return batch
}

export async function ownBatches(db: Db, userId: string): Promise<BatchEntry[]> {
  return await own(db, userId).orderBy('id', 'desc').limit(LISTED_MAX).execute()
}

export async function viewBatch(db: Db, batch: BatchEntry): Promise<Batch> {
  const { added, corrected, unchanged, warned, faulty, pending } = batch
  return {
    id: batch.id,
    fileName: batch.file_name,
    state: batch.state as BatchState,
    message: batch.message,
    sheets: JSON.parse(batch.sheets) as Batch['sheets'],
    sheet: batch.sheet,
    encoding: batch.encoding,
    columns: parseColumns(batch),
    pictures: batch.pictures,
    rows: batch.rows_done,
    share: batch.share,
    counts: { added, corrected, unchanged, warned, faulty, pending },
    warnings: warned > 0 ? await listWarnings(db, batch.id) : [],
    withoutReason: corrected > 0 ? await withoutReason(db, batch.id) : 0,
    drafts: batch.drafts,
    submitted: batch.submitted,
    time: toWireDateTime(batch.made_at),
  }
}

export async function withoutReason(db: Db, batchId: number): Promise<number> {
  const { n } = await db
    .selectFrom('certificate_batch_rows')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('batch_id', '=', batchId)
    .where('change', '=', 'corrected')
    .where('needs_reason', '=', 1)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Reads a page of checked rows, in the order of the file. */
export async function listRows(
  db: Db,
  batchId: number,
  { show = 'all', after = 0 }: { show?: RowView; after?: number },
): Promise<{ rows: BatchRow[]; next: number | null }> {
  let query = db
    .selectFrom('certificate_batch_rows')
    .selectAll()
    .where('batch_id', '=', batchId)
    .where('line_no', '>', after)
  if (show === 'faulty') query = query.where('is_faulty', '=', 1)
  if (show === 'warned') query = query.where('is_warned', '=', 1)
  if (show === 'corrected') query = query.where('change', '=', 'corrected')
  const rows = await query
    .orderBy('line_no')
    .limit(BATCH_PAGE_SIZE + 1)
    .execute()
  const page = rows.slice(0, BATCH_PAGE_SIZE)
  return { rows: page.map(viewRow), next: rows.length > page.length ? (page.at(-1)?.line_no ?? null) : null }
}
