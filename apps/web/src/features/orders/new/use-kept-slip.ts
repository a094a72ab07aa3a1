import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { readSessionItem, TYPED, writeSessionItem } from '#lib/browser-storage.ts'
import type { OrderOutcome } from './order-action.ts'

/** Key in session storage: number and query code survive a reload, and nothing outlasts the tab. */
const KEPT = `${TYPED}orders-done`

type Slip = Extract<OrderOutcome, { kind: 'done' }>

/**
 * Keeps the slip of an announced order in this tab, because no other answer holds its query code.
 * @returns the slip when the page is shown again
 */
export function useKeptSlip(answered: OrderOutcome | undefined): Slip | undefined {
  const { key } = useLocation()
  const [kept, setKept] = useState<Slip>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each visit of the page reads the slip, which may be dropped
  useEffect(() => {
    if (answered?.kind === 'done') writeSessionItem(KEPT, JSON.stringify(answered))
    else setKept(readKeptSlip())
  }, [answered, key])
  return kept
}

function readKeptSlip(): Slip | undefined {
  const stored = readSessionItem(KEPT)
  return stored === null ? undefined : (JSON.parse(stored) as Slip)
}

/** Forgets the slip: the customer begins another order. */
export function dropKeptSlip(): void {
  writeSessionItem(KEPT, null)
}
