import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../../open.ts'
import { inKeyOrder, withRowNumber } from '../table-builders.ts'

type ColumnType = 'text' | ReturnType<typeof sql<string>>
type Schema = Kysely<unknown>['schema']

/** Subscriptions of partners, and the queue of notifications to their endpoints. */
export function webhooks(kind: DatabaseKind): Migration {
  // Numbers are compared by code point on both.
  const number = kind === 'sqlite' ? ('text' as const) : sql<string>`text collate "C"`
  return {
    async up({ schema }: Kysely<unknown>) {
      await subscriptions(kind, number, schema)
      await endpoints(kind, number, schema)
      await events(kind, number, schema)
    },
  }
}

async function subscriptions(kind: DatabaseKind, number: ColumnType, schema: Schema) {
  await inKeyOrder(
    kind,
    schema
      .createTable('partner_certificates')
      .addColumn('partner_id', 'bigint', (column) => column.notNull().references('partners.id').onDelete('cascade'))
      .addColumn('certificate_no', number, (column) => column.notNull())
      .addColumn('seen_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('partner_certificates_key', ['partner_id', 'certificate_no']),
  ).execute()
  for (const columns of [
    ['certificate_no', 'partner_id', 'seen_at'],
    ['partner_id', 'seen_at'],
  ]) {
    const index = schema.createIndex(`partner_certificates_by_${columns[0]}`).on('partner_certificates')
    await index.columns(columns).execute()
  }
}

async function endpoints(kind: DatabaseKind, number: ColumnType, schema: Schema) {
  await withRowNumber(kind, schema.createTable('webhook_endpoints'), 'id')
    .addColumn('partner_id', 'bigint', (column) => column.notNull().references('partners.id').onDelete('cascade'))
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('secret_sealed', 'text', (column) => column.notNull())
    .addColumn('old_secret_sealed', 'text')
    .addColumn('old_secret_until', 'bigint', (column) => column.notNull())
    .addColumn('off_reason', 'text')
    .addColumn('failing_since', 'bigint')
    .addColumn('paused_until', 'bigint', (column) => column.notNull())
    .addColumn('mail_due_at', 'bigint')
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('webhook_endpoints_partner').on('webhook_endpoints').column('partner_id').execute()
  await inKeyOrder(
    kind,
    schema
      .createTable('webhook_sequences')
      .addColumn('endpoint_id', 'bigint', (column) =>
        column.notNull().references('webhook_endpoints.id').onDelete('cascade'),
      )
      .addColumn('certificate_no', number, (column) => column.notNull())
      .addColumn('sequence', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('webhook_sequences_key', ['endpoint_id', 'certificate_no']),
  ).execute()
}

async function events(kind: DatabaseKind, number: ColumnType, schema: Schema) {
  await withRowNumber(kind, schema.createTable('webhook_events'), 'id')
    .addColumn('endpoint_id', 'bigint', (column) =>
      column.notNull().references('webhook_endpoints.id').onDelete('cascade'),
    )
    .addColumn('certificate_no', number, (column) => column.notNull())
    .addColumn('sequence', 'integer', (column) => column.notNull())
    .addColumn('message_id', 'text', (column) => column.notNull().unique())
    .addColumn('event', 'text', (column) => column.notNull())
    .addColumn('version', 'integer')
    .addColumn('changed_on', 'text')
    .addColumn('newer_no', number)
    .addColumn('log_index', 'bigint')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('began_at', 'bigint', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('taken_until', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  for (const [name, columns] of [
    ['due', ['endpoint_id', 'state', 'due_at', 'id']],
    ['order', ['endpoint_id', 'certificate_no', 'state', 'id']],
    ['list', ['endpoint_id', 'id']],
    ['age', ['created_at']],
  ] as const) {
    const index = schema.createIndex(`webhook_events_${name}`).on('webhook_events')
    await index.columns([...columns]).execute()
  }
  await withRowNumber(kind, schema.createTable('webhook_attempts'), 'id')
    .addColumn('event_id', 'bigint', (column) => column.notNull().references('webhook_events.id').onDelete('cascade'))
    .addColumn('attempted_at', 'bigint', (column) => column.notNull())
    .addColumn('duration_ms', 'integer', (column) => column.notNull())
    .addColumn('status', 'integer')
    .addColumn('problem', 'text')
    .addColumn('answer', 'text', (column) => column.notNull())
    .execute()
  await schema.createIndex('webhook_attempts_event').on('webhook_attempts').columns(['event_id', 'id']).execute()
}
