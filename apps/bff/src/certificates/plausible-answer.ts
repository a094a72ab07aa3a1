import type { CertificateAnswer } from '@portal/contract/certificates/certificates.ts'
import { createLookupFailed } from './certificate-errors.ts'

/**
 * Checks that an answer belongs to the question. An answer `unknown` keeps only the support number, so that a wrong
 * code and a wrong number look the same.
 * @throws AppError 502 when the answer contradicts itself
 */
export function checkPlausibility(answer: CertificateAnswer, certificateNo: string): CertificateAnswer {
  const { state, certificate, newerNo, supportNo } = answer
  if (state === 'unknown') return supportNo === undefined ? { state } : { state, supportNo }
  const isOfThis = [answer.certificateNo, certificate?.certificateNo].every(
    (no) => no === undefined || no === certificateNo,
  )
  const isBare = state === 'examination' || state === 'mismatch'
  const isNamed = isBare ? answer.certificateNo !== undefined && !certificate : certificate !== undefined
  const isLed = state !== 'reissued' || (newerNo !== undefined && newerNo !== certificateNo)
  if (isOfThis && isNamed && isLed) return answer
  throw createLookupFailed(new Error(`a certificate answer «${state}» that contradicts itself`))
}
