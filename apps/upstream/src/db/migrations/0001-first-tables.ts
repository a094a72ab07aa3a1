import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../open.ts'
import { inKeyOrder, withRowNumber } from './table-builders.ts'

/** The category ids are fixed by the product specification (section 9); the order is the header's. */
const CATEGORIES = [
  { id: 32, name: '新闻资讯', icon: null, sort: 4 },
  { id: 33, name: '研究', icon: null, sort: 3 },
  { id: 34, name: '宝石百科', icon: null, sort: 2 },
  { id: 35, name: '品牌周边', icon: null, sort: 1 },
]

/** Types are written so that both databases have them: text, bigint (instants, counts, ids), smallint (flags). */
export function firstTables(kind: DatabaseKind): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await accounts(db)
      await articles(db, kind)
      await search(db, kind)
      await site(db)
    },
  }
}

async function accounts(db: Kysely<unknown>) {
  const { schema } = db
  await schema
    .createTable('users')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_name', 'text', (column) => column.unique())
    .addColumn('email', 'text')
    .addColumn('nickname', 'text', (column) => column.notNull())
    .addColumn('avatar', 'text', (column) => column.notNull())
    .addColumn('intro', 'text')
    .addColumn('web_site', 'text')
    .addColumn('address', 'text')
    .addColumn('bj_cover', 'text')
    .addColumn('password_hash', 'text')
    .addColumn('status', 'smallint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_login_at', 'bigint')
    .execute()
  await schema
    .createTable('sessions')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('sessions_user').on('sessions').columns(['user_id', 'created_at']).execute()
  await schema.createIndex('sessions_expiry').on('sessions').column('expires_at').execute()
  await schema
    .createTable('email_codes')
    .addColumn('email', 'text', (column) => column.primaryKey())
    .addColumn('code_hash', 'text')
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('sent_at', 'bigint', (column) => column.notNull())
    .addColumn('day_started_at', 'bigint', (column) => column.notNull())
    .addColumn('sent_in_day', 'integer', (column) => column.notNull())
    .execute()
  await schema.createIndex('email_codes_day').on('email_codes').column('day_started_at').execute()
}

async function articles(db: Kysely<unknown>, kind: DatabaseKind) {
  const { schema } = db
  await schema
    .createTable('categories')
    .addColumn('id', 'bigint', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('icon', 'text')
    .addColumn('sort', 'integer', (column) => column.notNull())
    .execute()
  await (db as Kysely<{ categories: (typeof CATEGORIES)[number] }>)
    .insertInto('categories')
    .values(CATEGORIES)
    .execute()
  await withRowNumber(kind, schema.createTable('tags'), 'id')
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('sort', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await withRowNumber(kind, schema.createTable('articles'), 'id')
    .addColumn('category_id', 'bigint', (column) => column.notNull().references('categories.id'))
    .addColumn('author_id', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('author_name', 'text')
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('summary', 'text')
    .addColumn('cover', 'text')
    .addColumn('keywords', 'text')
    .addColumn('is_publish', 'smallint', (column) => column.notNull())
    .addColumn('is_original', 'smallint', (column) => column.notNull())
    .addColumn('original_url', 'text')
    .addColumn('read_type', 'smallint', (column) => column.notNull())
    .addColumn('is_stick', 'smallint', (column) => column.notNull())
    .addColumn('is_recommend', 'smallint', (column) => column.notNull())
    .addColumn('is_carousel', 'smallint', (column) => column.notNull())
    .addColumn('link_url', 'text')
    .addColumn('quantity', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('like_count', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('comment_count', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint')
    .execute()
  // A page of a list is read from one of these alone: its order is the list's order.
  const orders = {
    articles_newest: ['is_publish', 'is_stick', 'created_at', 'id'],
    articles_most_read: ['is_publish', 'is_stick', 'quantity', 'id'],
    articles_category_newest: ['is_publish', 'category_id', 'is_stick', 'created_at', 'id'],
    articles_category_most_read: ['is_publish', 'category_id', 'is_stick', 'quantity', 'id'],
    articles_author: ['author_id', 'created_at', 'id'],
  }
  for (const [name, columns] of Object.entries(orders)) {
    await schema.createIndex(name).on('articles').columns(columns).execute()
  }
  await schema
    .createTable('article_texts')
    .addColumn('article_id', 'bigint', (column) => column.primaryKey().references('articles.id').onDelete('cascade'))
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('content_md', 'text', (column) => column.notNull())
    .addColumn('plain', 'text', (column) => column.notNull())
    .addColumn('title_folded', 'text', (column) => column.notNull())
    .addColumn('folded', 'text', (column) => column.notNull())
    .execute()
  await inKeyOrder(
    kind,
    schema
      .createTable('article_tags')
      .addColumn('article_id', 'bigint', (column) => column.notNull().references('articles.id').onDelete('cascade'))
      .addColumn('tag_id', 'bigint', (column) => column.notNull().references('tags.id').onDelete('cascade'))
      .addColumn('position', 'smallint', (column) => column.notNull())
      .addPrimaryKeyConstraint('article_tags_key', ['article_id', 'tag_id']),
  ).execute()
  await schema.createIndex('article_tags_tag').on('article_tags').columns(['tag_id', 'article_id']).execute()
  await inKeyOrder(
    kind,
    schema
      .createTable('article_likes')
      .addColumn('article_id', 'bigint', (column) => column.notNull().references('articles.id').onDelete('cascade'))
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('article_likes_key', ['article_id', 'user_id']),
  ).execute()
  await inKeyOrder(
    kind,
    schema
      .createTable('article_reads')
      .addColumn('day', 'text', (column) => column.notNull())
      // No foreign key: reads are written a second later, and one deleted article must not fail the whole batch.
      .addColumn('article_id', 'bigint', (column) => column.notNull())
      .addColumn('client_hash', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('article_reads_key', ['day', 'article_id', 'client_hash']),
  ).execute()
  await schema
    .createTable('article_codes')
    .addColumn('code_hash', 'text', (column) => column.primaryKey())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema
    .createTable('gate_passes')
    .addColumn('client_hash', 'text', (column) => column.primaryKey())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
}

async function search(db: Kysely<unknown>, kind: DatabaseKind) {
  await inKeyOrder(
    kind,
    db.schema
      .createTable('article_terms')
      // Terms are compared by code point on both; a language's own collation would be slower and order differently.
      .addColumn('term', kind === 'sqlite' ? 'text' : sql`text collate "C"`, (column) => column.notNull())
      .addColumn('scope', 'smallint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('article_id', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('article_terms_key', ['term', 'scope', 'created_at', 'article_id']),
  ).execute()
}

async function site(db: Kysely<unknown>) {
  const { schema } = db
  await schema
    .createTable('site_settings')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute()
  await schema
    .createTable('site_counters')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'bigint', (column) => column.notNull())
    .execute()
  await schema
    .createTable('visitors')
    .addColumn('visitor_hash', 'text', (column) => column.primaryKey())
    .addColumn('first_seen_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema
    .createTable('search_terms')
    .addColumn('keyword', 'text', (column) => column.notNull())
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('times', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('search_terms_key', ['day', 'keyword'])
    .execute()
}
