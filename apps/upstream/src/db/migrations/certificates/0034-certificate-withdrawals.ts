import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../../open.ts'

/** Withdrawals: of a certificate whose correction is in work, by one signatory in an emergency, and on a public page. */
export function certificateWithdrawals(kind: DatabaseKind): Migration {
  // Numbers are compared by code point on both.
  const number = kind === 'sqlite' ? ('text' as const) : sql<string>`text collate "C"`
  return {
    async up({ schema }: Kysely<unknown>) {
      await schema.alterTable('certificate_works').addColumn('set_aside', 'text').execute()
      await schema
        .createTable('certificate_confirmations')
        .addColumn('certificate_no', number, (column) => column.primaryKey())
        .addColumn('by_id', 'text', (column) => column.notNull().references('users.id'))
        .addColumn('by_name', 'text', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('alarmed_at', 'bigint')
        .execute()
      await schema.createIndex('certificate_confirmations_by').on('certificate_confirmations').column('by_id').execute()
      await schema
        .createIndex('certificates_noticed')
        .on('certificates')
        .columns(['noticed_on', 'certificate_no'])
        .where(sql.ref('noticed_on'), 'is not', null)
        .execute()
    },
  }
}
