import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Mails that people of the staff want, and the due time of a ticket that they were told of. */
export const addStaffMails: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('staff_mails')
      .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('new_tickets', 'text', (column) => column.notNull())
      .addColumn('due', 'smallint', (column) => column.notNull())
      .addColumn('overdue', 'smallint', (column) => column.notNull())
      .addColumn('comments', 'smallint', (column) => column.notNull())
      .addColumn('daily_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.alterTable('tickets').addColumn('due_mailed_for', 'bigint').execute()
  },
}
