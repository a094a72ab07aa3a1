import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../../open.ts'
import { inKeyOrder } from '../table-builders.ts'

/** Certificates that did not match the public log when they were to be shown, and what lookups need to compare them. */
export function outletChecks(kind: DatabaseKind): Migration {
  return {
    async up({ schema }: Kysely<unknown>) {
      await schema.createIndex('log_entries_record').on('log_entries').column('record_id').execute()
      await schema
        .alterTable('partner_days')
        .addColumn('mismatch', 'integer', (column) => column.notNull().defaultTo(0))
        .execute()
      await inKeyOrder(
        kind,
        schema
          .createTable('certificate_mismatches')
          .addColumn('certificate_no', 'text', (column) => column.primaryKey())
          .addColumn('why', 'text', (column) => column.notNull())
          .addColumn('first_at', 'bigint', (column) => column.notNull())
          .addColumn('last_at', 'bigint', (column) => column.notNull())
          .addColumn('alarmed_on', 'text', (column) => column.notNull()),
      ).execute()
    },
  }
}
