import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Searches are counted once per client and day, as normalised words. What was counted before goes: it is what visitors
 * typed, as they typed it.
 */
export function searches(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await sql`delete from search_terms`.execute(db)
      await db.schema
        .createTable('search_clients')
        .addColumn('day', 'text', (column) => column.notNull())
        .addColumn('client_hash', 'text', (column) => column.notNull())
        .addColumn('keyword', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('search_clients_key', ['day', 'client_hash', 'keyword'])
        .execute()
    },
  }
}
