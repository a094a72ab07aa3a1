import type { PrintKind } from '@portal/contract/certificates/desk/print-rules.ts'
import { readAccreditation } from '@portal/contract/certificates/rules/marks.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import { toStaffName } from '#accounts/people/staff-names.ts'
import type { SessionAccount } from '#accounts/sessions/session-repository.ts'
import { createCodeSeal } from '#certificates/desk/desk-drafts.ts'
import type { EntryRow } from '#certificates/desk/pending-changes.ts'
import type { CertificateRepository } from '#certificates/lookup/certificate-repository.ts'
import type { Db } from '#platform/db/open.ts'
import { cannotPrintEndedCertificate, certificateMissing, codeNotHeld, notPublished } from '#platform/errors.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { type PublishedText, readPublishedText } from './printed-text.ts'

interface Printing {
  /** A transaction. */
  trx: Db
  account: SessionAccount
  now: () => number
  certificates: CertificateRepository
}

/**
 * Returns the text of one print, which is counted.
 * @throws AppError when nothing was published, the number has ended, or does not match the log
 */
export async function printText(printing: Printing, certificateNo: string, kind: PrintKind) {
  const { entry, text } = await findPrintable(printing, certificateNo)
  await count(printing, entry, kind, false)
  return { entry, data: toPrintData(text) }
}

/**
 * Returns the text of one print with the check code.
 * @throws AppError as `printText`, and when the desk does not have the code
 */
export async function printCode(printing: Printing & { digest: Digest }, certificateNo: string, kind: PrintKind) {
  const { digest } = printing
  const { entry, text } = await findPrintable(printing, certificateNo)
  const checkCode = openCode(digest, entry)
  await count(printing, entry, kind, true)
  return { entry, data: { ...toPrintData(text), checkCode } }
}

async function findPrintable(
  { trx, certificates }: Printing,
  certificateNo: string,
): Promise<{ entry: EntryRow; text: PublishedText }> {
  const entry = await trx
    .selectFrom('certificates')
    .selectAll()
    .where('certificate_no', '=', certificateNo)
    .executeTakeFirst()
  if (!entry) throw certificateMissing()
  if (entry.state === 'withdrawn' || entry.state === 'reissued') throw cannotPrintEndedCertificate(entry.newer_no)
  const text = await readPublishedText(trx, certificates, certificateNo)
  if (!text) throw notPublished()
  return { entry, text }
}

function openCode(digest: Digest, { certificate_no, code_sealed }: EntryRow): string {
  if (code_sealed === null) throw codeNotHeld()
  try {
    return createCodeSeal(digest).open(code_sealed, certificate_no)
  } catch {
    // Another installation has sealed the code. The error of the cipher names no cause.
    throw codeNotHeld()
  }
}

async function count({ trx, account, now }: Printing, entry: EntryRow, kind: PrintKind, hasCode: boolean) {
  const { certificate_no, version } = entry
  const by = { by_id: account.id, by_name: toStaffName(account), at: now() }
  await trx
    .insertInto('certificate_prints')
    .values({ certificate_no, version, kind, has_code: hasCode ? 1 : 0, ...by })
    .execute()
}

/** Converts a published text to the form of the contract. */
export function toPrintData({ certificate, replaces, publishedAt, signatures }: PublishedText) {
  const marks = readAccreditation(certificate.accreditation)
  return { certificate, replaces, marks, signatures, publishedTime: toWireDateTime(publishedAt) }
}
