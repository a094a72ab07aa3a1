import { randomInt } from 'node:crypto'
import { RECOVERY_CODES } from '@portal/contract/accounts/security.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'

/** Crockford's base32, without letters that look like digits. 16 characters of 32 are 80 bits. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'
const [GROUPS, GROUP_LENGTH] = [4, 4]

/** Makes a set of new codes, e.g. `4k7p-91rt-xe0m-c2wd`. */
export function makeRecoveryCodes(): string[] {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return Array.from({ length: RECOVERY_CODES }, () => Array.from({ length: GROUPS }, group).join('-'))
}

/** Computes the stored digest of a code, which may be typed with or without hyphens. */
export function hashRecoveryCode(digest: Digest, userId: string, code: string): string {
  const plain = code.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1')
  return digest('recovery-code', userId, plain)
}
