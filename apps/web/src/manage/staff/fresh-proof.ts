import { SECOND_MS } from '@portal/contract/constants.ts'
import { passGate } from './gates.ts'
import { useStaff } from './staff-store.ts'

/** The proof must last until the server has the request. ms. */
const MARGIN_MS = 10 * SECOND_MS

/**
 * For what the API client does not send, e.g. a download: asks for a proof where the last one is too old.
 * @param action `audit` of its call
 * @returns whether there is one now
 */
export function hasFreshProof(action: string, nowMs = Date.now()): Promise<boolean> {
  const { self } = useStaff.getState()
  const isFresh = (self?.freshUntil ?? 0) > nowMs + MARGIN_MS
  return isFresh ? Promise.resolve(true) : passGate('fresh', action)
}
