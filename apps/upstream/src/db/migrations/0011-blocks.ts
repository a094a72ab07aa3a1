import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Who has blocked whom. */
export function blocks(): Migration {
  return {
    async up({ schema }: Kysely<unknown>) {
      await schema
        .createTable('blocks')
        .addColumn('blocker_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
        .addColumn('blocked_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('blocks_key', ['blocker_id', 'blocked_id'])
        .execute()
    },
  }
}
