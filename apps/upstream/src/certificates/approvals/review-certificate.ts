import { nameOnCertificates } from '#accounts/people/staff-names.ts'
import { finishStep } from '#certificates/desk/desk-events.ts'
import { checkText, parseForm } from '#certificates/desk/desk-form.ts'
import { readFourEyesOffReason } from '#certificates/desk/four-eyes.ts'
import {
  type ChangeRow,
  type Desk,
  hashContent,
  isWriter,
  lockEntry,
  requireChange,
  updateChange,
} from '#certificates/desk/pending-changes.ts'
import { isAwaitingReview, isReviewed, needsThree } from '#certificates/desk/three-persons.ts'
import { readDigests } from '#certificates/pictures/desk-pictures.ts'
import { readWholeRecords } from '#certificates/raw-records/raw-records.ts'
import {
  cannotApproveOwnReview,
  cannotReviewOwnChange,
  changeOutdated,
  lacksReviewDuty,
  picturesReplaced,
  reviewedByWriter,
  reviewMissing,
  reviewNotNeeded,
} from '#platform/errors.ts'

export const hasReviewDuty = ({ duties }: Desk['account']) => duties.includes('review') || duties.includes('owner')

/**
 * Checks that the account may review the change.
 * @returns the reason why it may review a text that it wrote: four eyes are off; `null` when it wrote nothing of it
 * @throws AppError for an account without the duty or that wrote a part of it, and for a change that awaits no review
 */
export async function checkReviewer({ trx, account }: Desk, change: ChangeRow): Promise<string | null> {
  if (!hasReviewDuty(account)) throw lacksReviewDuty()
  if (!(await isAwaitingReview(trx, change))) throw reviewNotNeeded()
  if (!(await isWriter(trx, change, account.id))) return null
  const offReason = await readFourEyesOffReason(trx)
  if (offReason === null) throw cannotReviewOwnChange()
  return offReason
}

/** Passes a submitted text on to the signatories. */
export async function review(
  desk: Desk,
  certificateNo: string,
  { revision, contentHash }: { revision: number; contentHash: string },
): Promise<ChangeRow> {
  const { trx, account, now } = desk
  const name = nameOnCertificates(account)
  await lockEntry(trx, certificateNo)
  const change = await requireChange(trx, certificateNo, 'review', revision)
  if (change.content_hash !== contentHash) throw changeOutdated({ state: change.state, revision: change.revision })
  await checkReviewer(desk, change)
  await checkText(desk, change)
  const pictures = await readDigests(change.body, desk.fileDigest)
  const records = await readWholeRecords(trx, change, desk.fileDigest)
  if (hashContent(change, change.body, pictures, records) !== contentHash) throw picturesReplaced()
  const reviewed = { reviewed_by: account.id, reviewed_name: name, reviewed_hash: contentHash, reviewed_at: now() }
  // The time of the submission stays.
  await updateChange(trx, change, { ...reviewed, opened_at: change.opened_at ?? now() }, change.changed_at)
  await finishStep(desk, [{ certificateNo, version: change.version, step: 'review' }])
  return change
}

/**
 * Checks at the approval that writers, reviewer and signatory are different accounts, if the category needs three people now.
 * @returns the reviewer's name for the certificate, and the reason why the rule does not hold: four eyes are off
 * @throws AppError when the review is missing, or one person takes two of the steps
 */
export async function checkReview(
  { trx, account }: Pick<Desk, 'trx' | 'account'>,
  change: ChangeRow,
): Promise<{ reviewer: string | null; sameReason: string | null }> {
  if (await isAwaitingReview(trx, change)) throw reviewMissing()
  if (!isReviewed(change) || change.reviewed_by === null) return { reviewer: null, sameReason: null }
  const isOwn = change.reviewed_by === account.id
  const isDistinct = !isOwn && !(await isWriter(trx, change, change.reviewed_by))
  if (isDistinct) return { reviewer: change.reviewed_name, sameReason: null }
  // A review that is not needed any more counts for nothing.
  if (!(await needsThree(trx, parseForm(change).category))) return { reviewer: null, sameReason: null }
  const sameReason = await readFourEyesOffReason(trx)
  if (sameReason === null) throw isOwn ? cannotApproveOwnReview() : reviewedByWriter()
  return { reviewer: null, sameReason }
}
