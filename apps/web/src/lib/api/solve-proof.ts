import { sha256 } from '@noble/hashes/sha2.js'
import { hasLeadingZeros, type ProofChallenge, proofOf } from '@portal/contract/proof-of-work.ts'

export interface SolveOptions {
  signal: AbortSignal
  /** Told after each piece of work how much of what is to be expected has been tried, below 1. */
  onProgress?: (share: number) => void
  /** Lets the page have its turn; by default a task of its own. */
  rest?: () => Promise<void>
}

/** Hashes at a stretch: about 10 ms on a slow phone, so that keys and scrolling stay smooth. */
const HASHES_AT_ONCE = 1_000

/**
 * Solves a challenge of the BFF by trying one number after another: 18 bits take about 260,000 hashes, some 3 s on a
 * phone; each further bit doubles it.
 * @returns what goes into `proof`
 * @throws the reason of the abort
 */
export async function solveProof({ challenge, bits }: ProofChallenge, options: SolveOptions): Promise<string> {
  const { signal, onProgress, rest = nextTask } = options
  const encoder = new TextEncoder()
  // What all tries begin with is hashed once, which halves the work.
  const begun = sha256.create().update(encoder.encode(`${challenge}.`))
  for (let nonce = 0; ; nonce += 1) {
    const digest = begun
      .clone()
      .update(encoder.encode(nonce.toString(36)))
      .digest()
    if (hasLeadingZeros(digest, bits)) return proofOf(challenge, nonce)
    if (nonce % HASHES_AT_ONCE !== HASHES_AT_ONCE - 1) continue
    onProgress?.(1 - Math.exp(-nonce / 2 ** bits))
    await rest()
    signal.throwIfAborted()
  }
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
