import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../open.ts'

const changed = sql`(coalesce(updated_at, created_at))`

/** Indexes for the lists of staff at 100,000 rows (`npm run bench manage`). */
export function listSearches(kind: DatabaseKind): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createIndex('users_staff_newest')
        .on('users')
        .columns(['created_at', 'id'])
        .where(sql<boolean>`role <> 'user'`)
        .execute()
      await db.schema.createIndex('users_nickname').on('users').column('nickname').execute()
      await sql`create index articles_writer_changed on articles (author_id, ${changed}, id)`.execute(db)
      await sql`create index articles_named_changed on articles (author_name, ${changed}, id)
        where author_name is not null`.execute(db)
      if (kind === 'sqlite') await titles(db)
    },
  }
}

/** A search in titles reads its index alone. PostgreSQL reads the whole table in the same time. */
async function titles(db: Kysely<unknown>) {
  await sql`drop index articles_changed`.execute(db)
  await sql`create index articles_changed on articles (${changed}, id, is_publish, category_id, title)`.execute(db)
  await sql`drop index articles_state_changed`.execute(db)
  await sql`create index articles_state_changed on articles (is_publish, ${changed}, id, category_id, title)`.execute(
    db,
  )
  await sql`drop index tickets_state`.execute(db)
  await sql`create index tickets_state on tickets (state, sort_at, id, title)`.execute(db)
}
