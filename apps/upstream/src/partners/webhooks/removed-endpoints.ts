import { setImmediate as breathe } from 'node:timers/promises'
import { MINUTE_MS } from '@portal/contract/constants.ts'
import { REMOVED } from '#certificates/changes/queue-events.ts'
import type { Db } from '#platform/db/open.ts'
import { addJob } from '#platform/jobs/job-rows.ts'
import { type JobHandler, retryInMinutes } from '#platform/jobs/jobs.ts'

/** Rows that one statement deletes: SQLite keeps other requests waiting for it. */
const PIECE = 1000

/** Takes an endpoint out of use at once; a job deletes it with its events. */
export async function removeEndpoint(trx: Db, id: number, now: number): Promise<void> {
  await trx
    .updateTable('webhook_endpoints')
    // The version rises, so that nobody who read it before switches it on.
    .set((eb) => ({ off_reason: REMOVED, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  await addJob(trx, { kind: 'endpointRemoval', ref: String(id), dueAt: now })
}

/** Deletes removed endpoints with everything of them, the endpoint last. */
export function createEndpointRemoval(db: Db): JobHandler {
  const deleteEvents = async (id: number) => {
    const some = db.selectFrom('webhook_events').select('id').where('endpoint_id', '=', id).limit(PIECE)
    return await db.deleteFrom('webhook_events').where('id', 'in', some).executeTakeFirst()
  }
  const deleteSequences = async (id: number) => {
    const some = db.selectFrom('webhook_sequences').select('certificate_no').where('endpoint_id', '=', id)
    const rows = db.deleteFrom('webhook_sequences').where('endpoint_id', '=', id)
    return await rows.where('certificate_no', 'in', some.limit(PIECE)).executeTakeFirst()
  }
  return {
    async run({ ref }, lease) {
      const id = Number(ref)
      for (const deletePiece of [deleteEvents, deleteSequences]) {
        while ((await deletePiece(id)).numDeletedRows > 0n) {
          await lease.renew(db, true)
          await breathe()
        }
      }
      await db.deleteFrom('webhook_endpoints').where('id', '=', id).execute()
    },
    leaseMs: MINUTE_MS,
    retryAfterMs: retryInMinutes,
    atOnce: 1,
  }
}
