import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Daily counters, and when mail and the audit log were last seen well. */
export function figures(): Migration {
  return {
    async up({ schema }: Kysely<unknown>) {
      await schema
        .createTable('daily_counts')
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('day', 'text', (column) => column.notNull())
        .addColumn('key', 'text', (column) => column.notNull())
        .addColumn('times', 'bigint', (column) => column.notNull())
        // A kind's days are read together.
        .addPrimaryKeyConstraint('daily_counts_key', ['kind', 'day', 'key'])
        .execute()
      await schema
        .createTable('health_marks')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('detail', 'text', (column) => column.notNull())
        .execute()
      // Few certificates are drafts.
      await schema
        .createIndex('certificates_drafts')
        .on('certificates')
        .columns(['imported_at', 'certificate_no'])
        .where(sql.ref('state'), '=', 'draft')
        .execute()
    },
  }
}
