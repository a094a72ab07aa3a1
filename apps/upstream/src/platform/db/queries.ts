import type { SelectQueryBuilder } from 'kysely'
import type { Page } from '#platform/http/paging.ts'

/** Whether a query finds or changes a row. */
export async function isAny(query: { executeTakeFirst(): Promise<unknown> }): Promise<boolean> {
  return (await query.executeTakeFirst()) !== undefined
}

/** Number of rows of a query, to which no column has been added yet. */
export async function countRows<DB, TB extends keyof DB>(query: SelectQueryBuilder<DB, TB, object>): Promise<number> {
  const counted = query.select((eb) => eb.fn.countAll<number>().as('count'))
  return ((await counted.executeTakeFirstOrThrow()) as { count: number }).count
}

/**
 * One page of rows, and the number of rows on all pages.
 * @param rows with their columns, in order
 * @param all the same rows, to which no column has been added yet
 */
export async function readPage<DB, TB extends keyof DB, Row, AllDB, AllTB extends keyof AllDB>(
  rows: SelectQueryBuilder<DB, TB, Row>,
  all: SelectQueryBuilder<AllDB, AllTB, object>,
  { size, offset }: Page,
) {
  return { rows: await rows.limit(size).offset(offset).execute(), total: await countRows(all) }
}
