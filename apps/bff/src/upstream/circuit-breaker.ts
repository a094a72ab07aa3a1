import { SECOND_MS } from '@portal/contract/constants.ts'
import type { Failure } from './reachability.ts'

export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>

/** Consecutive failures that open the breaker. */
const FAILURES = 5
/**
 * Number of different calls that must fail, unless no connection opens: one broken call does not mean that upstream is
 * down.
 */
const NAMES = 2
/** Maximum time for the start of an upstream that starts together with this process. ms. */
const START_MS = 30 * SECOND_MS
/** Interval between requests while upstream is down. ms. */
const TRY_GAP_MS = 1 * SECOND_MS

interface Options {
  /** Monotonic clock, ms; only differences count. */
  now?: () => number
  onChange?: (isOpen: boolean) => void
}

/**
 * Fails requests fast while upstream is down. One breaker serves the whole origin: any response, including errors of
 * upstream, closes it (decision 0018).
 */
export function createCircuitBreaker({ now = () => performance.now(), onChange }: Options = {}) {
  const startedMs = now()
  let hasAnswered = false
  let isOpen = false
  let nextTryMs = 0
  let failures = 0
  const names = new Set<string>()

  return {
    get isOpen(): boolean {
      return isOpen
    },
    /** Whether a request may be sent. One request each second tests whether upstream is back while it is down. */
    admits(): boolean {
      if (!isOpen) return true
      const nowMs = now()
      if (nowMs < nextTryMs) return false
      nextTryMs = nowMs + TRY_GAP_MS
      return true
    },
    /** Upstream responded, with any status. */
    answered(): void {
      hasAnswered = true
      if (failures === 0) return
      failures = 0
      names.clear()
      if (!isOpen) return
      isOpen = false
      onChange?.(false)
    },
    /** Upstream did not respond to a call of this name. */
    failed(failure: Failure, name: string): void {
      // An upstream that is still starting must not open the breaker.
      if (!hasAnswered && failure === 'unreachable' && now() - startedMs < START_MS) return
      failures += 1
      if (names.size < NAMES) names.add(name)
      if (isOpen || failures < FAILURES || (failure === 'unanswered' && names.size < NAMES)) return
      isOpen = true
      nextTryMs = now() + TRY_GAP_MS
      onChange?.(true)
    },
  }
}
