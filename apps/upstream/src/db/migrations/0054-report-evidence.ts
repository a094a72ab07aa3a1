import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Mail addresses in the contact field of reports, and reported comments as they were when they were reported. */
export function reportEvidence(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      const { schema } = db
      await schema.alterTable('feedback').addColumn('contact_email', 'text').execute()
      await schema
        .createTable('ticket_comments')
        .addColumn('ticket_id', 'bigint', (column) => column.primaryKey().references('tickets.id').onDelete('cascade'))
        .addColumn('article_id', 'bigint', (column) => column.notNull())
        .addColumn('article_title', 'text', (column) => column.notNull())
        .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('set null'))
        .addColumn('nickname', 'text', (column) => column.notNull())
        .addColumn('content', 'text', (column) => column.notNull())
        .execute()
      await schema.createIndex('ticket_comments_user').on('ticket_comments').column('user_id').execute()
      await sql`
        insert into ticket_comments (ticket_id, article_id, article_title, user_id, nickname, content)
        select tickets.id, articles.id, articles.title, users.id, users.nickname, comments.content
        from tickets
        join comments on comments.id = tickets.comment_id
        join articles on articles.id = comments.article_id
        join users on users.id = comments.user_id`.execute(db)
    },
  }
}
