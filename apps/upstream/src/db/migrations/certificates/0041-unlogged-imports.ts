import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Discards imports that were interrupted before there was a log: their staged rows have no entries. */
export function unloggedImports(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      const unfinished = sql`select id from certificate_imports where state = 'staging'`
      await sql`delete from certificate_versions where import_id in (${unfinished})`.execute(db)
      await sql`delete from certificate_pictures where import_id in (${unfinished})`.execute(db)
      await sql`delete from certificate_staging`.execute(db)
      await sql`delete from certificate_imports where state = 'staging'`.execute(db)
    },
  }
}
