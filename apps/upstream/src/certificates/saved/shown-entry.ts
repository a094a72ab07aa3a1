import type { SavedCertificateState } from '@portal/contract/certificates/saved-certificate-rules.ts'
import type { CertificateEntry, CertificateRepository } from '#certificates/lookup/certificate-repository.ts'
import { isCheckCode } from '#certificates/lookup/check-code.ts'
import type { Db } from '#platform/db/open.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { notShown } from './saved-errors.ts'

/** States of a number whose certificate a lookup shows. */
const SHOWN: Readonly<Record<CertificateEntry['state'], SavedCertificateState | null>> = {
  published: 'valid',
  reissued: 'reissued',
  withdrawn: 'withdrawn',
  examination: null,
  draft: null,
}

/** Returns the state of a number; `null` when a lookup shows no certificate. */
export const toSavedState = ({ state }: Pick<CertificateEntry, 'state'>): SavedCertificateState | null => SHOWN[state]

/**
 * Checks number and code as a lookup does, at the same cost for every cause of a refusal.
 * @throws AppError the same for an unknown number, a wrong code, and a number without a published certificate
 */
export async function checkHolder(
  { certificates, digest }: { certificates: CertificateRepository; digest: Digest },
  { certificateNo, checkCode }: { certificateNo: string; checkCode: string },
): Promise<void> {
  const entry = await certificates.find(certificateNo)
  const isRight = isCheckCode(digest, certificateNo, checkCode, entry?.checkCodeHash)
  if (!entry || !isRight || !toSavedState(entry)) throw notShown()
}

/**
 * Locks a number for the rest of the transaction, so that shares are counted, and certificates saved, before or after a
 * change and never during it.
 * @throws AppError for a number whose certificate a lookup does not show
 */
export async function lockShown(
  trx: Db,
  certificateNo: string,
): Promise<{ state: SavedCertificateState; version: number }> {
  const row = await trx
    .updateTable('certificates')
    .set((eb) => ({ state: eb.ref('state') }))
    .where('certificate_no', '=', certificateNo)
    .returning(['state', 'version'])
    .executeTakeFirst()
  const state = row && toSavedState(row)
  if (!state) throw notShown()
  return { state, version: row.version }
}
