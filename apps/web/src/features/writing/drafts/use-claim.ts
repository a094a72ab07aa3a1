import { useEffect, useRef, useState } from 'react'
import { type ClaimState, claimDraft, type DraftClaim } from './draft-claim.ts'

export interface HeldClaim {
  /** `null` until the other tabs have been asked. */
  state: ClaimState | null
  /** Counts how often another tab has let go: what it kept must be read then. */
  turn: number
  take: () => void
}

/** Whether this tab may write the draft of `key`. */
export function useClaim(key: string, beforeLoss: () => Promise<void>): HeldClaim {
  const [{ state, turn }, setHeld] = useState<Pick<HeldClaim, 'state' | 'turn'>>({ state: null, turn: 0 })
  const claimRef = useRef<DraftClaim | null>(null)
  const lossRef = useRef(beforeLoss)
  useEffect(() => {
    lossRef.current = beforeLoss
  })
  useEffect(() => {
    const claim = claimDraft(key, {
      beforeLoss: () => lossRef.current(),
      onState: (next) =>
        setHeld((held) => ({ state: next, turn: held.turn + (held.state === 'other' && next === 'own' ? 1 : 0) })),
    })
    claimRef.current = claim
    return () => claim.release()
  }, [key])
  return { state, turn, take: () => claimRef.current?.take() }
}
