import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Tasks that approve certificates one after the other. */
export function certificateApprovals(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('certificate_approvals')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
        .addColumn('items', 'text', (column) => column.notNull())
        .addColumn('source', 'text', (column) => column.notNull())
        .addColumn('total', 'integer', (column) => column.notNull())
        .addColumn('position', 'integer', (column) => column.notNull())
        .addColumn('published', 'integer', (column) => column.notNull())
        .addColumn('refused', 'text', (column) => column.notNull())
        .addColumn('started_at', 'bigint', (column) => column.notNull())
        .addColumn('finished_at', 'bigint')
        .execute()
      await db.schema
        .createIndex('certificate_approvals_user')
        .on('certificate_approvals')
        .columns(['user_id', 'started_at'])
        .execute()
    },
  }
}
