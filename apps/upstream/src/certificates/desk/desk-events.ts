import { toStaffName } from '#accounts/people/staff-names.ts'
import { queueSamples } from '#certificates/changes/queue-following.ts'
import { listNumber } from './desk-listing.ts'
import type { ChangeRow, Desk } from './pending-changes.ts'

/** A step in the history of a number. */
export interface DeskEvent {
  certificateNo: string
  version: number
  step: string
  reason?: string | null
}

/** Ends a step: adds its events to the history, and updates the rows of their numbers in the list. */
export async function finishStep(
  { trx, account, now }: Pick<Desk, 'trx' | 'account' | 'now'>,
  events: readonly DeskEvent[],
) {
  const by = { by_id: account.id, by_name: toStaffName(account), at: now() }
  await trx
    .insertInto('certificate_events')
    .values(
      events.map(({ certificateNo, reason = null, ...event }) => ({
        certificate_no: certificateNo,
        reason,
        ...event,
        ...by,
      })),
    )
    .execute()
  const numbers = [...new Set(events.map((event) => event.certificateNo))]
  for (const certificateNo of numbers) await listNumber(trx, certificateNo, now())
  await queueSamples(trx, numbers, now())
}

/** Adds an event for an account without one in this version, so that its history names every writer. */
export async function recordFirstWriting(desk: Desk, { certificate_no, version }: ChangeRow): Promise<void> {
  const known = await desk.trx
    .selectFrom('certificate_events')
    .select('id')
    .where('certificate_no', '=', certificate_no)
    .where('version', '=', version)
    .where('by_id', '=', desk.account.id)
    .executeTakeFirst()
  if (!known) await finishStep(desk, [{ certificateNo: certificate_no, version, step: 'write' }])
}
