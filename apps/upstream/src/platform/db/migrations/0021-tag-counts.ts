import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../open.ts'

/**
 * Published articles of each tag, to count them. PostgreSQL counts in half the time in an index without the columns of the
 * lists; SQLite reads the list's own index as fast.
 */
export function addTagCounts(kind: DatabaseKind): Migration {
  return {
    async up(db: Kysely<unknown>) {
      if (kind === 'sqlite') return
      await sql`create index article_tags_count on article_tags (tag_id) where is_publish = 1`.execute(db)
    },
  }
}
