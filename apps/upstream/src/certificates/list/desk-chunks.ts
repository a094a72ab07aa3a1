import { setImmediate as nextTurn } from 'node:timers/promises'
import { type SqlBool, sql } from 'kysely'
import { type ListedCertificate, readRowsAt } from '#certificates/desk/desk-list.ts'
import type { Db } from '#platform/db/open.ts'
import {
  applyFilter,
  type DeskFilter,
  listPathColumns,
  orderRows,
  type Place,
  parseConclusion,
  parseNumberRange,
  queryConclusionIds,
  queryDeskRows,
  selectBeyond,
} from './desk-paths.ts'

/** Rows of an index that one query reads, whether the filter matches them or not. */
const WINDOW = 500

/**
 * Streams all rows of a filter, newest day first. Each query reads the same number of rows, so that it takes
 * milliseconds with every filter, and none stays open between them.
 */
export async function* streamDeskChunks(db: Db, filter: DeskFilter): AsyncGenerator<ListedCertificate[]> {
  const path = listPathColumns(filter)
  for (let place: Place | undefined, isLast = false; !isLast; ) {
    const ordered = selectBeyond(applyFilter(queryDeskRows(db), filter, path, true), place)
    const last = await orderRows(ordered.select(['row.day', 'row.certificate_no']))
      .offset(WINDOW - 1)
      .limit(1)
      .executeTakeFirst()
    const keys = await orderRows(
      queryWindow(db, filter, place, last).select(['row.day', 'row.certificate_no']),
    ).execute()
    if (keys.length > 0) yield await readRowsAt(db, keys)
    place = last
    isLast = last === undefined
    // SQLite answers synchronously: without a turn of the event loop other requests would wait for the whole export.
    await nextTurn()
  }
}

/** Finds the rows of the filter after a place, up to the last one of the window. */
function queryWindow(db: Db, filter: DeskFilter, place: Place | undefined, last: Place | undefined) {
  const range = parseNumberRange(filter.search)
  const part = parseConclusion(filter.search)
  let rows = selectBeyond(applyFilter(queryDeskRows(db), filter, listPathColumns(filter)), place)
  if (last) rows = rows.where(sql<SqlBool>`(row.day, row.certificate_no) >= (${last.day}, ${last.certificate_no})`)
  if (part) rows = rows.where(sql<SqlBool>`(row.conclusion_id + 0) in ${queryConclusionIds(db, part)}`)
  if (!range) return rows
  const number = sql`(row.certificate_no || '')`
  return rows.where(sql<SqlBool>`${number} >= ${range.first} and ${number} < ${range.below}`)
}
