import { createHash, randomUUID } from 'node:crypto'
import { MINUTE_MS } from '@portal/contract/constants.ts'
import { hasLeadingZeros, PROOF_MAX_CHARS, type ProofChallenge } from '@portal/contract/proof-of-work.ts'
import type { Sealer } from '#session/seal.ts'
import type { NonceStore } from '#shared-state/nonce-store.ts'

/** Lifetime of a challenge. A slow phone needs less than a minute for the hardest. */
const LIFETIME_MS = 5 * MINUTE_MS
const SUBJECT_CHARS = 22

type ProofPurpose = 'lookup' | 'login' | 'code' | 'feedback'

/** Target to which a challenge is bound: its solution is valid for nothing else. */
export interface ProofTarget {
  purpose: ProofPurpose
  /** Client key from `clientOf`. */
  client: string
  /** Subject of this purpose: a certificate number, an account, an address. */
  subject: string
}

export type Proofs = ReturnType<typeof createProofs>

interface Sealed extends ProofTarget {
  id: string
  bits: number
  /** Epoch ms. */
  untilMs: number
}

interface Options {
  sealer: Sealer
  nonces: NonceStore
  now: () => number
}

/** Makes challenges and checks their solutions. */
export function createProofs({ sealer, nonces, now }: Options) {
  return {
    /** Challenges have the same length for every subject. */
    challenge({ purpose, client, subject }: ProofTarget, bits: number): ProofChallenge {
      const untilMs = now() + LIFETIME_MS
      const sealed: Sealed = { id: randomUUID(), purpose, client, subject: computeDigest(subject), bits, untilMs }
      return { challenge: sealer.seal('proof-of-work', sealed), bits }
    },

    /**
     * Returns the bits of the challenge that `proof` solves; 0 when it solves none for this target. Each challenge
     * counts once.
     */
    async accept(proof: string | undefined, { purpose, client, subject }: ProofTarget): Promise<number> {
      const end = proof?.lastIndexOf('.') ?? -1
      if (proof === undefined || end < 0 || proof.length > PROOF_MAX_CHARS) return 0
      const sealed = sealer.open('proof-of-work', proof.slice(0, end)) as Sealed | null
      if (sealed?.purpose !== purpose || sealed.client !== client || sealed.untilMs <= now()) return 0
      if (sealed.subject !== computeDigest(subject)) return 0
      const digest = createHash('sha256').update(proof).digest()
      if (!hasLeadingZeros(digest, sealed.bits)) return 0
      return (await nonces.claim(`proof-of-work:${sealed.id}`, sealed.untilMs)) ? sealed.bits : 0
    },
  }
}

function computeDigest(subject: string): string {
  return createHash('sha256').update(subject).digest('base64url').slice(0, SUBJECT_CHARS)
}
