import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../open.ts'
import { inKeyOrder } from './table-builders.ts'

/** Versions of the site's settings, and where merged categories and tags lead. */
export function siteSettings(kind: DatabaseKind): Migration {
  return {
    async up(db: Kysely<unknown>) {
      const { schema } = db
      await schema
        .createTable('site_versions')
        .addColumn('version', 'bigint', (column) => column.primaryKey())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('actor_id', 'text')
        .addColumn('restored_to', 'bigint')
        .addColumn('changes', 'text', (column) => column.notNull())
        .execute()
      // One row, locked by every writer.
      await schema
        .createTable('site_head')
        .addColumn('version', 'bigint', (column) => column.notNull())
        .execute()
      await sql`insert into site_head (version) values (0)`.execute(db)
      await inKeyOrder(
        kind,
        schema
          .createTable('merged_topics')
          .addColumn('kind', 'text', (column) => column.notNull())
          .addColumn('from_id', 'bigint', (column) => column.notNull())
          .addColumn('into_id', 'bigint', (column) => column.notNull())
          .addColumn('name', 'text', (column) => column.notNull())
          .addColumn('at', 'bigint', (column) => column.notNull())
          .addPrimaryKeyConstraint('merged_topics_key', ['kind', 'from_id']),
      ).execute()
      for (const table of ['categories', 'tags']) {
        await schema
          .alterTable(table)
          .addColumn('version', 'integer', (column) => column.notNull().defaultTo(0))
          .execute()
      }
      // Pages of tags in their order.
      await schema.createIndex('tags_order').on('tags').columns(['sort', 'id']).execute()
    },
  }
}
