import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../../open.ts'
import { inKeyOrder, withRowNumber } from '../table-builders.ts'

/** Numbers are compared by code point on both. */
const numberOn = (kind: DatabaseKind) => (kind === 'sqlite' ? ('text' as const) : sql<string>`text collate "C"`)

const FILTERS = [
  [],
  ['shown_state'],
  ['work_state'],
  ['category'],
  ['conclusion_id'],
  ['prepared_name'],
  ['category', 'shown_state'],
  ['prepared_name', 'category'],
  ['conclusion_id', 'prepared_name'],
]

/** The certificate desk: work on versions, who wrote what of them, and what was done with each number. */
export function certificateDesk(kind: DatabaseKind): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await columns(db)
      await work(kind, db)
      await history(kind, db)
      await list(kind, db)
    },
  }
}

async function columns({ schema }: Kysely<unknown>) {
  // What waits is counted from the work now.
  await schema.dropIndex('certificates_drafts').execute()
  const revised = schema.alterTable('certificates')
  await revised.addColumn('revision', 'integer', (column) => column.notNull().defaultTo(0)).execute()
  await schema.alterTable('certificates').addColumn('code_sealed', 'text').execute()
  await schema.alterTable('certificates').addColumn('noticed_on', 'text').execute()
  await schema
    .alterTable('certificate_staging')
    .addColumn('base_revision', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await schema.alterTable('certificate_versions').addColumn('reason', 'text').execute()
}

async function work(kind: DatabaseKind, { schema }: Kysely<unknown>) {
  const number = numberOn(kind)
  await schema
    .createTable('certificate_works')
    .addColumn('certificate_no', number, (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('form', 'text', (column) => column.notNull())
    .addColumn('answers', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('return_reason', 'text')
    .addColumn('replaces', number)
    .addColumn('body', 'text')
    .addColumn('content_hash', 'text')
    .addColumn('prepared_by', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('submitted_by', 'text', (column) => column.references('users.id'))
    .addColumn('submitted_name', 'text')
    .addColumn('opened_at', 'bigint')
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .execute()
  // A published certificate is replaced by one new number at a time.
  await schema
    .createIndex('certificate_works_replaces')
    .unique()
    .on('certificate_works')
    .column('replaces')
    .where(sql.ref('replaces'), 'is not', null)
    .execute()
  await schema
    .createTable('certificate_writers')
    .addColumn('certificate_no', number, (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id'))
    .addPrimaryKeyConstraint('certificate_writers_key', ['certificate_no', 'version', 'user_id'])
    .execute()
  await schema
    .createIndex('certificate_works_state')
    .on('certificate_works')
    .columns(['state', 'changed_at', 'certificate_no'])
    .execute()
  for (const by of ['prepared_by', 'submitted_by']) {
    await schema.createIndex(`certificate_works_${by}`).on('certificate_works').column(by).execute()
  }
  await schema.createIndex('certificate_writers_user').on('certificate_writers').column('user_id').execute()
  await schema
    .createTable('certificate_desk_pictures')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('certificate_no', number, (column) => column.notNull())
    .execute()
  await schema
    .createTable('certificate_counters')
    .addColumn('day', 'text', (column) => column.primaryKey())
    .addColumn('serial', 'integer', (column) => column.notNull())
    .execute()
}

async function history(kind: DatabaseKind, { schema }: Kysely<unknown>) {
  const number = numberOn(kind)
  await withRowNumber(kind, schema.createTable('certificate_acts'), 'id')
    .addColumn('certificate_no', number, (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('act', 'text', (column) => column.notNull())
    .addColumn('by_id', 'text', (column) => column.references('users.id'))
    .addColumn('by_name', 'text')
    .addColumn('reason', 'text')
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('certificate_acts_number').on('certificate_acts').columns(['certificate_no', 'id']).execute()
  await schema.createIndex('certificate_acts_by').on('certificate_acts').column('by_id').execute()
}

/** What the list of the desk reads, apart from what lookups read. Filled from `certificates` by and by. */
async function list(kind: DatabaseKind, { schema }: Kysely<unknown>) {
  const number = numberOn(kind)
  await withRowNumber(kind, schema.createTable('certificate_conclusions'), 'id')
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .execute()
  await inKeyOrder(
    kind,
    schema
      .createTable('certificate_desk')
      .addColumn('certificate_no', number, (column) => column.primaryKey())
      .addColumn('shown_state', 'text', (column) => column.notNull())
      .addColumn('work_state', 'text')
      .addColumn('work_kind', 'text')
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('category', 'text')
      .addColumn('conclusion_id', 'bigint')
      .addColumn('mass_g', 'real')
      .addColumn('warnings', 'integer', (column) => column.notNull())
      .addColumn('unanswered', 'integer', (column) => column.notNull())
      .addColumn('prepared_name', 'text')
      .addColumn('approved_name', 'text')
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('changed_at', 'bigint', (column) => column.notNull()),
  ).execute()
  // Each filter, and the pairs that are both common, in the order of the list.
  for (const columns of FILTERS) {
    await schema
      .createIndex(`certificate_desk_${columns.join('_')}`)
      .on('certificate_desk')
      .columns([...columns, 'day', 'certificate_no'])
      .execute()
  }
  await schema.alterTable('certificate_imports').addColumn('listed_to', number).execute()
  await schema
    .alterTable('certificate_imports')
    .addColumn('is_listed', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
