import { create } from 'zustand'

/** Where the progress of a proof of work is shown. */
export type ProofPlace = 'lookup' | 'account' | 'feedback'

interface ProofProgress {
  /** Place of the running proof; `null` when none is running. */
  place: ProofPlace | null
  /** Expected progress, 0 to 1. */
  share: number
  cancel: () => void
}

const IDLE: ProofProgress = { place: null, share: 0, cancel: () => {} }

/** The running proof of work of this tab. */
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
