import { create } from 'zustand'

interface ProofProgress {
  /** How far the sum probably is, 0 to 1; `null` when nothing has to be solved. */
  share: number | null
  /** Gives it up. */
  cancel: () => void
}

const IDLE: ProofProgress = { share: null, cancel: () => {} }

/** The sum that this tab is working at, for the line that tells of it. */
export const useProofProgress = create<ProofProgress>()(() => IDLE)

export function showProofProgress(share: number): void {
  useProofProgress.setState({ share })
}

export function beginProof(cancel: () => void): void {
  useProofProgress.setState({ share: 0, cancel })
}

export function endProof(): void {
  useProofProgress.setState(IDLE)
}
