import { createSignatoryRepository } from '#accounts/people/signatories.ts'
import { nameOnCertificates } from '#accounts/people/staff-names.ts'
import { foldName } from '#accounts/profiles/reserved-names.ts'
import type { CertificateRepository } from '#certificates/lookup/certificate-repository.ts'
import { checkUnaltered } from '#certificates/lookup/check-unaltered.ts'
import { readDigests, releasePictures } from '#certificates/pictures/desk-pictures.ts'
import type { AuditSubject } from '#platform/audit/audit-log.ts'
import {
  certificateEnded,
  mayNotSign,
  ownWork,
  picturesReplaced,
  signersAlike,
  stepImpossible,
  submittedFaulty,
  submitterUnnamed,
  workChanged,
} from '#platform/errors.ts'
import { type DeskEvent, finishStep } from './desk-events.ts'
import { judge, parseForm, parseSuspendedDraft } from './desk-form.ts'
import { end, openLog, publish } from './desk-publishing.ts'
import { dropWithdrawal } from './desk-withdrawing.ts'
import {
  type Desk,
  findWork,
  hashContent,
  lockEntry,
  readWriters,
  saveWork,
  takeWork,
  type WorkRow,
} from './desk-works.ts'
import { fourEyesOffReason } from './four-eyes.ts'

/**
 * @returns why the account may approve its own work: four eyes are off; `null` when it wrote nothing of it
 * @throws AppError for an account that may not sign this category today, or that wrote something of it
 */
export async function checkSigner({ trx, account, now }: Desk, work: WorkRow): Promise<string | null> {
  const signatories = createSignatoryRepository({ db: trx, now })
  const hasDuty = account.duties.includes('approve') || account.duties.includes('owner')
  if (!hasDuty || !(await signatories.maySign(account.id, parseForm(work).category))) throw mayNotSign()
  const writers = await readWriters(trx, work)
  if (work.submitted_by !== account.id && !writers.some(({ id }) => id === account.id)) return null
  const offReason = await fourEyesOffReason(trx)
  if (offReason === null) throw ownWork()
  return offReason
}

/** @throws AppError when the submitted text is not right on the day of its approval, which becomes the day of issue */
export function checkText(work: WorkRow, nowMs: number): void {
  const [fault] = judge(work, nowMs).faults
  if (fault) throw submittedFaulty(fault.text)
}

/** Notes that a signatory has looked at a submitted text. */
export async function noteOpened(desk: Desk, certificateNo: string): Promise<void> {
  const { trx, now } = desk
  await lockEntry(trx, certificateNo)
  const work = await findWork(trx, certificateNo)
  if (work?.state !== 'submitted' || work.opened_at !== null) return
  // A writer who reads the own text is no second person, even when four eyes are off.
  if ((await checkSigner(desk, work)) !== null) return
  await trx
    .updateTable('certificate_works')
    .set({ opened_at: now() })
    .where('certificate_no', '=', certificateNo)
    .execute()
}

/** Returns a submitted text with a reason; or takes back an own one that nobody has opened. A withdrawal is refused so. */
export async function giveBack(
  desk: Desk,
  certificateNo: string,
  seen: number,
  reason: string | null,
): Promise<WorkRow> {
  const { trx, account, now } = desk
  await lockEntry(trx, certificateNo)
  const isRecall = reason === null
  const work = await takeWork(trx, certificateNo, isRecall ? 'recall' : 'return', seen)
  if (isRecall && (work.submitted_by !== account.id || work.opened_at !== null)) throw stepImpossible()
  if (!isRecall) await checkSigner(desk, work)
  if (work.kind === 'withdrawal') {
    await dropWithdrawal(trx, work)
  } else {
    const state = isRecall ? ('draft' as const) : ('returned' as const)
    await saveWork(trx, work, { state, return_reason: reason, body: null, content_hash: null, opened_at: null }, now())
  }
  await finishStep(desk, [{ certificateNo, version: work.version, act: isRecall ? 'recall' : 'return', reason }])
  return work
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
  const before = await findWork(trx, certificateNo)
  await openLog(desk, [certificateNo, ...(before?.replaces ? [before.replaces] : [])])
  // The number that is replaced is locked first: a reissue locks in this order too.
  if (before?.replaces) await lockEntry(trx, before.replaces)
  const entry = await lockEntry(trx, certificateNo)
  const work = await takeWork(trx, certificateNo, 'approve', revision)
  if (work.content_hash !== contentHash) throw workChanged({ state: work.state, revision: work.revision })
  const aloneReason = await checkSigner(desk, work)
  checkText(work, now())
  if (work.kind !== 'first' && (entry.state !== 'published' || entry.version !== wantedVersion(work))) {
    throw certificateEnded()
  }
  if (work.kind === 'correction') await checkUnaltered(trx, certificates, certificateNo)
  if (work.replaces) await checkUnaltered(trx, certificates, work.replaces)
  const pictures = await readDigests(work.body, desk.fileDigest)
  if (hashContent(work, work.body, pictures) !== contentHash) throw picturesReplaced()
  const isEnd = work.kind === 'withdrawal'
  const { version, reason } = work
  const events: DeskEvent[] = [{ certificateNo, version, act: isEnd ? 'end' : 'approve', reason }]
  if (isEnd) await end(desk, { certificateNo, version, reason, isNoticed })
  else {
    const inspector = aloneReason === null ? findInspector(work, approver) : null
    events.unshift(...(await publish(desk, work, { approver, inspector })))
  }
  await trx.deleteFrom('certificate_works').where('certificate_no', '=', certificateNo).execute()
  await releasePictures(trx, certificateNo)
  const aside = parseSuspendedDraft(work)
  if (aside) events.unshift({ certificateNo, version: aside.version, act: 'discard' })
  if (aloneReason !== null) events.push({ certificateNo, version, act: 'alone', reason: aloneReason })
  await finishStep(desk, events)
  return work
}

/** What the audit log has of an approval. */
export const approvedSubject = ({ certificate_no, version, kind }: WorkRow): AuditSubject => ({
  kind: 'certificate',
  id: certificate_no,
  changes: [
    { member: 'version', before: null, after: String(version) },
    { member: 'kind', before: null, after: kind },
  ],
})

/** The published version that a work is based on. */
const wantedVersion = ({ kind, version }: WorkRow) => (kind === 'correction' ? version - 1 : version)

/** The other name on a certificate. @throws AppError when it has none, or one that looks like the approver's */
function findInspector({ submitted_name }: WorkRow, approver: string): string {
  if (submitted_name === null) throw submitterUnnamed()
  // Names may have changed hands since it was submitted.
  if (foldName(submitted_name) === foldName(approver)) throw signersAlike()
  return submitted_name
}
