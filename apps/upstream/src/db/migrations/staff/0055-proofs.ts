import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Renewals of proofs apart from the proofs, networks of proofs, and counts that all instances share. */
export function proofs(): Migration {
  return {
    async up({ schema }: Kysely<unknown>) {
      await schema.alterTable('sessions').addColumn('renewed_at', 'bigint').execute()
      await schema
        .createTable('proved_networks')
        .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
        .addColumn('network', 'text', (column) => column.notNull())
        .addColumn('proved_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('proved_networks_key', ['user_id', 'network'])
        .execute()
      await schema
        .createTable('limit_windows')
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('key', 'text', (column) => column.notNull())
        .addColumn('uses', 'integer', (column) => column.notNull())
        .addColumn('ends_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('limit_windows_key', ['kind', 'key'])
        .execute()
      await schema.createIndex('limit_windows_end').on('limit_windows').column('ends_at').execute()
    },
  }
}
