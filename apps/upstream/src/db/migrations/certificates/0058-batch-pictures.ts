import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Whether pictures lie above the cells of a batch's sheet, which it leaves out. */
export function batchPictures(): Migration {
  return {
    async up({ schema }: Kysely<unknown>) {
      await schema
        .alterTable('certificate_batches')
        .addColumn('has_pictures', 'integer', (column) => column.notNull().defaultTo(0))
        .execute()
    },
  }
}
