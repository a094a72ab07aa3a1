import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../../open.ts'
import { inKeyOrder, withRowNumber } from '../table-builders.ts'

/** Certificates that members keep, shares of certificates, and notices of their changes. */
export function keeping(kind: DatabaseKind): Migration {
  // Numbers are compared by code point on both.
  const number = kind === 'sqlite' ? ('text' as const) : sql<string>`text collate "C"`
  return {
    async up({ schema }: Kysely<unknown>) {
      await kept(kind, number, schema)
      await shares(kind, number, schema)
      await notices(kind, number, schema)
    },
  }
}

type ColumnType = 'text' | ReturnType<typeof sql<string>>
type Schema = Kysely<unknown>['schema']

async function kept(kind: DatabaseKind, number: ColumnType, schema: Schema) {
  await inKeyOrder(
    kind,
    schema
      .createTable('kept_certificates')
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('certificate_no', number, (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('kept_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('kept_certificates_key', ['user_id', 'certificate_no']),
  ).execute()
  await schema
    .createIndex('kept_certificates_keepers')
    .on('kept_certificates')
    .columns(['certificate_no', 'user_id'])
    .execute()
  await schema
    .createIndex('kept_certificates_newest')
    .on('kept_certificates')
    .columns(['user_id', 'kept_at', 'certificate_no'])
    .execute()
  await schema
    .createTable('kept_mail_refusals')
    .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
    .execute()
}

async function shares(kind: DatabaseKind, number: ColumnType, schema: Schema) {
  await withRowNumber(kind, schema.createTable('certificate_shares'), 'id')
    .addColumn('secret_hash', 'text', (column) => column.notNull().unique())
    .addColumn('certificate_no', number, (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('client', 'text')
    .addColumn('revoke_hash', 'text', (column) => column.unique())
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('ends_at', 'bigint', (column) => column.notNull())
    .addColumn('revoked_at', 'bigint')
    .execute()
  for (const by of ['user_id', 'client']) {
    const index = schema.createIndex(`certificate_shares_${by}`).on('certificate_shares')
    await index.columns([by, 'certificate_no']).execute()
  }
  await schema.createIndex('certificate_shares_end').on('certificate_shares').column('ends_at').execute()
  await schema
    .createTable('certificate_share_opens')
    .addColumn('share_id', 'bigint', (column) =>
      column.notNull().references('certificate_shares.id').onDelete('cascade'),
    )
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('times', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('certificate_share_opens_key', ['share_id', 'day'])
    .execute()
}

async function notices(kind: DatabaseKind, number: ColumnType, schema: Schema) {
  await withRowNumber(kind, schema.createTable('certificate_notices'), 'id')
    .addColumn('certificate_no', number, (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('newer_no', number)
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('notified_to', 'text', (column) => column.notNull())
    .addColumn('is_done', 'integer', (column) => column.notNull())
    .addUniqueConstraint('certificate_notices_change', ['certificate_no', 'kind', 'version'])
    .execute()
  await schema.createIndex('certificate_notices_open').on('certificate_notices').columns(['is_done', 'id']).execute()
  await withRowNumber(kind, schema.createTable('certificate_mails'), 'id')
    .addColumn('notice_id', 'bigint', (column) =>
      column.notNull().references('certificate_notices.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('is_done', 'integer', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('taken_until', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('certificate_mails_once', ['notice_id', 'user_id'])
    .execute()
  await schema
    .createIndex('certificate_mails_due')
    .on('certificate_mails')
    .columns(['is_done', 'taken_until', 'id'])
    .execute()
  await schema.createIndex('certificate_mails_user').on('certificate_mails').column('user_id').execute()
}
