import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Standards in the scope of a mark. Until they are listed no certificate carries the mark. */
export const addMarkScopes: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('marks')
      .addColumn('standards', 'text', (column) => column.notNull().defaultTo('[]'))
      .execute()
    await db.schema
      .alterTable('marks')
      .addColumn('is_printed', 'integer', (column) => column.notNull().defaultTo(1))
      .execute()
  },
}
