import { toStaffName } from '#accounts/people/staff-names.ts'
import { listNumber } from './desk-listing.ts'
import type { Desk } from './pending-changes.ts'

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
  for (const certificateNo of new Set(events.map((event) => event.certificateNo)))
    await listNumber(trx, certificateNo, now())
}
