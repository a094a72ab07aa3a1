import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../../open.ts'
import { inKeyOrder, withRowNumber } from '../table-builders.ts'

/** Files of certificates that are checked in the browser before they reach the desk. */
export function certificateBatches(kind: DatabaseKind): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await batches(kind, db)
      await rows(kind, db)
    },
  }
}

async function batches(kind: DatabaseKind, { schema }: Kysely<unknown>) {
  let table = withRowNumber(kind, schema.createTable('certificate_batches'), 'id')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('file_name', 'text', (column) => column.notNull())
    .addColumn('file', 'text', (column) => column.notNull())
    .addColumn('file_hash', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('message', 'text')
    .addColumn('sheets', 'text', (column) => column.notNull())
    .addColumn('sheet', 'text')
    .addColumn('encoding', 'text')
    .addColumn('choice', 'text', (column) => column.notNull())
    .addColumn('columns', 'text', (column) => column.notNull())
    .addColumn('share', 'real', (column) => column.notNull())
    .addColumn('target', 'text')
    .addColumn('reason', 'text')
  for (const figure of [
    'run',
    'rows_done',
    'added',
    'corrected',
    'unchanged',
    'warned',
    'faulty',
    'working',
    'drafts',
    'submitted',
  ]) {
    table = table.addColumn(figure, 'integer', (column) => column.notNull().defaultTo(0))
  }
  await table
    .addColumn('made_at', 'bigint', (column) => column.notNull())
    .addColumn('alive_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('certificate_batches_user').on('certificate_batches').columns(['user_id', 'id']).execute()
  await schema
    .createIndex('certificate_batches_state')
    .on('certificate_batches')
    .columns(['state', 'alive_at'])
    .execute()
  await inKeyOrder(
    kind,
    schema
      .createTable('certificate_batch_mends')
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id'))
      .addColumn('file_hash', 'text', (column) => column.notNull())
      .addColumn('sheet', 'text', (column) => column.notNull())
      .addColumn('line_no', 'integer', (column) => column.notNull())
      .addColumn('member', 'text', (column) => column.notNull())
      .addColumn('value', 'text', (column) => column.notNull())
      .addColumn('made_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('certificate_batch_mends_key', ['user_id', 'file_hash', 'sheet', 'line_no', 'member']),
  ).execute()
}

async function rows(kind: DatabaseKind, { schema }: Kysely<unknown>) {
  const number = kind === 'sqlite' ? ('text' as const) : sql<string>`text collate "C"`
  await inKeyOrder(
    kind,
    schema
      .createTable('certificate_batch_rows')
      .addColumn('batch_id', 'bigint', (column) => column.notNull())
      .addColumn('line_no', 'integer', (column) => column.notNull())
      .addColumn('certificate_no', number)
      .addColumn('change', 'text')
      .addColumn('is_faulty', 'integer', (column) => column.notNull())
      .addColumn('is_warned', 'integer', (column) => column.notNull())
      .addColumn('is_working', 'integer', (column) => column.notNull())
      .addColumn('needs_reason', 'integer', (column) => column.notNull())
      .addColumn('cells', 'text', (column) => column.notNull())
      .addColumn('code', 'text')
      .addColumn('findings', 'text', (column) => column.notNull())
      .addColumn('form', 'text')
      .addColumn('reason', 'text')
      .addColumn('category', 'text')
      .addColumn('version', 'integer')
      .addColumn('base_revision', 'integer')
      .addColumn('check_code_hash', 'text')
      .addColumn('code_sealed', 'text')
      .addColumn('work_state', 'text')
      .addColumn('body', 'text')
      .addColumn('content_hash', 'text')
      .addPrimaryKeyConstraint('certificate_batch_rows_key', ['batch_id', 'line_no']),
  ).execute()
  await schema
    .createIndex('certificate_batch_rows_number')
    .on('certificate_batch_rows')
    .columns(['batch_id', 'certificate_no'])
    .execute()
  for (const flag of ['is_faulty', 'is_warned'] as const) {
    await schema
      .createIndex(`certificate_batch_rows_${flag}`)
      .on('certificate_batch_rows')
      .columns(['batch_id', 'line_no'])
      .where(sql.ref(flag), '=', sql.lit(1))
      .execute()
  }
  await schema
    .createIndex('certificate_batch_rows_change')
    .on('certificate_batch_rows')
    .columns(['batch_id', 'change', 'line_no'])
    .execute()
}
