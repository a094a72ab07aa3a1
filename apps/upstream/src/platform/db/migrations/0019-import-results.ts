import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What each import did with its texts; `imported_texts` has the last import of each text only. */
export const addImportResults: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('import_results')
      .addColumn('import_id', 'text', (column) => column.notNull().references('content_imports.id').onDelete('cascade'))
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('old_path', 'text')
      .addColumn('article_id', 'bigint', (column) => column.references('articles.id').onDelete('set null'))
      .addColumn('outcome', 'text', (column) => column.notNull())
      .addColumn('remarks', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('import_results_pk', ['import_id', 'position'])
      .execute()
    await db.schema.createIndex('import_results_article').on('import_results').columns(['article_id']).execute()
    await sql`
      insert into import_results (import_id, position, kind, title, old_path, article_id, outcome, remarks)
      select import_id, position, kind, title, old_path, article_id, outcome, remarks from imported_texts
      where import_id in (select id from content_imports)`.execute(db)
  },
}
