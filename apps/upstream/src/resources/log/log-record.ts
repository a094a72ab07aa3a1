import type { CertificateAnswer } from '@portal/contract/certificates/certificates.ts'
import {
  isLoggedAnswer,
  LOGGED_FORMAT,
  type LoggedKind,
  type LoggedParts,
  loggedText,
} from '@portal/contract/certificates/logged-text.ts'
import { hmacSha256, newSalt } from './log-hmac.ts'

const KINDS: Partial<Record<CertificateAnswer['state'], LoggedKind>> = {
  valid: 'publish',
  withdrawn: 'withdraw',
  reissued: 'reissue',
}

/** The HMAC-SHA256 that stands in the public log, base64. @param salt base64 */
export const entryOf = (salt: string, text: string): string => hmacSha256(Buffer.from(salt, 'base64'), text)

/** The text of an answer with a new salt, as `log_records` has it, and its entry. @throws Error for an answer without a text */
export function makeRecord(answer: CertificateAnswer, parts: LoggedParts) {
  const kind = KINDS[answer.state]
  if (!kind || !isLoggedAnswer(answer)) throw new Error(`${answer.state} has no entry in the public log`)
  const { certificateNo, version } = answer.certificate
  const text = loggedText(answer, parts)
  const salt = newSalt().toString('base64')
  return {
    record: {
      certificate_no: certificateNo,
      ...{ version, kind, prev: parts.prev ?? null, salt, format: LOGGED_FORMAT, text },
    },
    entry: entryOf(salt, text),
  }
}
