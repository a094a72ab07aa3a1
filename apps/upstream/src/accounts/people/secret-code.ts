import { randomBytes } from 'node:crypto'
import type { Digest } from '#platform/secrets/instance-secret.ts'

const BYTES = 32

/** A code for a link in a mail: 256 random bits. Only its digest is stored. */
export function newSecretCode(): string {
  return randomBytes(BYTES).toString('base64url')
}

/** @param use separates codes of different purposes */
export function secretCodeHash(digest: Digest, use: 'invitation' | 'factor-reset', code: string): string {
  return digest(use, code)
}

/** The code stands in the fragment: no server, log or proxy sees it, and opening the link uses nothing up. */
export function secretLink(origin: string, path: string, code: string): string {
  return `${origin}${path}#code=${code}`
}
