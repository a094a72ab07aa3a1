import { randomBytes } from 'node:crypto'
import type { Digest } from '#platform/secrets/instance-secret.ts'

const BYTES = 32

/** Makes a code for a link in a mail: 256 random bits. Only its digest is stored. */
export function makeSecretCode(): string {
  return randomBytes(BYTES).toString('base64url')
}

/** Computes the stored digest of a code. @param use separates codes of different purposes */
export function hashSecretCode(digest: Digest, use: 'invitation' | 'factor-reset', code: string): string {
  return digest(use, code)
}

/**
 * Makes a link with the code in its fragment: no server, log or proxy sees it, and opening the link does not use the
 * code up.
 */
export function makeSecretLink(origin: string, path: string, code: string): string {
  return `${origin}${path}#code=${code}`
}
