import type { StoredCertificateState } from '@portal/contract/certificates/certificate-states.ts'
import type { Certificate, CertificateAnswer, ReplacedVersion } from '@portal/contract/certificates/certificates.ts'

/** What an answer is made of besides the text. */
export interface ShownEntry {
  certificateNo: string
  state: StoredCertificateState
  version: number
  newerNo: string | null
  reason: string | null
  changedOn: string | null
}

/**
 * What holders of the code see of a number whose text is published.
 * @param body members of the contract's `Certificate` but number and version
 * @param replaces of a corrected one
 */
export function shownAnswer(
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

/** The same for pages that do not check the log themselves. */
export function withoutEntry({ log: _log, ...answer }: CertificateAnswer): CertificateAnswer {
  return answer
}
