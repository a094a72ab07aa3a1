import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Address that staff have given to an article or a page. */
export const addSlugs: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('articles').addColumn('slug', 'text').execute()
    await db.schema.createIndex('articles_slug').unique().on('articles').column('slug').execute()
  },
}
