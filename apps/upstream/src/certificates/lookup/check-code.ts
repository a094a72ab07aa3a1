import { randomInt, timingSafeEqual } from 'node:crypto'
import { CODE_ALPHABET } from '@portal/contract/certificates/certificate-number.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'

const USE = 'certificate-code'
const SUPPORT_GROUP_CHARS = 4

/** Digest of a stored code: import and server share the key, and the number is part of the digest, so that equal codes differ. */
export function checkCodeHash(digest: Digest, certificateNo: string, checkCode: string): string {
  return digest(USE, certificateNo, checkCode)
}

/**
 * Whether a code is that of the stored hash, in the same time for every code; and for a number that is not stored
 * (`undefined`), where the comparison is made all the same.
 */
export function isCheckCode(digest: Digest, certificateNo: string, checkCode: string, stored: string | undefined) {
  const given = Buffer.from(checkCodeHash(digest, certificateNo, checkCode))
  // This value has the length of a digest and never equals one: `.` is no character of base64url.
  const wanted = stored === undefined ? Buffer.alloc(given.length, '.') : Buffer.from(stored)
  return wanted.length === given.length && timingSafeEqual(given, wanted)
}

/** Number of a lookup that found nothing, e.g. `Q-7F3K-92MD`: a visitor reads it out, the staff find it in the log. */
export function makeSupportNo(): string {
  const group = () =>
    Array.from({ length: SUPPORT_GROUP_CHARS }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('')
  return `Q-${group()}-${group()}`
}
