import { SECOND_MS } from '@portal/contract/constants.ts'
import type { Failure } from './reachability.ts'

export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>

/** Consecutive failures. */
const FAILURES = 5
/** Different calls among them, unless no connection opens: one broken call does not mean that upstream is down. */
const NAMES = 2
/** Longest start of an upstream beside this process. ms. */
const START_MS = 30 * SECOND_MS
/** Interval of requests while upstream is down. ms. */
const TRY_GAP_MS = 1 * SECOND_MS

interface Options {
  /** ms; only differences count. */
  now?: () => number
  onChange?: (isOpen: boolean) => void
}

/**
 * Fails requests fast while upstream is down. One for the whole origin: any response, errors of upstream included, closes
 * it (decision 0018).
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
    /** Whether a request may be sent. While upstream is down, one each second tests whether it is back. */
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
