import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '#db/open.ts'
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

/** Deletes a batch with its rows and its file. */
export async function removeBatch(
  { db, folder }: { db: Db; folder: string },
  { id, file }: Pick<BatchEntry, 'id' | 'file'>,
): Promise<void> {
  await deleteRows(db, id)
  await rm(join(folder, file), { force: true })
  await db.deleteFrom('certificate_batches').where('id', '=', id).execute()
}

/** Takes back what was prepared for storing. */
export async function unprepareRows(db: Db, { id }: BatchEntry): Promise<void> {
  await db
    .updateTable('certificate_batch_rows')
    .set({ work_state: null, body: null, content_hash: null, check_code_hash: null, code_sealed: null })
    .where('batch_id', '=', id)
    .where('work_state', 'is not', null)
    .execute()
}
