import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Imports of texts of another site, and the article that each text became. */
export const addContentImports: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('content_imports')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('file', 'text', (column) => column.notNull())
      .addColumn('file_name', 'text', (column) => column.notNull())
      .addColumn('file_bytes', 'bigint', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('message', 'text')
      .addColumn('read_bytes', 'bigint', (column) => column.notNull())
      .addColumn('summary', 'text')
      .addColumn('choice', 'text')
      .addColumn('total', 'integer', (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('started_at', 'bigint', (column) => column.notNull())
      .addColumn('finished_at', 'bigint')
      .execute()
    await db.schema.createIndex('content_imports_newest').on('content_imports').columns(['started_at']).execute()
    await db.schema.createIndex('content_imports_user').on('content_imports').columns(['user_id']).execute()
    await db.schema
      .createTable('imported_texts')
      .addColumn('source', 'text', (column) => column.notNull())
      .addColumn('source_id', 'text', (column) => column.notNull())
      .addColumn('import_id', 'text', (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('old_path', 'text')
      .addColumn('article_id', 'bigint', (column) => column.references('articles.id').onDelete('set null'))
      .addColumn('version', 'integer')
      .addColumn('outcome', 'text', (column) => column.notNull())
      .addColumn('remarks', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('imported_texts_pk', ['source', 'source_id'])
      .execute()
    await db.schema
      .createIndex('imported_texts_import')
      .on('imported_texts')
      .columns(['import_id', 'position'])
      .execute()
    await db.schema.createIndex('imported_texts_article').on('imported_texts').columns(['article_id']).execute()
  },
}
