import { randomInt, timingSafeEqual } from 'node:crypto'
import { CODE_ALPHABET } from '@portal/contract/certificates/certificate-number.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'

const USE = 'certificate-code'
const SUPPORT_GROUP_CHARS = 4

/**
 * Computes the stored digest of a code. Import and server share the key, and the number is part of the digest, so that
 * equal codes have different digests.
 */
export function hashCheckCode(digest: Digest, certificateNo: string, checkCode: string): string {
  return digest(USE, certificateNo, checkCode)
}

/**
 * Returns whether a code matches the stored hash, in the same time for every code. For a number that is not stored
 * (`undefined`) it makes the comparison too.
 */
export function isCheckCode(digest: Digest, certificateNo: string, checkCode: string, stored: string | undefined) {
  const given = Buffer.from(hashCheckCode(digest, certificateNo, checkCode))
  // A value with the length of a digest that never equals one, because `.` is no character of base64url.
  const wanted = stored === undefined ? Buffer.alloc(given.length, '.') : Buffer.from(stored)
  return wanted.length === given.length && timingSafeEqual(given, wanted)
}

/**
 * Makes the support number of a lookup that found nothing, e.g. `Q-7F3K-92MD`: a visitor reads it out, and staff find
 * it in the log.
 */
export function makeSupportNo(): string {
  const group = () =>
    Array.from({ length: SUPPORT_GROUP_CHARS }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('')
  return `Q-${group()}-${group()}`
}
