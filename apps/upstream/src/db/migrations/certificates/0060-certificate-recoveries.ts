import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../../open.ts'
import { inKeyOrder } from '../table-builders.ts'

/** Certificates that came back after the restore of a backup. */
export function certificateRecoveries(kind: DatabaseKind): Migration {
  // Numbers are compared by code point on both.
  const number = kind === 'sqlite' ? ('text' as const) : sql<string>`text collate "C"`
  return {
    async up({ schema }: Kysely<unknown>) {
      await inKeyOrder(
        kind,
        schema
          .createTable('certificate_recoveries')
          .addColumn('certificate_no', number, (column) => column.primaryKey())
          .addColumn('idx', 'bigint', (column) => column.notNull())
          .addColumn('at', 'bigint', (column) => column.notNull()),
      ).execute()
    },
  }
}
