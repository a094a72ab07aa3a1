import type { CertificateAnswer } from '@portal/contract/certificates/certificates.ts'
import { isLoggedAnswer, LOGGED_FORMAT, readLoggedText } from '@portal/contract/certificates/logged-text.ts'
import { type Bytes, decodeBase64, HASH_BYTES, isEqual } from '@portal/contract/tlog/hashing.ts'

export interface CheckedEntry {
  /** The entry stored in the log, 32 bytes. */
  entry: Bytes
  /** SHA-256 of each picture file, hex. */
  pictures: string[]
}

/**
 * `differs`: the signed text does not match the shown content, or the entry is not the HMAC of the text. `newer`: the
 * entry has a form that this page does not know yet.
 */
export type EntryCheck = { kind: 'right'; checked: CheckedEntry } | { kind: 'differs' } | { kind: 'newer' }

/**
 * Compares an answer with its text, and the text with its entry.
 * @throws TypeError outside a secure context
 */
export async function checkEntry(answer: CertificateAnswer): Promise<EntryCheck> {
  const { log, certificateNo } = answer
  if (!log || !isLoggedAnswer(answer)) return { kind: 'differs' }
  if (log.format > LOGGED_FORMAT) return { kind: 'newer' }
  const isOther = certificateNo !== undefined && certificateNo !== answer.certificate.certificateNo
  const read = isOther ? undefined : readLoggedText(log.text, answer)
  const [salt, entry] = [decodeBase64(log.salt), decodeBase64(log.entry)]
  if (!read || salt?.length !== HASH_BYTES || entry?.length !== HASH_BYTES) return { kind: 'differs' }
  if (!isEqual(await computeHmac(salt, log.text), entry)) return { kind: 'differs' }
  return { kind: 'right', checked: { entry, pictures: read.pictures } }
}

/** HMAC-SHA256 of a text. */
async function computeHmac(salt: Bytes, text: string): Promise<Bytes> {
  const key = await crypto.subtle.importKey('raw', salt, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text)))
}
