import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Sizes of uploaded pictures that are not in the library, so that readers are offered smaller widths of large ones. */
export const addUploadSizes: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('upload_sizes')
      .addColumn('file', 'text', (column) => column.primaryKey())
      .addColumn('width', 'integer', (column) => column.notNull())
      .addColumn('height', 'integer', (column) => column.notNull())
      .execute()
  },
}
