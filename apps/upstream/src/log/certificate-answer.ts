import type { StoredCertificateState } from '@portal/contract/certificates/certificate-states.ts'
import type { Certificate, CertificateAnswer, ReplacedVersion } from '@portal/contract/certificates/certificates.ts'

/** Parts of an answer besides the text. */
export interface ShownEntry {
  certificateNo: string
  state: StoredCertificateState
  version: number
  newerNo: string | null
  reason: string | null
  changedOn: string | null
}

/**
 * Makes the answer that holders of the code get for a published text.
 * @param body members of the contract's `Certificate` but number and version
 * @param replaces the version that was corrected
 */
export function makeAnswer(
  { certificateNo, version, state, newerNo, reason, changedOn }: ShownEntry,
  body: Record<string, unknown>,
  replaces: ReplacedVersion | null = null,
): CertificateAnswer {
  const certificate = { certificateNo, version, ...body } as Certificate
  const change = { ...(changedOn !== null && { changedOn }), ...(replaces && { replaces }) }
  if (state === 'reissued') return { state: 'reissued', certificate, ...(newerNo && { newerNo }), ...change }
  if (state === 'withdrawn') return { state: 'withdrawn', certificate, ...(reason && { reason }), ...change }
  return { state: 'valid', certificate, ...(replaces && { replaces }) }
}

/** Makes the answer for pages that do not check the log. */
export function removeLogEntry({ log: _log, ...answer }: CertificateAnswer): CertificateAnswer {
  return answer
}
