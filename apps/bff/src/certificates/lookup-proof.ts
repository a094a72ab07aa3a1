import { createHash, randomUUID } from 'node:crypto'
import { hasLeadingZeros } from '@portal/contract/certificate-proof.ts'
import { MOST_PROOF_CHARS } from '@portal/contract/certificate-states.ts'
import type { ProofChallenge } from '@portal/contract/certificates.ts'
import { MINUTE_MS } from '@portal/contract/constants.ts'
import type { Sealer } from '#session/seal.ts'
import type { Once } from '#shared-state/once.ts'

/** How long a challenge may be solved. A slow phone needs seconds for the hardest. */
const LIFETIME_MS = 5 * MINUTE_MS

/** Sums that are asked for, and the check of what comes back. */
export interface LookupProofs {
  /** For this client and this number alone. All challenges for one client are of one length. */
  challenge(client: string, certificateNo: string, bits: number): ProofChallenge
  /** Whether `proof` solves a challenge that was made for the same; true a single time for each challenge. */
  accept(proof: string, client: string, certificateNo: string): Promise<boolean>
}

interface Sealed {
  id: string
  client: string
  certificateNo: string
  bits: number
  /** Epoch ms. */
  untilMs: number
}

interface Options {
  sealer: Sealer
  once: Once
  now: () => number
}

export function createLookupProofs({ sealer, once, now }: Options): LookupProofs {
  return {
    challenge(client, certificateNo, bits) {
      const sealed: Sealed = { id: randomUUID(), client, certificateNo, bits, untilMs: now() + LIFETIME_MS }
      return { challenge: sealer.seal('certificate-proof', sealed), bits }
    },

    async accept(proof, client, certificateNo) {
      const end = proof.lastIndexOf('.')
      if (end < 0 || proof.length > MOST_PROOF_CHARS) return false
      const sealed = sealer.open('certificate-proof', proof.slice(0, end)) as Sealed | null
      if (sealed?.client !== client || sealed.certificateNo !== certificateNo || sealed.untilMs <= now()) return false
      const digest = createHash('sha256').update(proof).digest()
      return hasLeadingZeros(digest, sealed.bits) && once.claim(`certificate-proof:${sealed.id}`, sealed.untilMs)
    },
  }
}
