import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Marks of the installation, with which a start compares its key and its file store (decision 0068). */
export const addInstance: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('instance')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .execute()
  },
}
