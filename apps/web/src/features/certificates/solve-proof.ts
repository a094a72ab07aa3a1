import { sha256 } from '@noble/hashes/sha2.js'
import { hasLeadingZeros, proofOf } from '@portal/contract/certificate-proof.ts'
import type { ProofChallenge } from '@portal/contract/certificates.ts'

export interface SolveOptions {
  signal: AbortSignal
  /** Told after each piece of work how much of what is to be expected has been tried, below 1. */
  onProgress?: (share: number) => void
  /** Lets the page have its turn; by default a task of its own. */
  rest?: () => Promise<void>
}

/** Hashes at a stretch: about 10 ms on a slow phone, so that keys and scrolling stay smooth. */
const HASHES_AT_ONCE = 2_000

/**
 * Does the sum that the BFF asks of whoever asks too often. A number is tried after another, so no worker and no
 * randomness is needed; `bits` of 18 take about 260,000 hashes.
 * @returns what goes into `proof`
 * @throws the reason of the abort
 */
export async function solveProof({ challenge, bits }: ProofChallenge, options: SolveOptions): Promise<string> {
  const { signal, onProgress, rest = nextTask } = options
  const encoder = new TextEncoder()
  for (let nonce = 0; ; nonce += 1) {
    const proof = proofOf(challenge, nonce)
    if (hasLeadingZeros(sha256(encoder.encode(proof)), bits)) return proof
    if (nonce % HASHES_AT_ONCE !== HASHES_AT_ONCE - 1) continue
    onProgress?.(1 - Math.exp(-nonce / 2 ** bits))
    await rest()
    signal.throwIfAborted()
  }
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
