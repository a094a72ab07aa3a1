import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../open.ts'

const REFUSAL = 'approved raw records stay as they are'

/** Files of instruments that belong to certificates. Nobody changes or deletes an approved one, whatever the code does. */
export function addRawRecords(kind: DatabaseKind): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('certificate_raw_records')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('certificate_no', kind === 'postgres' ? sql`text collate "C"` : 'text', (column) => column.notNull())
        .addColumn('version', 'integer', (column) => column.notNull())
        .addColumn('file_name', 'text', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('bytes', 'integer', (column) => column.notNull())
        .addColumn('sha256', 'text', (column) => column.notNull())
        .addColumn('instrument', 'text')
        .addColumn('by_id', 'text', (column) => column.notNull().references('users.id'))
        .addColumn('by_name', 'text', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('approved_at', 'bigint')
        .addUniqueConstraint('certificate_raw_records_content', ['certificate_no', 'version', 'sha256'])
        .execute()
      await db.schema.createIndex('certificate_raw_records_by').on('certificate_raw_records').column('by_id').execute()
      for (const statement of kind === 'postgres' ? POSTGRES_GUARD : SQLITE_GUARD) await sql.raw(statement).execute(db)
    },
  }
}

const SQLITE_GUARD = ['update', 'delete'].map(
  (verb) => `create trigger certificate_raw_records_no_${verb} before ${verb} on certificate_raw_records
    when old.approved_at is not null begin select raise(abort, '${REFUSAL}'); end`,
)

const POSTGRES_GUARD = [
  `create function refuse_raw_record_change() returns trigger language plpgsql
    as $$ begin raise exception '${REFUSAL}'; end $$`,
  `create trigger certificate_raw_records_no_change before update or delete on certificate_raw_records
    for each row when (old.approved_at is not null) execute function refuse_raw_record_change()`,
]
