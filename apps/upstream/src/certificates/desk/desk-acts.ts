import { staffNameOf } from '#accounts/people/staff-names.ts'
import type { SessionAccount } from '#accounts/sessions/session-repository.ts'
import type { Db } from '#platform/db/open.ts'
import { listNumber } from './desk-listing.ts'

interface Act {
  certificateNo: string
  version: number
  act: string
  reason?: string | null
}

/** Adds a step to the history of a number, and renews its row in the list: the end of each step. */
export async function addAct(
  trx: Db,
  by: SessionAccount,
  at: number,
  { certificateNo, version, act, reason = null }: Act,
) {
  await trx
    .insertInto('certificate_acts')
    .values({ certificate_no: certificateNo, version, act, by_id: by.id, by_name: staffNameOf(by), reason, at })
    .execute()
  await listNumber(trx, certificateNo, at)
}
