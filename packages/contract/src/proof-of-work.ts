/**
 * Proof of work: a `nonce` such that SHA-256 of `challenge.nonce` (UTF-8) begins with the required number of zero bits. The BFF
 * requires it from a client after too many failures, and for calls that cost staff time. The module loads no schemas, because web
 * imports it.
 */

/** `extra.challenge` of a 429. The call is accepted only with its solution. */
export interface ProofChallenge {
  /** Client, purpose and expiry, sealed by the BFF. */
  challenge: string
  /** Required number of leading zero bits. */
  bits: number
}

/** Maximum length of a challenge with its solution, in characters. */
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

/** Builds the text to hash, which is the value of `proof` once its hash fits. */
export function formatProof(challenge: string, nonce: number): string {
  return `${challenge}.${nonce.toString(36)}`
}
