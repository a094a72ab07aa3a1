import { searchedText } from '@portal/contract/manage/audit-words/entry-words.ts'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { toEntryParts } from '#manage/audit-log.ts'
import type { DatabaseKind } from '../../open.ts'
import type { Tables } from '../../tables.ts'

/** Rows read at once. */
const CHUNK = 1000
const INDEX = 'audit_log_search'

/** Searches in the audit log look through one text, in an index that they read alone. */
export function auditSearch(kind: DatabaseKind): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable('audit_log')
        .addColumn('search_text', 'text', (column) => column.notNull().defaultTo(''))
        .execute()
      await withoutGuard(db, kind, () => fill(db as Kysely<Tables>))
      await db.schema.dropIndex(INDEX).execute()
      await db.schema
        .createIndex(INDEX)
        .on('audit_log')
        .columns(['id', 'at', 'actor_id', 'action', 'outcome', 'target_kind', 'target_id', 'search_text'])
        .execute()
    },
  }
}

/** The text is no part of what is hashed. */
async function fill(db: Kysely<Tables>): Promise<void> {
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('id', '>', last)
      .orderBy('id')
      .limit(CHUNK)
      .execute()
    for (const row of rows) {
      const text = { search_text: searchedText(toEntryParts(row)) }
      await db.updateTable('audit_log').set(text).where('id', '=', row.id).execute()
    }
    if (rows.length < CHUNK) return
    last = rows.at(-1)?.id ?? last
  }
}

/** The trigger that refuses changes is off meanwhile. */
export async function withoutGuard(db: Kysely<unknown>, kind: DatabaseKind, work: () => Promise<void>): Promise<void> {
  if (kind === 'postgres') {
    await sql`alter table audit_log disable trigger audit_log_no_change`.execute(db)
    await work()
    await sql`alter table audit_log enable trigger audit_log_no_change`.execute(db)
    return
  }
  const found = await sql<{ sql: string }>`select sql from sqlite_master where name = 'audit_log_no_update'`.execute(db)
  await sql`drop trigger audit_log_no_update`.execute(db)
  await work()
  for (const trigger of found.rows) await sql.raw(trigger.sql).execute(db)
}
