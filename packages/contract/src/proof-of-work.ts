/**
 * Proof of work: a `nonce` so that SHA-256 of `challenge.nonce` (UTF-8) begins with so many zero bits. The BFF requires it
 * of a client after too many failures, and for calls that cost staff time. Without schemas, because web imports it.
 */

/** `extra.challenge` of a 429: must be solved before the same call is accepted. */
export interface ProofChallenge {
  /** Sealed by the BFF: client, purpose and expiry. */
  challenge: string
  /** Required leading zero bits. */
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

/** The hashed text; the value of `proof` when it fits. */
export function proofOf(challenge: string, nonce: number): string {
  return `${challenge}.${nonce.toString(36)}`
}
