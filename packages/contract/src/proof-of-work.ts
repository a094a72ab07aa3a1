/**
 * Proof of work: a `nonce` so that SHA-256 of `challenge.nonce` (UTF-8) begins with so many zero bits. The BFF asks a
 * client for one when it has failed too often, or sends something that costs others time. No schema weight: web solves
 * it, the BFF checks it.
 */

/** `extra.challenge` of a 429: what has to be solved before the same call is accepted. */
export interface ProofChallenge {
  /** Sealed by the BFF: for which client, for what, until when. */
  challenge: string
  /** Leading zero bits that are wanted. */
  bits: number
}

/** Characters of a challenge and its solution. */
export const PROOF_MAX_CHARS = 400

/** @param digest SHA-256, 32 bytes */
export function hasLeadingZeros(digest: Uint8Array, bits: number): boolean {
  let left = bits
  for (const byte of digest) {
    if (left <= 0) return true
    const zeros = Math.clz32(byte) - 24
    if (zeros < Math.min(left, 8)) return false
    left -= 8
  }
  return left <= 0
}

/** What is hashed, and what goes into `proof` once it fits. */
export function proofOf(challenge: string, nonce: number): string {
  return `${challenge}.${nonce.toString(36)}`
}
