import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../open.ts'
import { withRowNumber } from './table-builders.ts'

/** Attempts of mails, pictures of replies, tickets that staff register, and saved replies. */
export function ticketWork(kind: DatabaseKind): Migration {
  return {
    async up({ schema }: Kysely<unknown>) {
      await schema
        .alterTable('ticket_mails')
        .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
        .execute()
      await schema.alterTable('ticket_mails').addColumn('retry_at', 'bigint').execute()
      await schema
        .alterTable('report_pictures')
        .addColumn('entry_id', 'bigint', (column) => column.references('ticket_entries.id').onDelete('cascade'))
        .execute()
      await schema.createIndex('report_pictures_entry').on('report_pictures').column('entry_id').execute()
      await schema
        .alterTable('feedback')
        .addColumn('source', 'text', (column) => column.notNull().defaultTo('site'))
        .execute()
      await schema.alterTable('feedback').addColumn('customer_name', 'text').execute()
      await schema.alterTable('feedback').addColumn('phone', 'text').execute()
      await withRowNumber(kind, schema.createTable('saved_replies'), 'id')
        .addColumn('title', 'text', (column) => column.notNull())
        .addColumn('content', 'text', (column) => column.notNull())
        .addColumn('version', 'integer', (column) => column.notNull())
        .addColumn('changed_at', 'bigint', (column) => column.notNull())
        .execute()
    },
  }
}
