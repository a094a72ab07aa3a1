import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Entries of the audit log that were hashed without a key are marked, and sealed at the next start. */
export function auditBase(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('audit_head').addColumn('base', 'text').execute()
      await sql`update audit_head set base = 'plain' where entries > 0`.execute(db)
    },
  }
}
