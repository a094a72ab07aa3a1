import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Pictures of staff's answers and notes. */
export function ticketPictures(): Migration {
  return {
    async up({ schema }: Kysely<unknown>) {
      await schema
        .createTable('ticket_pictures')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('ticket_id', 'bigint', (column) => column.notNull().references('tickets.id').onDelete('cascade'))
        .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('set null'))
        .addColumn('answer_id', 'text', (column) => column.references('feedback_answers.id').onDelete('cascade'))
        .addColumn('entry_id', 'bigint', (column) => column.references('ticket_entries.id').onDelete('cascade'))
        .addColumn('place', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('bytes', 'bigint', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute()
      for (const by of ['ticket_id', 'user_id', 'answer_id', 'entry_id']) {
        await schema.createIndex(`ticket_pictures_${by}`).on('ticket_pictures').column(by).execute()
      }
    },
  }
}
