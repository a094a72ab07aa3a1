import type { CertificateAnswer } from '@portal/contract/certificates/certificates.ts'
import { lookupFailed } from './certificate-errors.ts'

/**
 * The answer, if it can be one to this question. Of `unknown` nothing is left but the support number, so that a source
 * that says more of a wrong code than of a wrong number does not say it to a visitor.
 * @throws AppError 502 when it contradicts itself.
 */
export function plausibleAnswer(answer: CertificateAnswer, certificateNo: string): CertificateAnswer {
  const { state, certificate, newerNo, supportNo } = answer
  if (state === 'unknown') return supportNo === undefined ? { state } : { state, supportNo }
  const isOfThis = [answer.certificateNo, certificate?.certificateNo].every(
    (no) => no === undefined || no === certificateNo,
  )
  const isNamed = state === 'examination' ? answer.certificateNo !== undefined : certificate !== undefined
  const isLed = state !== 'reissued' || (newerNo !== undefined && newerNo !== certificateNo)
  if (isOfThis && isNamed && isLed) return answer
  throw lookupFailed(new Error(`a certificate answer «${state}» that contradicts itself`))
}
