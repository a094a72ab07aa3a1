import { SECOND_MS } from '@portal/contract/constants.ts'

/** Delay in Safari, which has no `requestIdleCallback`. */
const FALLBACK_DELAY_MS = SECOND_MS
const LATEST_MS = 3 * SECOND_MS

/**
 * Runs `act` when the browser is idle.
 * @returns a function that cancels it
 */
export function runWhenIdle(act: () => void, fallbackMs = FALLBACK_DELAY_MS): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(act, fallbackMs)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(act, { timeout: LATEST_MS })
  return () => cancelIdleCallback(handle)
}
