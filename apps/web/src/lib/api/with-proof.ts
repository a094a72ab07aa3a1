import type { ProofChallenge } from '@portal/contract/proof-of-work.ts'
import { challengeOf } from './api-client.ts'
import { beginProof, endProof, type ProofPlace, showProofProgress } from './proof-progress.ts'

/** A solution that came too late, or was overtaken by the failures of others, is followed by another challenge. */
const PROOFS_MAX = 3

/**
 * Makes a call that the BFF may answer with a challenge; solves it and makes the call again. In the browser only: on
 * the server the work would cost whom it should protect.
 * @throws what the call throws; an `AbortError` when the visitor gives the work up, or `signal` ends
 */
export async function withProof<Answer>(
  place: ProofPlace,
  call: (proof?: string) => Promise<Answer>,
  signal?: AbortSignal,
): Promise<Answer> {
  let proof: string | undefined
  for (let solved = 0; ; solved += 1) {
    try {
      return await call(proof)
    } catch (reason) {
      const challenge = challengeOf(reason)
      if (!challenge || solved >= PROOFS_MAX || typeof document === 'undefined') throw reason
      proof = await solveAloud(place, challenge, signal)
    }
  }
}

async function solveAloud(place: ProofPlace, challenge: ProofChallenge, signal?: AbortSignal): Promise<string> {
  const controller = new AbortController()
  const cancel = () => controller.abort()
  signal?.addEventListener('abort', cancel, { once: true })
  beginProof(place, cancel)
  try {
    const { solveProof } = await import('./solve-proof.ts')
    return await solveProof(challenge, { signal: controller.signal, onProgress: showProofProgress })
  } finally {
    signal?.removeEventListener('abort', cancel)
    endProof()
  }
}
