import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Pictures of reports: uploaded first, without a report, and gone with it. */
export function reportPictures(): Migration {
  return {
    async up({ schema }: Kysely<unknown>) {
      await schema
        .createTable('report_pictures')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('feedback_id', 'text', (column) => column.references('feedback.id').onDelete('cascade'))
        .addColumn('bytes', 'bigint', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute()
      await schema.createIndex('report_pictures_feedback').on('report_pictures').columns(['feedback_id']).execute()
      await schema.createIndex('report_pictures_time').on('report_pictures').columns(['created_at']).execute()
    },
  }
}
