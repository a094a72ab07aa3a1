import type { CodeReading, NumberReading } from '@portal/contract/certificates/certificate-number.ts'
import type { CertificateAnswer } from '@portal/contract/certificates/certificates.ts'

/** What has become of a form that was sent. */
export type CheckResult =
  /** Nothing was asked: number or code cannot be right. */
  | { kind: 'fault'; typedNumber: string; number: NumberReading; code: CodeReading }
  | CheckAnswer
  /** The laboratory did not answer. `status` is the code of the failed call, 0 when there was no answer at all. */
  | { kind: 'unavailable'; certificateNo: string; status: number; message: string }
  /** LookupKey too often from here. */
  | { kind: 'busy'; certificateNo: string; retryAfterS: number | null }

export interface CheckAnswer {
  kind: 'answer'
  certificateNo: string
  /** Only beside a certificate: whoever sees that has the code, and needs it for the PDF. */
  checkCode: string | null
  answer: CertificateAnswer
  /** A compact JWS; `null` when the site has signed none. */
  receipt: string | null
  /** When it was asked, epoch ms. */
  checkedAtMs: number
}
