import { toCanonicalJson } from '@portal/contract/certificates/certificate-receipt.ts'
import type { CertificateAnswer } from '@portal/contract/certificates/certificates.ts'
import {
  formatLoggedText,
  isLoggedAnswer,
  LOGGED_FORMAT,
  type LoggedKind,
  type LoggedParts,
} from '@portal/contract/certificates/logged-text.ts'
import type { Tables } from '#platform/db/tables.ts'
import { computeHmacSha256, makeSalt } from './log-hmac.ts'

/** The text that is hashed into an entry, with the columns of `log_records` that repeat its members. */
export type LoggedText = Pick<Tables['log_records'], 'certificate_no' | 'version' | 'kind' | 'prev' | 'format' | 'text'>

const KINDS: Partial<Record<CertificateAnswer['state'], LoggedKind>> = {
  valid: 'publish',
  withdrawn: 'withdraw',
  reissued: 'reissue',
}

/** Makes the text of an answer. @throws Error for an answer without a text */
export function makeText(answer: CertificateAnswer, parts: LoggedParts): LoggedText {
  const kind = KINDS[answer.state]
  if (!kind || !isLoggedAnswer(answer)) throw new Error(`${answer.state} has no entry in the public log`)
  const { certificateNo, version } = answer.certificate
  const text = formatLoggedText(answer, parts)
  return { certificate_no: certificateNo, version, kind, prev: parts.prev ?? null, format: LOGGED_FORMAT, text }
}

interface Members {
  certificateNo: string
  version: number
  kind: LoggedKind
  prev?: number
}

/** Parses a text that was made before. */
export function readText(text: string): LoggedText {
  const { certificateNo, version, kind, prev = null } = JSON.parse(text) as Members
  return { certificate_no: certificateNo, version, kind, prev, format: LOGGED_FORMAT, text }
}

/** Makes the same text with another previous entry. */
export function setPrev(text: string, prev: number | null): LoggedText {
  const { prev: _prev, ...members } = JSON.parse(text) as Members
  return readText(toCanonicalJson({ ...members, ...(prev !== null && { prev }) }))
}

/** Computes the entry of the public log: HMAC-SHA256, base64. @param salt base64 */
export const toLogEntry = (salt: string, text: string): string => computeHmacSha256(Buffer.from(salt, 'base64'), text)

/** Makes a row of `log_records` for a text, with a new salt, and its entry. */
export function makeRecord(logged: LoggedText) {
  const salt = makeSalt().toString('base64')
  return { record: { ...logged, salt }, entry: toLogEntry(salt, logged.text) }
}
