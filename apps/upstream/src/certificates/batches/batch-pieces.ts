import { sql } from 'kysely'
import type { Db } from '#platform/db/open.ts'
import type { BatchEntry, StoredRow } from './batch-rows.ts'

/** Maximum of one transaction, which blocks other requests on SQLite: number of rows, and characters of their texts. */
const PIECE_ROWS = 200
const PIECE_CHARS = 512 * 1024

/** Yields the rows of a batch in pieces, in the order of the file; each piece is read after the previous one is done. */
export async function* readPieces(db: Db, { id }: Pick<BatchEntry, 'id'>): AsyncGenerator<StoredRow[]> {
  for (let after = 0; ; ) {
    const last = await lastOfPiece(db, id, after)
    if (last === undefined) return
    const rows = await readRows(db, id, after).selectAll().where('line_no', '<=', last).execute()
    after = last
    yield rows
  }
}

const readRows = (db: Db, batchId: number, after: number) =>
  db
    .selectFrom('certificate_batch_rows')
    .where('batch_id', '=', batchId)
    .where('line_no', '>', after)
    .orderBy('line_no')

/** @returns the last line of the next piece; `undefined` behind the last row */
async function lastOfPiece(db: Db, batchId: number, after: number): Promise<number | undefined> {
  const sizes = await readRows(db, batchId, after)
    .select(['line_no', sql<number>`length(cells) + coalesce(length(form), 0)`.as('characters')])
    .limit(PIECE_ROWS)
    .execute()
  let sum = 0
  const selectBeyond = sizes.findIndex(({ characters }, at) => {
    sum += characters
    return at > 0 && sum > PIECE_CHARS
  })
  return sizes.at(selectBeyond < 0 ? -1 : selectBeyond - 1)?.line_no
}

/** Whether a row of a checked batch becomes a pending change. */
export const isChanging = ({ change }: StoredRow) => change === 'added' || change === 'corrected'
