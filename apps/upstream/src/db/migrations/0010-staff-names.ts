import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The few accounts of staff, whose names no member may take, are found without reading all accounts. */
export function staffNames(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createIndex('users_staff')
        .on('users')
        .column('nickname')
        .where(sql<boolean>`role <> 'user'`)
        .execute()
    },
  }
}
