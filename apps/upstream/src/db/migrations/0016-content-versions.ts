import { PAGES } from '@portal/contract/manage/standing-pages.ts'
import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../open.ts'
import { withRowNumber } from './table-builders.ts'

/** Standing pages by key; versions, drafts, locks and set times of articles; faults that the check finds. */
export function contentVersions(kind: DatabaseKind): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable('articles')
        .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
        .execute()
      await changeOrders(db)
      await standingPages(db)
      await versions(db)
      await editing(db)
      await faults(db)
    },
  }

  /** Lists of staff: the last changed first. */
  async function changeOrders(db: Kysely<unknown>) {
    const changed = sql`coalesce(updated_at, created_at)`
    const orders = { changed: [], state_changed: ['is_publish'], category_changed: ['category_id'] }
    for (const [name, columns] of Object.entries(orders)) {
      const list = sql.join([...columns.map((column) => sql.ref(column)), sql`(${changed})`, sql.ref('id')])
      await sql`create index ${sql.ref(`articles_${name}`)} on articles (${list})`.execute(db)
    }
  }

  async function standingPages(db: Kysely<unknown>) {
    await db.schema
      .createTable('standing_pages')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('article_id', 'bigint', (column) =>
        column.notNull().unique().references('articles.id').onDelete('cascade'),
      )
      .addColumn('is_template', 'smallint', (column) => column.notNull())
      .execute()
    // Known by their titles until now: the page that readers saw, else the newest one.
    for (const { key, title } of PAGES) {
      await sql`insert into standing_pages (key, article_id, is_template)
        select ${key}, id, 0 from articles where category_id = 36 and trim(title) = ${title}
        order by case when is_publish = 1 then 0 else 1 end, is_stick desc, created_at desc, id desc limit 1`.execute(
        db,
      )
    }
  }

  async function versions(db: Kysely<unknown>) {
    await ofArticle(withRowNumber(kind, db.schema.createTable('article_versions'), 'id'))
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('editor_id', 'text', (column) => column.references('users.id').onDelete('set null'))
      .addColumn('note', 'text')
      .addColumn('form', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('article_versions_key', ['article_id', 'version'])
      .execute()
    await db.schema.createIndex('article_versions_editor').on('article_versions').column('editor_id').execute()
  }

  async function editing(db: Kysely<unknown>) {
    await ofAccount(ofArticle(withRowNumber(kind, db.schema.createTable('article_drafts'), 'id')))
      .addColumn('base_version', 'integer', (column) => column.notNull())
      .addColumn('form', 'text', (column) => column.notNull())
      .addColumn('saved_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('article_drafts_key', ['article_id', 'user_id'])
      .execute()
    await db.schema.createIndex('article_drafts_user').on('article_drafts').column('user_id').execute()
    await ofAccount(ofArticle(db.schema.createTable('article_locks')))
      .addColumn('since', 'bigint', (column) => column.notNull())
      .addColumn('renewed_at', 'bigint', (column) => column.notNull())
      .addColumn('typed_at', 'bigint')
      .addColumn('unsaved', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('article_locks_key', ['article_id'])
      .execute()
    await ofArticle(db.schema.createTable('article_schedules'))
      .addColumn('publish_at', 'bigint', (column) => column.notNull())
      .addColumn('base_version', 'integer', (column) => column.notNull())
      .addColumn('editor_id', 'text', (column) => column.references('users.id').onDelete('set null'))
      .addColumn('form', 'text', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addColumn('plain', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('article_schedules_key', ['article_id'])
      .execute()
    await db.schema.createIndex('article_schedules_time').on('article_schedules').column('publish_at').execute()
    await db.schema
      .createTable('content_revision')
      .addColumn('revision', 'bigint', (column) => column.notNull())
      .execute()
    await sql`insert into content_revision (revision) values (1)`.execute(db)
  }

  async function faults(db: Kysely<unknown>) {
    await ofArticle(withRowNumber(kind, db.schema.createTable('content_faults'), 'id'))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('target', 'text', (column) => column.notNull())
      .addColumn('found_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('content_faults_key', ['article_id', 'kind', 'target'])
      .execute()
    await db.schema
      .createTable('content_check')
      .addColumn('started_at', 'bigint')
      .addColumn('alive_at', 'bigint')
      .addColumn('finished_at', 'bigint')
      .addColumn('checked', 'integer', (column) => column.notNull())
      .addColumn('total', 'integer', (column) => column.notNull())
      .execute()
    await sql`insert into content_check (checked, total) values (0, 0)`.execute(db)
  }
}

function ofArticle<Table extends string, Columns extends string>(table: CreateTableBuilder<Table, Columns>) {
  return table.addColumn('article_id', 'bigint', (column) =>
    column.notNull().references('articles.id').onDelete('cascade'),
  )
}

function ofAccount<Table extends string, Columns extends string>(table: CreateTableBuilder<Table, Columns>) {
  return table.addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
}
