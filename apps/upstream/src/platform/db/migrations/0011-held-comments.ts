import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Comments that readers do not see: those that wait for approval, rejected ones, and those that staff have deleted. A
 * comment is either here or in `comments`, under the same number.
 */
export function addHeldComments(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('held_comments')
        .addColumn('id', 'bigint', (column) => column.primaryKey())
        .addColumn('article_id', 'bigint', (column) => column.notNull().references('articles.id').onDelete('cascade'))
        .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
        .addColumn('parent_id', 'bigint')
        .addColumn('reply_user_id', 'text', (column) => column.references('users.id').onDelete('set null'))
        .addColumn('content', 'text', (column) => column.notNull())
        .addColumn('browser', 'text')
        .addColumn('browser_version', 'text')
        .addColumn('system', 'text')
        .addColumn('system_version', 'text')
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('reasons', 'text', (column) => column.notNull())
        .addColumn('word', 'text')
        .addColumn('changed_at', 'bigint', (column) => column.notNull())
        .addColumn('changed_by', 'text', (column) => column.references('users.id').onDelete('set null'))
        .execute()
      for (const [name, columns] of INDEXES) {
        await db.schema.createIndex(name).on('held_comments').columns(columns).execute()
      }
    },
  }
}

const INDEXES: readonly (readonly [string, string[]])[] = [
  ['held_comments_state', ['state', 'changed_at', 'id']],
  ['held_comments_user', ['user_id', 'article_id', 'id']],
  ['held_comments_article', ['article_id']],
  ['held_comments_answered', ['reply_user_id']],
  ['held_comments_changed_by', ['changed_by']],
]
