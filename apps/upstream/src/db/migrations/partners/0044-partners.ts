import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../../open.ts'
import { inKeyOrder, withRowNumber } from '../table-builders.ts'

const COUNTERS = ['taken', 'valid', 'reissued', 'withdrawn', 'examination', 'unknown', 'malformed', 'refused']

/** Partners, their keys, and their use by day. */
export function partners(kind: DatabaseKind): Migration {
  return {
    async up({ schema }: Kysely<unknown>) {
      await withRowNumber(kind, schema.createTable('partners'), 'id')
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('contact_email', 'text', (column) => column.notNull())
        .addColumn('scopes', 'text', (column) => column.notNull())
        .addColumn('daily_quota', 'integer', (column) => column.notNull())
        .addColumn('addresses', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('version', 'integer', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute()
      await withRowNumber(kind, schema.createTable('partner_keys'), 'id')
        .addColumn('partner_id', 'bigint', (column) => column.notNull().references('partners.id').onDelete('cascade'))
        .addColumn('key_hash', 'text', (column) => column.notNull().unique())
        .addColumn('last_four', 'text', (column) => column.notNull())
        .addColumn('is_test', 'integer', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('ends_at', 'bigint')
        .addColumn('revoked_at', 'bigint')
        .addColumn('last_used_day', 'text')
        .execute()
      await schema.createIndex('partner_keys_partner').on('partner_keys').columns(['partner_id', 'id']).execute()
      const days = COUNTERS.reduce(
        (table, name) => table.addColumn(name, 'integer', (column) => column.notNull().defaultTo(0)),
        schema
          .createTable('partner_days')
          .addColumn('partner_id', 'bigint', (column) => column.notNull().references('partners.id').onDelete('cascade'))
          .addColumn('day', 'text', (column) => column.notNull()),
      )
      await inKeyOrder(
        kind,
        days.addColumn('alarmed_at', 'bigint').addPrimaryKeyConstraint('partner_days_key', ['partner_id', 'day']),
      ).execute()
    },
  }
}
