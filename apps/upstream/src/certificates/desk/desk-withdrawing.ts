import type { Certificate } from '@portal/contract/certificates/certificates.ts'
import { toDeskForm } from '@portal/contract/certificates/rules/form-changes.ts'
import { createSignatoryRepository } from '#accounts/people/signatories.ts'
import { nameOnCertificates, toStaffName } from '#accounts/people/staff-names.ts'
import { releasePictures } from '#certificates/pictures/desk-pictures.ts'
import { releaseRawRecords } from '#certificates/raw-records/raw-records.ts'
import type { Db } from '#platform/db/open.ts'
import {
  cannotConfirmOwnWithdrawal,
  certificateEnded,
  changePending,
  lacksSigningAuthority,
  stepImpossible,
} from '#platform/errors.ts'
import { addChange } from './desk-drafts.ts'
import { type DeskEvent, finishStep } from './desk-events.ts'
import { parseSuspendedDraft } from './desk-form.ts'
import { endCertificate, lockLogForWithdrawal } from './desk-publishing.ts'
import { readFourEyesOffReason } from './four-eyes.ts'
import {
  type ChangeRow,
  type Desk,
  type EntryRow,
  findChange,
  hashContent,
  lockEntry,
  updateChange,
} from './pending-changes.ts'
import { readPublishedBody } from './published-body.ts'

/**
 * Requests the withdrawal of a published certificate. It is submitted to a signatory at once, because it has no text to
 * prepare. A pending correction is suspended meanwhile.
 */
export async function requestWithdrawal(desk: Desk, certificateNo: string, reason: string): Promise<void> {
  const { trx, account, now } = desk
  const submitted_name = nameOnCertificates(account)
  const { version } = await lockPublished(trx, certificateNo)
  const pendingChange = await findChange(trx, certificateNo)
  if (pendingChange?.kind === 'withdrawal') throw changePending()
  if (pendingChange) await deleteChange(trx, certificateNo)
  const body = await readPublishedBody(trx, certificateNo)
  await addChange(desk, {
    certificate_no: certificateNo,
    kind: 'withdrawal',
    version,
    reason,
    state: 'submitted',
    submitted_by: account.id,
    submitted_name,
    form: JSON.stringify(toDeskForm(body ?? {})),
    suspended_draft: pendingChange ? JSON.stringify(pendingChange) : null,
  })
  const change = (await findChange(trx, certificateNo)) as ChangeRow
  await updateChange(trx, change, { content_hash: hashContent(change, null, []) }, now())
  await finishStep(desk, [{ certificateNo, version, step: 'withdraw', reason }])
}

/** Deletes a refused withdrawal. The suspended correction is pending again. */
export async function dropWithdrawal(trx: Db, { certificate_no, suspended_draft }: ChangeRow): Promise<void> {
  await deleteChange(trx, certificate_no)
  if (suspended_draft === null) return
  const change = JSON.parse(suspended_draft) as ChangeRow
  // The revision rises, so that a signatory who read it before must read it again.
  await trx
    .insertInto('pending_changes')
    .values({ ...change, batch_id: null, revision: change.revision + 1 })
    .execute()
}

/**
 * Ends a published certificate by one signatory alone, in an emergency. A pending change is discarded. While four eyes
 * are required, the withdrawal waits for the confirmation of a second signatory. While the log is stopped, its entry is
 * appended later.
 */
export async function withdrawAlone(
  desk: Desk,
  certificateNo: string,
  { reason, isNoticed = false }: { reason: string; isNoticed?: boolean | undefined },
): Promise<void> {
  const { trx, account, now } = desk
  const isLogStopped = await lockLogForWithdrawal(desk, certificateNo)
  const entry = await lockPublished(trx, certificateNo)
  await checkScope(desk, entry)
  const pendingChange = await findChange(trx, certificateNo)
  if (pendingChange) await deleteChange(trx, certificateNo)
  await endCertificate(desk, { certificateNo, version: entry.version, reason, isNoticed, isLogStopped })
  await releasePictures(trx, certificateNo)
  await releaseRawRecords(trx, certificateNo)
  const correction = pendingChange?.kind === 'withdrawal' ? parseSuspendedDraft(pendingChange) : pendingChange
  const { version } = entry
  const events: DeskEvent[] = [{ certificateNo, version, step: 'endNow', reason }]
  if (correction) events.unshift({ certificateNo, version: correction.version, step: 'discard' })
  const offReason = await readFourEyesOffReason(trx)
  if (offReason !== null) events.push({ certificateNo, version, step: 'alone', reason: offReason })
  await finishStep(desk, events)
  if (offReason !== null) return
  await trx
    .insertInto('certificate_confirmations')
    .values({ certificate_no: certificateNo, by_id: account.id, by_name: toStaffName(account), at: now() })
    .execute()
}

/** Confirms the withdrawal of another signatory. */
export async function confirmAlone(desk: Desk, certificateNo: string): Promise<void> {
  const { trx, account } = desk
  const entry = await lockEntry(trx, certificateNo)
  await checkScope(desk, entry)
  const waiting = await trx
    .deleteFrom('certificate_confirmations')
    .where('certificate_no', '=', certificateNo)
    .returning('by_id')
    .executeTakeFirst()
  if (!waiting) throw stepImpossible()
  if (waiting.by_id === account.id) throw cannotConfirmOwnWithdrawal()
  await finishStep(desk, [{ certificateNo, version: entry.version, step: 'confirm' }])
}

async function lockPublished(trx: Db, certificateNo: string): Promise<EntryRow> {
  const entry = await lockEntry(trx, certificateNo)
  if (entry.state !== 'published') throw certificateEnded()
  return entry
}

/** @throws AppError for an account that may not sign the category of the number today */
async function checkScope({ trx, account, now }: Desk, { category }: EntryRow): Promise<void> {
  const signatories = createSignatoryRepository({ db: trx, now })
  const hasDuty = account.duties.includes('approve') || account.duties.includes('owner')
  const isInScope = await signatories.maySign(account.id, category as Certificate['category'])
  if (!hasDuty || !isInScope) throw lacksSigningAuthority()
}

async function deleteChange(trx: Db, certificateNo: string): Promise<void> {
  await trx.deleteFrom('pending_changes').where('certificate_no', '=', certificateNo).execute()
}
