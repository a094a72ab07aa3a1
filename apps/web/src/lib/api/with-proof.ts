import type { ProofChallenge } from '@portal/contract/proof-of-work.ts'
import { getChallenge } from './api-client.ts'
import { beginProof, endProof, type ProofPlace, showProofProgress } from './proof-progress.ts'

/** Maximum number of proofs: an expired solution, or failures of other clients, lead to another challenge. */
const PROOFS_MAX = 3

/**
 * Makes a call; if the BFF answers with a challenge, solves it and repeats the call. It runs in the browser only,
 * because on the server the proof would burden the site.
 * @param call function that gets the member `proof` for its body, or an empty object
 * @throws the errors of the call; an `AbortError` on cancellation or when `signal` aborts
 */
export async function withProof<Answer>(
  place: ProofPlace,
  call: (proof: { proof?: string }) => Promise<Answer>,
  signal?: AbortSignal,
): Promise<Answer> {
  let proof: { proof?: string } = {}
  for (let solved = 0; ; solved += 1) {
    try {
      return await call(proof)
    } catch (reason) {
      const challenge = getChallenge(reason)
      if (!challenge || solved >= PROOFS_MAX || typeof document === 'undefined') throw reason
      proof = { proof: await solveWithProgress(place, challenge, signal) }
    }
  }
}

async function solveWithProgress(place: ProofPlace, challenge: ProofChallenge, signal?: AbortSignal): Promise<string> {
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
