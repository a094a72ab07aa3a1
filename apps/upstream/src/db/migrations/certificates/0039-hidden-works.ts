import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../../open.ts'
import { inKeyOrder } from '../table-builders.ts'

/** Works of a batch are prepared hidden; warnings of a batch are answered by kind. */
export function hiddenWorks(kind: DatabaseKind): Migration {
  return {
    async up(db: Kysely<unknown>) {
      const { schema } = db
      await schema.alterTable('certificate_works').addColumn('batch_id', 'bigint').execute()
      // Lists of what waits leave hidden works out by the index alone.
      await schema.dropIndex('certificate_works_state').execute()
      await schema
        .createIndex('certificate_works_state')
        .on('certificate_works')
        .columns(['state', 'changed_at', 'certificate_no', 'batch_id'])
        .execute()
      await inKeyOrder(
        kind,
        schema
          .createTable('certificate_batch_warnings')
          .addColumn('batch_id', 'bigint', (column) => column.notNull())
          .addColumn('member', 'text', (column) => column.notNull())
          .addColumn('conclusion', 'text', (column) => column.notNull())
          .addColumn('text', 'text', (column) => column.notNull())
          .addColumn('rows', 'integer', (column) => column.notNull())
          .addColumn('answer', 'text')
          .addPrimaryKeyConstraint('certificate_batch_warnings_key', ['batch_id', 'member', 'conclusion']),
      ).execute()
      // Rows are prepared in the tables of the desk now.
      for (const column of ['check_code_hash', 'code_sealed', 'body', 'content_hash']) {
        await schema.alterTable('certificate_batch_rows').dropColumn(column).execute()
      }
      await sql`update certificate_batch_rows set work_state = null`.execute(db)
    },
  }
}
