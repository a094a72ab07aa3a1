import { setImmediate as breathe } from 'node:timers/promises'
import { REMOVED } from '#certificates/changes/queue-events.ts'
import type { Db } from '#platform/db/open.ts'

/** Rows that one statement deletes: SQLite keeps other requests waiting for it. */
const PIECE = 1000

/** Takes an endpoint out of use at once; `deleteRemoved` deletes it with its events. */
export async function removeEndpoint(trx: Db, id: number): Promise<void> {
  await trx
    .updateTable('webhook_endpoints')
    // The version rises, so that nobody who read it before switches it on.
    .set((eb) => ({ off_reason: REMOVED, mail_due_at: null, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Deletes removed endpoints with everything of them. Any instance continues after a crash, as the rows stay marked until the end. */
export async function deleteRemoved(db: Db): Promise<void> {
  const removed = db.selectFrom('webhook_endpoints').select('id').where('off_reason', '=', REMOVED)
  for (const { id } of await removed.execute()) {
    for (;;) {
      const some = db.selectFrom('webhook_events').select('id').where('endpoint_id', '=', id).limit(PIECE)
      const { numDeletedRows } = await db.deleteFrom('webhook_events').where('id', 'in', some).executeTakeFirst()
      await breathe()
      if (numDeletedRows < BigInt(PIECE)) break
    }
    for (;;) {
      const some = db.selectFrom('webhook_sequences').select('certificate_no').where('endpoint_id', '=', id)
      const { numDeletedRows } = await db
        .deleteFrom('webhook_sequences')
        .where('endpoint_id', '=', id)
        .where('certificate_no', 'in', some.limit(PIECE))
        .executeTakeFirst()
      await breathe()
      if (numDeletedRows < BigInt(PIECE)) break
    }
    await db.deleteFrom('webhook_endpoints').where('id', '=', id).execute()
  }
}
