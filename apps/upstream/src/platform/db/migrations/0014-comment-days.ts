import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Days after its publication for which an article takes comments; 0: none, null: always. */
export const addCommentDays: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('articles').addColumn('comment_days', 'integer').execute()
  },
}
