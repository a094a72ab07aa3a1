import { SECOND_MS } from '@portal/contract/constants.ts'
import { passGate } from './gates.ts'
import { useStaff } from './staff-store.ts'

/** Time for which the proof must still be valid, so that the server receives the request in time, ms. */
const MARGIN_MS = 10 * SECOND_MS

/**
 * Requests a proof when the last one is too old, for requests that the API client does not send, e.g. a download.
 * @param action `audit` of its call
 * @returns whether there is a valid proof now
 */
export function hasFreshProof(action: string, nowMs = Date.now()): Promise<boolean> {
  const { self } = useStaff.getState()
  const isFresh = (self?.freshUntil ?? 0) > nowMs + MARGIN_MS
  return isFresh ? Promise.resolve(true) : passGate('fresh', action)
}
