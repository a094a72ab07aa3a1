import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../open.ts'

/** Reasons for which a comment was reported, beside its copy in the ticket. */
export function reportReasons(kind: DatabaseKind): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable('ticket_comments')
        .addColumn('reasons', 'text', (column) => column.notNull().defaultTo('[]'))
        .execute()
      const list = kind === 'sqlite' ? sql`json_group_array(reason)` : sql`json_agg(reason)::text`
      await sql`
        update ticket_comments set reasons = (
          select coalesce(${list}, '[]')
          from tickets join comment_reports on comment_reports.comment_id = tickets.comment_id
          where tickets.id = ticket_comments.ticket_id)`.execute(db)
    },
  }
}
