import { SECOND_MS } from '@portal/contract/constants.ts'

/** Safari does not say when it is idle. */
const GUESSED_IDLE_MS = SECOND_MS
const LATEST_MS = 3 * SECOND_MS

/** Acts once the page has nothing more urgent to do. @returns gives it up */
export function whenIdle(act: () => void, guessedMs = GUESSED_IDLE_MS): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(act, guessedMs)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(act, { timeout: LATEST_MS })
  return () => cancelIdleCallback(handle)
}
