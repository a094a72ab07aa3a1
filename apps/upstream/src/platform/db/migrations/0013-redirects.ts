import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../open.ts'

/** Addresses that have moved. */
export function addRedirectTable(kind: DatabaseKind): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('redirects')
        .addColumn('from_path', kind === 'postgres' ? sql`text collate "C"` : 'text', (column) => column.primaryKey())
        .addColumn('to_address', 'text', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('actor_id', 'text')
        .execute()
    },
  }
}
