import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../open.ts'
import { withRowNumber } from './table-builders.ts'

/** Filters of lists that staff saved under a name. */
export function savedViews(kind: DatabaseKind): Migration {
  return {
    async up({ schema }: Kysely<unknown>) {
      await withRowNumber(kind, schema.createTable('saved_views'), 'id')
        .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
        .addColumn('list', 'text', (column) => column.notNull())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('query', 'text', (column) => column.notNull())
        .addColumn('version', 'bigint', (column) => column.notNull())
        .addUniqueConstraint('saved_views_name', ['user_id', 'list', 'name'])
        .execute()
    },
  }
}
