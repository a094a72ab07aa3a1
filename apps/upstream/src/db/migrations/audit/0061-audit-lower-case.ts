import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../../open.ts'
import type { Tables } from '../../tables.ts'
import { withoutGuard } from './0056-audit-search.ts'

/** Rows read at once. */
const CHUNK = 1000

/** Searches in the audit log compare lower case with lower case. */
export function auditLowerCase(kind: DatabaseKind): Migration {
  return {
    up: (db: Kysely<unknown>) => withoutGuard(db, kind, () => lowerTexts(db as Kysely<Tables>)),
  }
}

async function lowerTexts(db: Kysely<Tables>): Promise<void> {
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('audit_log')
      .select(['id', 'search_text'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(CHUNK)
      .execute()
    for (const { id, search_text } of rows) {
      const lower = search_text.toLowerCase()
      if (lower !== search_text)
        await db.updateTable('audit_log').set({ search_text: lower }).where('id', '=', id).execute()
    }
    if (rows.length < CHUNK) return
    last = rows.at(-1)?.id ?? last
  }
}
