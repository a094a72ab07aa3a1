import { createSignatoryRepository } from '#accounts/people/signatories.ts'
import { nameOnCertificates } from '#accounts/people/staff-names.ts'
import { foldName } from '#accounts/profiles/reserved-names.ts'
import { type DeskEvent, finishStep } from '#certificates/desk/desk-events.ts'
import { checkText, parseForm, parseSuspendedDraft } from '#certificates/desk/desk-form.ts'
import { endCertificate, lockLogForStep, publish } from '#certificates/desk/desk-publishing.ts'
import { dropWithdrawal } from '#certificates/desk/desk-withdrawing.ts'
import { readFourEyesOffReason } from '#certificates/desk/four-eyes.ts'
import {
  type ChangeRow,
  type Desk,
  findChange,
  hashContent,
  isWriter,
  lockEntry,
  requireChange,
  updateChange,
} from '#certificates/desk/pending-changes.ts'
import { isAwaitingReview, NOT_REVIEWED } from '#certificates/desk/three-persons.ts'
import type { CertificateRepository } from '#certificates/lookup/certificate-repository.ts'
import { checkUnaltered } from '#certificates/lookup/check-unaltered.ts'
import { readDigests, releasePictures } from '#certificates/pictures/desk-pictures.ts'
import { approveRawRecords, readWholeRecords, releaseRawRecords } from '#certificates/raw-records/raw-records.ts'
import type { AuditSubject } from '#platform/audit/audit-log.ts'
import {
  cannotApproveOwnChange,
  certificateEnded,
  changeOutdated,
  lacksSigningAuthority,
  picturesReplaced,
  signersHaveSameName,
  stepImpossible,
  submitterUnnamed,
} from '#platform/errors.ts'
import { checkReview, checkReviewer, hasReviewDuty } from './review-certificate.ts'

/**
 * Checks that the account may approve the change.
 * @returns the reason why it may approve a text that it wrote: four eyes are off; `null` when it wrote nothing of it
 * @throws AppError for an account that may not sign this category today, or that wrote a part of it
 */
export async function checkSigner({ trx, account, now }: Desk, change: ChangeRow): Promise<string | null> {
  const signatories = createSignatoryRepository({ db: trx, now })
  const hasDuty = account.duties.includes('approve') || account.duties.includes('owner')
  if (!hasDuty || !(await signatories.maySign(account.id, parseForm(change).category))) throw lacksSigningAuthority()
  if (!(await isWriter(trx, change, account.id))) return null
  const offReason = await readFourEyesOffReason(trx)
  if (offReason === null) throw cannotApproveOwnChange()
  return offReason
}

/** Records that a reviewer or signatory, whose turn it is, has opened a submitted text. */
export async function noteOpened(desk: Desk, certificateNo: string): Promise<void> {
  const { trx, now } = desk
  await lockEntry(trx, certificateNo)
  const change = await findChange(trx, certificateNo)
  if (change?.state !== 'submitted' || change.opened_at !== null) return
  // A writer who opens the own text is no second person, even when four eyes are off.
  const checkReader = (await isAwaitingReview(trx, change)) ? checkReviewer : checkSigner
  if ((await checkReader(desk, change)) !== null) return
  await trx
    .updateTable('pending_changes')
    .set({ opened_at: now() })
    .where('certificate_no', '=', certificateNo)
    .execute()
}

/**
 * Returns a submitted text with a reason, or takes back one's own text that nobody has opened. Returning a withdrawal
 * refuses it. A text that awaits its review is returned by a reviewer or a signatory.
 */
export async function returnOrRecall(
  desk: Desk,
  certificateNo: string,
  seenRevision: number,
  reason: string | null,
): Promise<ChangeRow> {
  const { trx, account, now } = desk
  await lockEntry(trx, certificateNo)
  const isRecall = reason === null
  const change = await requireChange(trx, certificateNo, isRecall ? 'recall' : 'return', seenRevision)
  if (isRecall && (change.submitted_by !== account.id || change.opened_at !== null)) throw stepImpossible()
  if (!isRecall) {
    const isReviewers = hasReviewDuty(account) && (await isAwaitingReview(trx, change))
    await (isReviewers ? checkReviewer : checkSigner)(desk, change)
  }
  if (change.kind === 'withdrawal') {
    await dropWithdrawal(trx, change)
  } else {
    const state = isRecall ? ('draft' as const) : ('returned' as const)
    await updateChange(
      trx,
      change,
      { state, return_reason: reason, body: null, content_hash: null, opened_at: null, ...NOT_REVIEWED },
      now(),
    )
  }
  await finishStep(desk, [{ certificateNo, version: change.version, step: isRecall ? 'recall' : 'return', reason }])
  return change
}

interface Approval {
  revision: number
  contentHash: string
  isNoticed: boolean
}

/** Publishes a submitted text, or carries out a withdrawal: all of it or nothing. @returns the version that is shown now */
export async function approve(
  desk: Desk & { certificates: CertificateRepository },
  certificateNo: string,
  { revision, contentHash, isNoticed }: Approval,
) {
  const { trx, account, now, certificates } = desk
  const approver = nameOnCertificates(account)
  const before = await findChange(trx, certificateNo)
  await lockLogForStep(desk, [certificateNo, ...(before?.replaces ? [before.replaces] : [])])
  // Locks the replaced number first, because a reissue locks in this order too.
  if (before?.replaces) await lockEntry(trx, before.replaces)
  const entry = await lockEntry(trx, certificateNo)
  const change = await requireChange(trx, certificateNo, 'approve', revision)
  if (change.content_hash !== contentHash) throw changeOutdated({ state: change.state, revision: change.revision })
  const ownReason = await checkSigner(desk, change)
  const { reviewer, sameReason } = await checkReview(desk, change)
  const aloneReason = ownReason ?? sameReason
  await checkText(desk, change)
  if (change.kind !== 'first' && (entry.state !== 'published' || entry.version !== getBaseVersion(change))) {
    throw certificateEnded()
  }
  if (change.kind === 'correction') await checkUnaltered(trx, certificates, certificateNo)
  if (change.replaces) await checkUnaltered(trx, certificates, change.replaces)
  const pictures = await readDigests(change.body, desk.fileDigest)
  const isEnd = change.kind === 'withdrawal'
  const records = isEnd ? [] : await readWholeRecords(trx, change, desk.fileDigest)
  if (hashContent(change, change.body, pictures, records) !== contentHash) throw picturesReplaced()
  const { version, reason } = change
  const events: DeskEvent[] = [{ certificateNo, version, step: isEnd ? 'end' : 'approve', reason }]
  if (isEnd) await endCertificate(desk, { certificateNo, version, reason, isNoticed })
  else {
    const inspector = ownReason === null ? findInspector(change) : null
    checkNamesDiffer([inspector, reviewer, approver])
    events.unshift(...(await publish(desk, change, { approver, reviewer, inspector })))
    await approveRawRecords(trx, change, now())
  }
  await trx.deleteFrom('pending_changes').where('certificate_no', '=', certificateNo).execute()
  await releasePictures(trx, certificateNo)
  await releaseRawRecords(trx, certificateNo)
  const suspendedDraft = parseSuspendedDraft(change)
  if (suspendedDraft) events.unshift({ certificateNo, version: suspendedDraft.version, step: 'discard' })
  if (aloneReason !== null) events.push({ certificateNo, version, step: 'alone', reason: aloneReason })
  await finishStep(desk, events)
  return change
}

/** Subject of an approval in the audit log. */
export const toApprovedSubject = ({ certificate_no, version, kind }: ChangeRow): AuditSubject => ({
  kind: 'certificate',
  id: certificate_no,
  changes: [
    { member: 'version', before: null, after: String(version) },
    { member: 'kind', before: null, after: kind },
  ],
})

/** The published version that a change is based on. */
const getBaseVersion = ({ kind, version }: ChangeRow) => (kind === 'correction' ? version - 1 : version)

/** Returns the name of the person who submitted a text. @throws AppError when there is none */
function findInspector({ submitted_name }: ChangeRow): string {
  if (submitted_name === null) throw submitterUnnamed()
  return submitted_name
}

/** @throws AppError for names that look alike, because they may have been changed since the earlier steps */
function checkNamesDiffer(names: readonly (string | null)[]): void {
  const folded = names.filter((name) => name !== null).map(foldName)
  if (new Set(folded).size < folded.length) throw signersHaveSameName()
}
