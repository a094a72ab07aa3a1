import { type SelectQueryBuilder, sql } from 'kysely'
import type { Page } from '#platform/http/paging.ts'
import type { Db } from './open.ts'
import type { Tables } from './tables.ts'

/** Returns whether a query finds or changes a row. */
export async function isAny(query: { executeTakeFirst(): Promise<unknown> }): Promise<boolean> {
  return (await query.executeTakeFirst()) !== undefined
}

/** Counts the rows of a query without columns. */
export async function countRows<DB, TB extends keyof DB>(query: SelectQueryBuilder<DB, TB, object>): Promise<number> {
  const counted = query.select((eb) => eb.fn.countAll<number>().as('count'))
  return ((await counted.executeTakeFirstOrThrow()) as { count: number }).count
}

/** Counts the rows of a query up to a limit. */
export async function countUpTo<TB extends keyof Tables>(
  db: Db,
  rows: SelectQueryBuilder<Tables, TB, object>,
  max: number,
): Promise<number> {
  const limitedRows = rows.select(sql.lit(1).as('one')).limit(max)
  return await countRows(db.selectFrom(limitedRows.as('some')))
}

/**
 * Reads one page of rows, and counts the rows on all pages.
 * @param rows with their columns, in order
 * @param all the same rows without columns
 */
export async function readPage<DB, TB extends keyof DB, Row, AllDB, AllTB extends keyof AllDB>(
  rows: SelectQueryBuilder<DB, TB, Row>,
  all: SelectQueryBuilder<AllDB, AllTB, object>,
  { size, offset }: Page,
) {
  const [found, total] = await Promise.all([rows.limit(size).offset(offset).execute(), countRows(all)])
  return { rows: found, total }
}
