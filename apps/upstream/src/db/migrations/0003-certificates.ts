import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../open.ts'
import { inKeyOrder, withRowNumber } from './table-builders.ts'

/**
 * Certificates: one narrow table that each lookup reads, one with the texts of each version, and the tables of imports.
 * A version becomes visible when its number's row points to it. So a million versions are stored in advance and
 * published by updating narrow rows.
 */
export function certificates(kind: DatabaseKind): Migration {
  /** Numbers are compared by code point on both. */
  const number = kind === 'sqlite' ? 'text' : sql<string>`text collate "C"`

  return {
    async up(db: Kysely<unknown>) {
      await narrow(db)
      await versions(db)
      await imports(db)
    },
  }

  async function narrow({ schema }: Kysely<unknown>) {
    await inKeyOrder(
      kind,
      schema
        .createTable('certificates')
        .addColumn('certificate_no', number, (column) => column.primaryKey())
        .addColumn('check_code_hash', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('version', 'integer', (column) => column.notNull())
        .addColumn('body_import_id', 'bigint', (column) => column.notNull())
        .addColumn('newer_no', 'text')
        .addColumn('reason', 'text')
        .addColumn('changed_on', 'text')
        .addColumn('received_on', 'text')
        .addColumn('category', 'text')
        .addColumn('import_id', 'bigint', (column) => column.notNull())
        .addColumn('imported_at', 'bigint', (column) => column.notNull()),
    ).execute()
  }

  async function versions({ schema }: Kysely<unknown>) {
    await schema
      .createTable('certificate_versions')
      .addColumn('certificate_no', number, (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('import_id', 'bigint', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('imported_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('certificate_versions_key', ['certificate_no', 'version', 'import_id'])
      .execute()
    await schema.createIndex('certificate_versions_import').on('certificate_versions').column('import_id').execute()
  }

  async function imports({ schema }: Kysely<unknown>) {
    await withRowNumber(kind, schema.createTable('certificate_imports'), 'id')
      .addColumn('file_hash', 'text', (column) => column.notNull())
      .addColumn('file_name', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('rows_done', 'bigint', (column) => column.notNull())
      .addColumn('added', 'bigint', (column) => column.notNull())
      .addColumn('corrected', 'bigint', (column) => column.notNull())
      .addColumn('unchanged', 'bigint', (column) => column.notNull())
      .addColumn('started_at', 'bigint', (column) => column.notNull())
      .addColumn('finished_at', 'bigint')
      .execute()
    // One unfinished import per file; importing the file again resumes it.
    await schema
      .createIndex('certificate_imports_unfinished')
      .unique()
      .on('certificate_imports')
      .column('file_hash')
      .where(sql.ref('state'), '=', sql.lit('staging'))
      .execute()
    await inKeyOrder(
      kind,
      schema
        .createTable('certificate_staging')
        .addColumn('import_id', 'bigint', (column) =>
          column.notNull().references('certificate_imports.id').onDelete('cascade'),
        )
        .addColumn('certificate_no', number, (column) => column.notNull())
        .addColumn('line_no', 'bigint', (column) => column.notNull())
        .addColumn('change', 'text', (column) => column.notNull())
        .addColumn('base_import_id', 'bigint', (column) => column.notNull())
        .addColumn('check_code_hash', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('version', 'integer', (column) => column.notNull())
        .addColumn('body_import_id', 'bigint', (column) => column.notNull())
        .addColumn('newer_no', 'text')
        .addColumn('reason', 'text')
        .addColumn('changed_on', 'text')
        .addColumn('received_on', 'text')
        .addColumn('category', 'text')
        .addPrimaryKeyConstraint('certificate_staging_key', ['import_id', 'certificate_no']),
    ).execute()
    await schema
      .createTable('certificate_pictures')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('content_hash', 'text', (column) => column.notNull())
      .addColumn('file_name', 'text', (column) => column.notNull())
      .addColumn('import_id', 'bigint', (column) =>
        column.notNull().references('certificate_imports.id').onDelete('cascade'),
      )
      .execute()
    await schema
      .createIndex('certificate_pictures_content')
      .on('certificate_pictures')
      .columns(['content_hash', 'import_id'])
      .execute()
  }
}
