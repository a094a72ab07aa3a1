import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../../open.ts'
import { inKeyOrder, withRowNumber } from '../table-builders.ts'

/** The public log of certificates. */
export function publicLog(kind: DatabaseKind): Migration {
  return {
    async up(db: Kysely<unknown>) {
      const { schema } = db
      await schema
        .createTable('log_state')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('origin', 'text')
        .addColumn('size', 'bigint', (column) => column.notNull())
        .addColumn('signed_size', 'bigint', (column) => column.notNull())
        .addColumn('checkpoint', 'text')
        .addColumn('cosignatures', 'text', (column) => column.notNull())
        .addColumn('signed_at', 'bigint')
        .addColumn('stopped', 'text')
        .execute()
      await sql`insert into log_state (id, size, signed_size, cosignatures) values (1, 0, 0, '')`.execute(db)
      await schema
        .createTable('log_entries')
        .addColumn('idx', kind === 'sqlite' ? 'integer' : 'bigint', (column) => column.primaryKey())
        .addColumn('entry', 'text', (column) => column.notNull())
        .addColumn('certificate_no', 'text', (column) => column.notNull())
        .addColumn('record_id', 'bigint')
        .addColumn('seal', 'text', (column) => column.notNull())
        .addColumn('note', 'text')
        .execute()
      await schema.createIndex('log_entries_no').on('log_entries').column('certificate_no').execute()
      await withRowNumber(kind, schema.createTable('log_records'), 'id')
        .addColumn('certificate_no', 'text', (column) => column.notNull())
        .addColumn('version', 'integer', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('prev', 'bigint')
        .addColumn('salt', 'text', (column) => column.notNull())
        .addColumn('format', 'integer', (column) => column.notNull())
        .addColumn('text', 'text', (column) => column.notNull())
        .addColumn('note', 'text')
        .addColumn('import_id', 'bigint', (column) => column.notNull())
        .addColumn('made_at', 'bigint', (column) => column.notNull())
        .execute()
      await schema.createIndex('log_records_no').on('log_records').column('certificate_no').execute()
      await schema.createIndex('log_records_import').on('log_records').column('import_id').execute()
      await inKeyOrder(
        kind,
        schema
          .createTable('log_tiles')
          .addColumn('level', 'integer', (column) => column.notNull())
          .addColumn('idx', 'bigint', (column) => column.notNull())
          .addColumn('root', 'text', (column) => column.notNull())
          .addPrimaryKeyConstraint('log_tiles_key', ['level', 'idx']),
      ).execute()
      await schema.alterTable('certificates').addColumn('log_index', 'bigint').execute()
      await schema.alterTable('certificate_staging').addColumn('log_record_id', 'bigint').execute()
      await schema.alterTable('certificate_staging').addColumn('log_entry', 'text').execute()
      await schema.alterTable('certificate_staging').addColumn('log_seal', 'text').execute()
      await schema
        .createTable('log_backlog')
        .addColumn('pos', kind === 'sqlite' ? 'integer' : 'bigint', (column) => column.primaryKey())
        .addColumn('certificate_no', 'text', (column) => column.notNull().unique())
        .addColumn('text', 'text', (column) => column.notNull())
        .addColumn('seal', 'text', (column) => column.notNull())
        .execute()
    },
  }
}
