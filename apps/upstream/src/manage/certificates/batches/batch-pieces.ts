import type { Db } from '#db/open.ts'
import type { BatchEntry, StoredRow } from './batch-rows.ts'

/** Rows of one transaction: SQLite keeps other requests waiting for it. */
const PIECE = 200

/** Goes through the rows of a batch in pieces, in the order of the file, each read when the one before is done. */
export async function* rowPieces(db: Db, { id }: Pick<BatchEntry, 'id'>): AsyncGenerator<StoredRow[]> {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('certificate_batch_rows')
      .selectAll()
      .where('batch_id', '=', id)
      .where('line_no', '>', after)
      .orderBy('line_no')
      .limit(PIECE)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    after = last.line_no
    yield rows
  }
}

/** Whether a row of a checked batch becomes a work. */
export const isChanging = ({ change }: StoredRow) => change === 'added' || change === 'corrected'
