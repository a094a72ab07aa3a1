import { PUBLISH_STATE } from '@portal/contract/constants.ts'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../open.ts'
import { inKeyOrder, withRowNumber } from './table-builders.ts'

interface Articles {
  articles: {
    is_publish: number
    created_at: number
    submitted_at: number | null
    published_at: number | null
  }
}

/** What users write and do for each other: comments, favourites, follows, short posts, sign-ins, notices. */
export function community(kind: DatabaseKind): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await writing(db as Kysely<Articles>)
      await comments(db, kind)
      await favourites(db, kind)
      await follows(db, kind)
      await says(db, kind)
      await signIns(db)
      await notices(db)
      await feedback(db, kind)
    },
  }
}

async function writing(db: Kysely<Articles>) {
  const { schema } = db
  await schema
    .alterTable('articles')
    .addColumn('collect_count', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await schema.alterTable('articles').addColumn('submitted_at', 'bigint').execute()
  await schema.alterTable('articles').addColumn('published_at', 'bigint').execute()
  const times = [
    ['published_at', PUBLISH_STATE.published],
    ['submitted_at', PUBLISH_STATE.inReview],
  ] as const
  for (const [column, state] of times) {
    await db
      .updateTable('articles')
      .set({ [column]: sql.ref('created_at') })
      .where('is_publish', '=', state)
      .execute()
  }
}

async function comments({ schema }: Kysely<unknown>, kind: DatabaseKind) {
  await withRowNumber(kind, schema.createTable('comments'), 'id')
    .addColumn('article_id', 'bigint', (column) => column.notNull().references('articles.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('parent_id', 'bigint', (column) => column.references('comments.id').onDelete('cascade'))
    .addColumn('reply_user_id', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('browser', 'text')
    .addColumn('browser_version', 'text')
    .addColumn('system', 'text')
    .addColumn('system_version', 'text')
    .addColumn('reported_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('comments_article').on('comments').columns(['article_id', 'parent_id', 'id']).execute()
  await schema.createIndex('comments_replies').on('comments').columns(['parent_id', 'id']).execute()
  await schema.createIndex('comments_user').on('comments').columns(['user_id', 'id']).execute()
  await schema
    .createIndex('comments_reported')
    .on('comments')
    .columns(['reported_at', 'id'])
    .where(sql.ref('reported_at'), 'is not', null)
    .execute()
  await inKeyOrder(
    kind,
    schema
      .createTable('comment_reports')
      .addColumn('comment_id', 'bigint', (column) => column.notNull().references('comments.id').onDelete('cascade'))
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('comment_reports_key', ['comment_id', 'user_id']),
  ).execute()
}

async function favourites({ schema }: Kysely<unknown>, kind: DatabaseKind) {
  await inKeyOrder(
    kind,
    schema
      .createTable('collects')
      .addColumn('article_id', 'bigint', (column) => column.notNull().references('articles.id').onDelete('cascade'))
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('collects_key', ['article_id', 'user_id']),
  ).execute()
  await schema.createIndex('collects_user').on('collects').columns(['user_id', 'created_at', 'article_id']).execute()
}

async function follows({ schema }: Kysely<unknown>, kind: DatabaseKind) {
  await inKeyOrder(
    kind,
    schema
      .createTable('follows')
      .addColumn('follower_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('followed_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('follows_key', ['follower_id', 'followed_id']),
  ).execute()
  const columns = ['follower_id', 'created_at', 'followed_id']
  await schema.createIndex('follows_newest').on('follows').columns(columns).execute()
  await schema.createIndex('follows_followed').on('follows').column('followed_id').execute()
}

async function says({ schema }: Kysely<unknown>, kind: DatabaseKind) {
  await schema
    .createTable('says')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('pictures', 'text')
    .addColumn('address', 'text')
    .addColumn('is_public', 'smallint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('says_newest').on('says').columns(['created_at', 'id', 'is_public']).execute()
  await inKeyOrder(
    kind,
    schema
      .createTable('say_likes')
      .addColumn('say_id', 'text', (column) => column.notNull().references('says.id').onDelete('cascade'))
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('say_likes_key', ['say_id', 'user_id']),
  ).execute()
  const columns = ['say_id', 'created_at', 'user_id']
  await schema.createIndex('say_likes_order').on('say_likes').columns(columns).execute()
  await withRowNumber(kind, schema.createTable('say_comments'), 'id')
    .addColumn('say_id', 'text', (column) => column.notNull().references('says.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('reply_user_id', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('say_comments_order').on('say_comments').columns(['say_id', 'id']).execute()
}

async function signIns({ schema }: Kysely<unknown>) {
  await schema
    .createTable('sign_ins')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('sign_ins_day', ['user_id', 'day'])
    .execute()
}

async function notices({ schema }: Kysely<unknown>) {
  await schema
    .createTable('notices')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('type', 'smallint', (column) => column.notNull())
    .addColumn('mark', 'smallint')
    .addColumn('article_id', 'bigint', (column) => column.references('articles.id').onDelete('cascade'))
    .addColumn('comment_id', 'bigint', (column) => column.references('comments.id').onDelete('cascade'))
    .addColumn('actor_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('content', 'text')
    .addColumn('is_read', 'smallint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  const indexes = {
    notices_list: ['user_id', 'type', 'created_at', 'id'],
    notices_unread: ['user_id', 'is_read', 'type'],
    notices_article: ['article_id'],
    notices_comment: ['comment_id'],
  }
  for (const [name, columns] of Object.entries(indexes)) {
    await schema.createIndex(name).on('notices').columns(columns).execute()
  }
}

/** Visitors may report a forgery, so feedback may have no user. SQLite cannot alter a column, so the table is rebuilt. */
async function feedback(db: Kysely<unknown>, kind: DatabaseKind) {
  const { schema } = db
  if (kind === 'postgres') {
    await schema
      .alterTable('feedback')
      .alterColumn('user_id', (column) => column.dropNotNull())
      .execute()
  } else {
    await schema.alterTable('feedback').renameTo('feedback_before').execute()
    await schema
      .createTable('feedback')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
      .addColumn('type', 'smallint', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addColumn('img_url', 'text')
      .addColumn('status', 'smallint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()
    const columns = sql.raw('id, user_id, type, title, content, img_url, status, created_at')
    await sql`insert into feedback (${columns}) select ${columns} from feedback_before`.execute(db)
    await schema.dropTable('feedback_before').execute()
    await schema.createIndex('feedback_time').on('feedback').columns(['status', 'created_at']).execute()
  }
  await schema.createIndex('feedback_newest').on('feedback').columns(['created_at', 'id']).execute()
}
