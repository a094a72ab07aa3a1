import { sha256 } from '@noble/hashes/sha2.js'
import { formatProof, hasLeadingZeros, type ProofChallenge } from '@portal/contract/proof-of-work.ts'

export interface SolveOptions {
  signal: AbortSignal
  /** Called after each batch with the expected progress, below 1. */
  onProgress?: (share: number) => void
  /** Yields to the page; by default until the next task. */
  rest?: () => Promise<void>
}

/** Number of hashes per batch: about 10 ms on a slow phone. */
const BATCH_SIZE = 1_000

/**
 * Solves a challenge of the BFF by trying nonces: 18 bits take about 260,000 hashes, some 3 s on a phone; each further bit
 * doubles it.
 * @returns the value of `proof`
 * @throws the reason of the abort
 */
export async function solveProof({ challenge, bits }: ProofChallenge, options: SolveOptions): Promise<string> {
  const { signal, onProgress, rest = waitForNextTask } = options
  const encoder = new TextEncoder()
  // The common prefix is hashed once, which halves the time.
  const prefix = sha256.create().update(encoder.encode(`${challenge}.`))
  for (let nonce = 0; ; nonce += 1) {
    const digest = prefix
      .clone()
      .update(encoder.encode(nonce.toString(36)))
      .digest()
    if (hasLeadingZeros(digest, bits)) return formatProof(challenge, nonce)
    if (nonce % BATCH_SIZE !== BATCH_SIZE - 1) continue
    onProgress?.(1 - Math.exp(-nonce / 2 ** bits))
    await rest()
    signal.throwIfAborted()
  }
}

function waitForNextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
