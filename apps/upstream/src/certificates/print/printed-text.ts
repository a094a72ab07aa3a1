import type { Certificate, ReplacedVersion } from '@portal/contract/certificates/certificates.ts'
import type { CertificateRepository } from '#certificates/lookup/certificate-repository.ts'
import type { Db } from '#platform/db/open.ts'
import { certificateMismatch } from '#platform/errors.ts'

/** Printed content of the version that is shown now. */
export interface PublishedText {
  certificate: Certificate
  replaces: ReplacedVersion | null
  publishedAt: number
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
  return { certificate, replaces, publishedAt }
}
