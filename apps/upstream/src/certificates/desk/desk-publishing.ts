import { findReissue, formatAmendment } from '@portal/contract/certificates/amendments.ts'
import { findField } from '@portal/contract/certificates/certificate-fields.ts'
import type { CertificateCategory } from '@portal/contract/certificates/certificate-states.ts'
import { SIGNATURE_MEMBERS } from '@portal/contract/certificates/desk/print-rules.ts'
import { compareForms, toDeskForm } from '@portal/contract/certificates/rules/form-changes.ts'
import { formatAccreditation } from '@portal/contract/certificates/rules/marks.ts'
import { toWireDate } from '@portal/contract/time.ts'
import { createMarkRepository } from '#accounts/people/signatories.ts'
import { findSigningPicture } from '#accounts/people/signing-pictures.ts'
import { noteChange } from '#certificates/changes/certificate-changes.ts'
import { queueWebhooks } from '#certificates/changes/queue-events.ts'
import { appendToLog, lockEvenStopped, lockLog, makePresentText } from '#log/append.ts'
import { addToBacklog, enterWaiting } from '#log/backlog.ts'
import type { Db } from '#platform/db/open.ts'
import { replacedCertificateEnded } from '#platform/errors.ts'
import type { DeskEvent } from './desk-events.ts'
import { type ChangeRow, DESK_IMPORT, type Desk } from './pending-changes.ts'
import { readPublishedBody } from './published-body.ts'

/**
 * Locks the public log before a step that changes what holders see.
 * @param numbers the changed ones; entries that they wait for are appended first
 * @throws AppError when the log was stopped
 */
export async function lockLogForStep({ trx, digest, now }: Desk, numbers: readonly string[]): Promise<void> {
  await lockLog(trx)
  await enterWaiting(trx, numbers, { now: now(), digest })
}

/** Appends an entry of what holders now see of a number. */
async function logNumber({ trx, digest, fileDigest, now }: Desk, certificateNo: string): Promise<void> {
  await appendToLog(trx, { certificateNo, now: now(), digest, fileDigest })
}

/**
 * Locks the public log before an emergency withdrawal, even a stopped log: a certificate that is known to be wrong must
 * not stay valid until an operator has recovered the log.
 * @returns whether the log is stopped
 */
export async function lockLogForWithdrawal({ trx, digest, now }: Desk, certificateNo: string): Promise<boolean> {
  const { isStopped } = await lockEvenStopped(trx)
  if (!isStopped) await enterWaiting(trx, [certificateNo], { now: now(), digest })
  return isStopped
}

/** Queues the entry of a withdrawal until the log runs again. */
async function queueWithdrawalEntry({ trx, digest, fileDigest }: Desk, certificateNo: string): Promise<void> {
  await addToBacklog(trx, digest, await makePresentText(trx, certificateNo, fileDigest))
}

interface Signers {
  /** `null`: one of its writers approved it, and the certificate has one name instead of two. */
  inspector: string | null
  /** `null`: the category needs no review, or the review was no step of another person. */
  reviewer: string | null
  approver: string
}

/**
 * Publishes the text of a pending change.
 * @param desk has locked the log
 * @returns the events of the number that this one replaces
 */
export async function publish(desk: Desk, change: ChangeRow, signers: Signers): Promise<DeskEvent[]> {
  const { trx, now } = desk
  const { certificate_no, version, reason, replaces } = change
  const day = toWireDate(now())
  const { inspector, reviewer, approver } = signers
  const names = {
    issuedOn: day,
    ...(inspector !== null && { inspector }),
    ...(reviewer !== null && { reviewer }),
    approver,
  }
  const text = JSON.parse(change.body ?? '{}') as Record<string, unknown>
  const amendment = await describeAmendment(trx, change, { text, day })
  const accreditation = await decideMarks(desk, text)
  const stated = { ...(amendment !== null && { amendment }), ...(accreditation !== '' && { accreditation }) }
  const body = { ...text, ...stated, ...names }
  await trx
    .insertInto('certificate_versions')
    .values({ certificate_no, version, import_id: DESK_IMPORT, body: JSON.stringify(body), imported_at: now(), reason })
    .execute()
  await signWithPictures(desk, change, signers)
  const { category } = body as { category?: CertificateCategory }
  const { receivedOn = null } = body as { receivedOn?: string }
  await trx
    .updateTable('certificates')
    .set({
      state: 'published',
      version,
      body_import_id: DESK_IMPORT,
      category: category ?? null,
      received_on: receivedOn,
    })
    .where('certificate_no', '=', certificate_no)
    .execute()
  if (version > 1) await noteChange(trx, { certificateNo: certificate_no, version, kind: 'correction' }, now())
  await logNumber(desk, certificate_no)
  if (version > 1) await queueWebhooks(trx, certificate_no, now())
  return replaces ? [await endReplaced(desk, { replaces, newNo: certificate_no, day, reason })] : []
}

/** Stores the pictures that the people sign this version with. One whose name has changed since has none. */
async function signWithPictures({ trx, account }: Desk, change: ChangeRow, signers: Signers): Promise<void> {
  const { certificate_no, version, submitted_by, reviewed_by } = change
  const ids = { inspector: submitted_by, reviewer: reviewed_by, approver: account.id }
  for (const member of SIGNATURE_MEMBERS) {
    const [id, name] = [ids[member], signers[member]]
    const sha256 = id !== null && name !== null ? await findSigningPicture(trx, id, name) : null
    if (sha256 === null) continue
    await trx.insertInto('certificate_signatures').values({ certificate_no, version, member, sha256 }).execute()
  }
}

/** Decides which marks the certificate carries, so that every print and page of this version shows the same. */
async function decideMarks({ trx, now }: Desk, text: Record<string, unknown>): Promise<string> {
  const marks = createMarkRepository({ db: trx, now })
  return formatAccreditation(await marks.listCarried(text.category as CertificateCategory, text))
}

/** States what a version or a new number replaces; `null` for a first certificate. */
async function describeAmendment(
  trx: Db,
  { certificate_no, version, kind, replaces, reason }: ChangeRow,
  { text, day: since }: { text: Record<string, unknown>; day: string },
): Promise<string | null> {
  const before = kind === 'correction' || replaces ? await readPublishedBody(trx, replaces ?? certificate_no) : null
  if (!before) return null
  const { changes } = compareForms(toDeskForm(before), toDeskForm(text))
  const items = changes.map(({ member }) => findField(member)?.label ?? member)
  const replaced = replaces ?? version - 1
  const line = formatAmendment({ since, replaced, issuedOn: String(before.issuedOn), items, reason: reason ?? '' })
  const reissue = replaces ? undefined : findReissue(String(before.amendment ?? ''))
  return reissue ? `${line}\n${formatAmendment(reissue)}` : line
}

/** Ends the number that another one replaces. */
async function endReplaced(
  desk: Desk,
  { replaces: oldNo, newNo, day, reason }: { replaces: string; newNo: string; day: string; reason: string | null },
): Promise<DeskEvent> {
  const { trx, now } = desk
  const ended = await trx
    .updateTable('certificates')
    .set({ state: 'reissued', newer_no: newNo, changed_on: day, code_sealed: null })
    .where('certificate_no', '=', oldNo)
    .where('state', '=', 'published')
    .returning('version')
    .executeTakeFirst()
  if (!ended) throw replacedCertificateEnded()
  await noteChange(trx, { certificateNo: oldNo, version: ended.version, kind: 'reissue', newerNo: newNo }, now())
  await logNumber(desk, oldNo)
  await queueWebhooks(trx, oldNo, now())
  return {
    certificateNo: oldNo,
    version: ended.version,
    step: 'replaced',
    reason: [newNo, reason].filter(Boolean).join('，'),
  }
}

/** Ends a published certificate for good. @param desk has locked the log */
export async function endCertificate(
  desk: Desk,
  {
    certificateNo,
    version,
    reason,
    isNoticed,
    isLogStopped = false,
  }: { certificateNo: string; version: number; reason: string | null; isNoticed: boolean; isLogStopped?: boolean },
): Promise<void> {
  const { trx, now } = desk
  const day = toWireDate(now())
  await noteChange(trx, { certificateNo, version, kind: 'withdrawal' }, now())
  await trx
    .updateTable('certificates')
    .set({ state: 'withdrawn', reason, changed_on: day, code_sealed: null, noticed_on: isNoticed ? day : null })
    .where('certificate_no', '=', certificateNo)
    .execute()
  await (isLogStopped ? queueWithdrawalEntry : logNumber)(desk, certificateNo)
  await queueWebhooks(trx, certificateNo, now())
}
