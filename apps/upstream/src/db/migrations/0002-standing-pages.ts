import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../open.ts'

/** Texts of the site's standing pages are articles of a category of their own; the contract's `PAGE_CATEGORY`. */
const PAGES = { id: 36, name: '站点页面', icon: null, sort: 0 }

/** Standing pages, the navigation page's sites, and what users write to us. */
export function standingPages(kind: DatabaseKind): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await (db as Kysely<{ categories: typeof PAGES }>).insertInto('categories').values(PAGES).execute()
      await articleOrders(db)
      await navigation(db)
      await feedback(db)
    },
  }

  /** General lists exclude the standing pages; with the category in the index no row is read for that. */
  async function articleOrders({ schema }: Kysely<unknown>) {
    const orders = {
      articles_newest: ['is_publish', 'is_stick', 'created_at', 'id', 'category_id'],
      articles_most_read: ['is_publish', 'is_stick', 'quantity', 'id', 'category_id'],
    }
    for (const [name, columns] of Object.entries(orders)) {
      await schema.dropIndex(name).execute()
      await schema.createIndex(name).on('articles').columns(columns).execute()
    }
    // For the articles before and after one of the same category, sticky or not.
    const columns = ['is_publish', 'category_id', 'created_at', 'id']
    await schema.createIndex('articles_category_time').on('articles').columns(columns).execute()
  }

  async function navigation({ schema }: Kysely<unknown>) {
    const table = schema.createTable('navigation_sites')
    const withId =
      kind === 'sqlite'
        ? table.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
        : table.addColumn('id', 'bigint', (column) => column.primaryKey().generatedByDefaultAsIdentity())
    await withId
      .addColumn('group_position', 'smallint', (column) => column.notNull())
      .addColumn('group_name', 'text', (column) => column.notNull())
      .addColumn('position', 'smallint', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('url', 'text', (column) => column.notNull())
      .addColumn('info', 'text')
      .execute()
  }

  async function feedback({ schema }: Kysely<unknown>) {
    await schema
      .createTable('feedback')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('type', 'smallint', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addColumn('img_url', 'text')
      .addColumn('status', 'smallint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema.createIndex('feedback_time').on('feedback').columns(['status', 'created_at']).execute()
  }
}
