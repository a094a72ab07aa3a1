import type { Db } from '#db/open.ts'
import { certificateAltered } from '#errors.ts'
import type { CertificateRepository } from './certificate-repository.ts'

/**
 * Before a published text becomes a draft: a text that was altered in the database would be published anew, with an entry of the
 * public log that it fits.
 * @throws AppError for a text that does not fit its entries
 */
export async function checkUnaltered(trx: Db, certificates: CertificateRepository, certificateNo: string) {
  const entry = await certificates.find(certificateNo, trx)
  if (entry?.state !== 'published') return
  const { state } = await certificates.answerTo(entry, trx)
  if (state === 'mismatch') throw certificateAltered()
}
