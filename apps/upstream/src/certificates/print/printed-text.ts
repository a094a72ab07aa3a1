import type { Certificate, ReplacedVersion } from '@portal/contract/certificates/certificates.ts'
import type { SignatureMember } from '@portal/contract/certificates/desk/print-rules.ts'
import { DESK_IMPORT } from '#certificates/desk/pending-changes.ts'
import type { CertificateRepository } from '#certificates/lookup/certificate-repository.ts'
import type { Db } from '#platform/db/open.ts'
import { certificateMismatch } from '#platform/errors.ts'

/** Printed content of the version that is shown now. */
export interface PublishedText {
  certificate: Certificate
  replaces: ReplacedVersion | null
  publishedAt: number
  /** Pictures of the signatures, Base64. */
  signatures: { member: SignatureMember; content: string }[]
}

/**
 * Reads the published text; `undefined` when there is none.
 * @throws AppError for a text that does not match the public log
 */
export async function readPublishedText(
  db: Db,
  certificates: CertificateRepository,
  certificateNo: string,
): Promise<PublishedText | undefined> {
  const entry = await certificates.find(certificateNo, db)
  if (entry?.state !== 'published') return undefined
  const { certificate, replaces = null } = await certificates.readAnswer(entry, db)
  if (!certificate) throw certificateMismatch()
  const { imported_at: publishedAt } = await db
    .selectFrom('certificate_versions')
    .select('imported_at')
    .where('certificate_no', '=', certificateNo)
    .where('version', '=', entry.version)
    .where('import_id', '=', entry.bodyImportId)
    .executeTakeFirstOrThrow()
  const signatures = entry.bodyImportId === DESK_IMPORT ? await readSignatures(db, certificateNo, entry.version) : []
  return { certificate, replaces, publishedAt, signatures }
}

/** Reads the pictures that a version was signed with. */
async function readSignatures(db: Db, certificateNo: string, version: number) {
  return await db
    .selectFrom('certificate_signatures')
    .innerJoin('signature_pictures', 'signature_pictures.sha256', 'certificate_signatures.sha256')
    .select(['member', 'content'])
    .where('certificate_no', '=', certificateNo)
    .where('version', '=', version)
    .orderBy('member')
    .execute()
}
