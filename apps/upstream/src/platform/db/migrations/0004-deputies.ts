import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Signatories who stand in for another one: the record that they act for. */
export function addDeputies(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable('signatories')
        .addColumn('deputy_of', 'bigint', (column) => column.references('signatories.id'))
        .execute()
    },
  }
}
