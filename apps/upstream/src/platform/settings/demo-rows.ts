import type { DemoKind } from '@portal/contract/site/demo.ts'
import type { Db } from '#platform/db/open.ts'
import { isAny } from '#platform/db/queries.ts'

/** Rows per statement. */
const ROWS_A_STATEMENT = 500

/** Marks rows as demo content, in the transaction that inserts them. */
export async function markDemo(
  trx: Db,
  kind: DemoKind,
  rows: readonly { id: string | number; value?: string }[],
): Promise<void> {
  const marks = rows.map(({ id, value = null }) => ({ kind, id: String(id), value }))
  for (let at = 0; at < marks.length; at += ROWS_A_STATEMENT) {
    await trx
      .insertInto('demo_rows')
      .values(marks.slice(at, at + ROWS_A_STATEMENT))
      .execute()
  }
}

/** Returns whether the site still has the demo content that it was filled with. */
export async function hasDemoContent(db: Db): Promise<boolean> {
  return await isAny(db.selectFrom('demo_rows').select('id').limit(1))
}

/** Makes the id of a hot search, whose key has two columns. */
export const makeSearchId = ({ day, keyword }: { day: string; keyword: string }) => `${day} ${keyword}`

export function parseSearchId(id: string): { day: string; keyword: string } {
  const at = id.indexOf(' ')
  return { day: id.slice(0, at), keyword: id.slice(at + 1) }
}
