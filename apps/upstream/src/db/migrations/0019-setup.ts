import { OWNER_ID, PAGE_CATEGORY } from '@portal/contract/constants.ts'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../open.ts'
import { inKeyOrder } from './table-builders.ts'

/** The code of the first set-up, and which rows are demo content. */
export function setup(kind: DatabaseKind): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('setup_codes')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('code_hash', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .addColumn('wrong_tries', 'integer', (column) => column.notNull())
        .addColumn('used_at', 'bigint')
        .addColumn('owner_id', 'text')
        .execute()
      await inKeyOrder(
        kind,
        db.schema
          .createTable('demo_rows')
          .addColumn('kind', 'text', (column) => column.notNull())
          .addColumn('id', 'text', (column) => column.notNull())
          .addColumn('value', 'text')
          .addPrimaryKeyConstraint('demo_rows_key', ['kind', 'id']),
      ).execute()
      await markEarlier(db)
    },
  }
}

/** Setting of earlier releases on sites with demo content. */
const MARK = 'hasDemoContent'

/**
 * Rows of demo content that an earlier release stored: nobody else had written when the demo author was made, and an empty
 * database is filled in one transaction.
 */
async function markEarlier(db: Kysely<unknown>): Promise<void> {
  const marked = sql`exists (select 1 from site_settings where name = ${MARK})`
  const filledAt = sql`(select created_at from users where id = ${OWNER_ID})`
  const mark = async (kind: string, id: string, from: string, where = sql`created_at <= ${filledAt}`) => {
    await sql`insert into demo_rows (kind, id) select ${kind}, cast(${sql.ref(id)} as text) from ${sql.table(from)}
      where ${where} and ${marked}`.execute(db)
  }
  const ofAuthor = sql`created_at <= ${filledAt} and author_id = ${OWNER_ID}`
  await mark('article', 'id', 'articles', sql`${ofAuthor} and category_id <> ${PAGE_CATEGORY}`)
  await mark('page', 'id', 'articles', sql`${ofAuthor} and category_id = ${PAGE_CATEGORY}`)
  await mark('comment', 'id', 'comments')
  await mark('post', 'id', 'says')
  await mark('postComment', 'id', 'say_comments')
  await mark('message', 'id', 'chat_messages')
  const unused = sql`id <> ${OWNER_ID} and account_name is null and password_hash is null
    and id not in (select user_id from social_accounts)`
  await mark('user', 'id', 'users', sql`${unused} and created_at <= ${filledAt}`)
  const firstImport = sql`(select min(id) from certificate_imports where file_name = 'certificates.jsonl')`
  await mark('certificate', 'certificate_no', 'certificates', sql`import_id = ${firstImport}`)
  await sql`insert into demo_rows (kind, id, value) select 'setting', name, value from site_settings
    where name = ${MARK}`.execute(db)
  await sql`delete from site_settings where name = ${MARK}`.execute(db)
}
