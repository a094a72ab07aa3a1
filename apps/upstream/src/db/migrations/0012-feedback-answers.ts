import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Visitors' feedback has a mail address; feedback can be answered several times. */
export function feedbackAnswers(): Migration {
  return {
    async up({ schema }: Kysely<unknown>) {
      await schema.alterTable('feedback').addColumn('email', 'text').execute()
      await schema
        .createTable('feedback_answers')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('feedback_id', 'text', (column) => column.notNull().references('feedback.id').onDelete('cascade'))
        .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('set null'))
        .addColumn('content', 'text', (column) => column.notNull())
        .addColumn('delivery', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute()
      await schema
        .createIndex('feedback_answers_time')
        .on('feedback_answers')
        .columns(['feedback_id', 'created_at', 'id'])
        .execute()
      await schema.createIndex('feedback_answers_user').on('feedback_answers').columns(['user_id']).execute()
    },
  }
}
