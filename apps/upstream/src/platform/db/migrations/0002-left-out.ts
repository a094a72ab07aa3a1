import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * What files of certificates leave out: published values that a correction empties, and the number of pictures above the cells.
 * It replaces `has_pictures`, which stays for the previous release.
 */
export function addLeftOut(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('pending_changes').addColumn('emptied', 'text').execute()
      await db.schema
        .alterTable('certificate_batches')
        .addColumn('pictures', 'integer', (column) => column.notNull().defaultTo(0))
        .execute()
    },
  }
}
