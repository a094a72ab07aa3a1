import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Why an approved comment had waited, so that an undone approval shows it again. */
export const addHoldReasons: Migration = {
  async up(db: Kysely<unknown>) {
    for (const name of ['held_reasons', 'held_word']) {
      await db.schema.alterTable('comments').addColumn(name, 'text').execute()
    }
  },
}
