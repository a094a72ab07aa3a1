import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Number of the newest answer to a partner that polls, so that no later answer has a smaller one. */
export const addLastAnswers: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('webhook_endpoints')
      .addColumn('last_answer', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute()
    await sql`
      UPDATE webhook_endpoints SET last_answer = coalesce(
        (SELECT max(attempts) FROM webhook_events WHERE endpoint_id = webhook_endpoints.id), 0)
      WHERE address LIKE 'poll:%'`.execute(db)
  },
}
