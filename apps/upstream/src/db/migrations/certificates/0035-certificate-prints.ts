import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../../open.ts'
import { withRowNumber } from '../table-builders.ts'

/** Which certificates were printed, by whom. */
export function certificatePrints(kind: DatabaseKind): Migration {
  return {
    async up({ schema }: Kysely<unknown>) {
      await withRowNumber(kind, schema.createTable('certificate_prints'), 'id')
        .addColumn('certificate_no', kind === 'sqlite' ? 'text' : sql`text collate "C"`, (column) => column.notNull())
        .addColumn('version', 'integer', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('has_code', 'integer', (column) => column.notNull())
        .addColumn('by_id', 'text', (column) => column.notNull().references('users.id'))
        .addColumn('by_name', 'text', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .execute()
      const number = schema.createIndex('certificate_prints_number').on('certificate_prints')
      await number.columns(['certificate_no', 'id']).execute()
      await schema.createIndex('certificate_prints_by').on('certificate_prints').column('by_id').execute()
    },
  }
}
