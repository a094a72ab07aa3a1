import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../../open.ts'
import { inKeyOrder } from '../table-builders.ts'

/** How many numbers of a day each account has taken, and numbers that nobody saw, to be given again. */
export function dayNumbers(kind: DatabaseKind): Migration {
  return {
    async up({ schema }: Kysely<unknown>) {
      const number = kind === 'sqlite' ? ('text' as const) : sql<string>`text collate "C"`
      await inKeyOrder(
        kind,
        schema
          .createTable('certificate_number_shares')
          .addColumn('day', 'text', (column) => column.notNull())
          .addColumn('user_id', 'text', (column) => column.notNull())
          .addColumn('taken', 'integer', (column) => column.notNull())
          .addPrimaryKeyConstraint('certificate_number_shares_key', ['day', 'user_id']),
      ).execute()
      await inKeyOrder(
        kind,
        schema
          .createTable('certificate_free_numbers')
          .addColumn('day', 'text', (column) => column.notNull())
          .addColumn('certificate_no', number, (column) => column.notNull())
          .addPrimaryKeyConstraint('certificate_free_numbers_key', ['day', 'certificate_no']),
      ).execute()
      const batches = schema.alterTable('certificate_batches')
      await batches.addColumn('numbers', 'integer', (column) => column.notNull().defaultTo(0)).execute()
      await schema.alterTable('certificate_batches').addColumn('numbers_day', 'text').execute()
      await schema
        .alterTable('certificate_batch_rows')
        .addColumn('is_number_given', 'integer', (column) => column.notNull().defaultTo(0))
        .execute()
    },
  }
}
