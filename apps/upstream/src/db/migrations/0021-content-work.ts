import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Previews of what nobody has published; links to other sites; changes to many articles at once. */
export function contentWork(): Migration {
  return {
    async up({ schema }: Kysely<unknown>) {
      await schema
        .createTable('previews')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
        .addColumn('path', 'text', (column) => column.notNull())
        .addColumn('notice', 'text', (column) => column.notNull())
        .addColumn('answers', 'text', (column) => column.notNull())
        .addColumn('ends_at', 'bigint', (column) => column.notNull())
        .execute()
      await schema.createIndex('previews_user').on('previews').columns(['user_id', 'ends_at']).execute()
      await schema.createIndex('previews_end').on('previews').column('ends_at').execute()
      await links()
      await bulkJobs()

      async function links() {
        // Links to other sites in published texts, and how they answered last.
        await schema
          .createTable('external_links')
          .addColumn('address', 'text', (column) => column.primaryKey())
          .addColumn('checked_at', 'bigint')
          .addColumn('problem', 'text')
          .addColumn('failed_since', 'text')
          .addColumn('failed_last', 'text')
          .execute()
        await schema.createIndex('external_links_checked').on('external_links').column('checked_at').execute()
        await schema
          .createTable('article_links')
          .addColumn('article_id', 'bigint', (column) => column.notNull().references('articles.id').onDelete('cascade'))
          .addColumn('address', 'text', (column) =>
            column.notNull().references('external_links.address').onDelete('cascade'),
          )
          .addPrimaryKeyConstraint('article_links_key', ['article_id', 'address'])
          .execute()
        await schema.createIndex('article_links_address').on('article_links').column('address').execute()
        await schema.createIndex('content_faults_target').on('content_faults').columns(['kind', 'target']).execute()
        for (const name of ['links_checked', 'links_total']) {
          await schema
            .alterTable('content_check')
            .addColumn(name, 'integer', (column) => column.notNull().defaultTo(0))
            .execute()
        }
      }

      async function bulkJobs() {
        await schema
          .createTable('article_bulk_jobs')
          .addColumn('id', 'text', (column) => column.primaryKey())
          .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
          .addColumn('action', 'text', (column) => column.notNull())
          .addColumn('article_ids', 'text', (column) => column.notNull())
          .addColumn('source', 'text', (column) => column.notNull())
          .addColumn('total', 'integer', (column) => column.notNull())
          .addColumn('position', 'integer', (column) => column.notNull())
          .addColumn('done', 'integer', (column) => column.notNull())
          .addColumn('skipped', 'text', (column) => column.notNull())
          .addColumn('started_at', 'bigint', (column) => column.notNull())
          .addColumn('alive_at', 'bigint')
          .addColumn('finished_at', 'bigint')
          .execute()
        await schema
          .createIndex('article_bulk_jobs_user')
          .on('article_bulk_jobs')
          .columns(['user_id', 'started_at'])
          .execute()
      }
    },
  }
}
