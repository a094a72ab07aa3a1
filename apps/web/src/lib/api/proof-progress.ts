import { create } from 'zustand'

/** Where a proof is worked at, so that the line about it is shown there. */
export type ProofPlace = 'lookup' | 'account' | 'feedback'

interface ProofProgress {
  /** `null` when nothing has to be solved. */
  place: ProofPlace | null
  /** How far the work probably is, 0 to 1. */
  share: number
  /** Gives it up. */
  cancel: () => void
}

const IDLE: ProofProgress = { place: null, share: 0, cancel: () => {} }

/** The proof of work that this tab is at, for the line that tells of it. */
export const useProofProgress = create<ProofProgress>()(() => IDLE)

export function showProofProgress(share: number): void {
  useProofProgress.setState({ share })
}

export function beginProof(place: ProofPlace, cancel: () => void): void {
  useProofProgress.setState({ place, share: 0, cancel })
}

export function endProof(): void {
  useProofProgress.setState(IDLE)
}
