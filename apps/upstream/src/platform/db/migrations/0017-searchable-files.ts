import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Whether search engines may list a PDF of the library. */
export const addSearchableFiles: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('media')
      .addColumn('is_searchable', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  },
}
