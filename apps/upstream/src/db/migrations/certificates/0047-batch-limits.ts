import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What a batch takes on the disk and in the database, and how often it was begun without getting further. */
export function batchLimits(): Migration {
  return {
    async up({ schema }: Kysely<unknown>) {
      for (const [name, type] of [
        ['file_bytes', 'bigint'],
        ['row_bytes', 'bigint'],
        ['claims', 'integer'],
      ] as const) {
        await schema
          .alterTable('certificate_batches')
          .addColumn(name, type, (column) => column.notNull().defaultTo(0))
          .execute()
      }
    },
  }
}
