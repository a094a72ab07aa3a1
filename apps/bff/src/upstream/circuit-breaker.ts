import { SECOND_MS } from '@portal/contract/constants.ts'
import type { Failure } from './reachability.ts'

/**
 * Knows when upstream is away, so that nobody waits for it. One for the whole origin: any answer at all, an error of
 * upstream included, says that it is there (decision 0018).
 */
export interface CircuitBreaker {
  /** Upstream is taken for away. */
  readonly isOpen: boolean
  /** Whether a request may go out. While upstream is away, one each second may, to find out whether it is back. */
  admits(): boolean
  /** An answer came, whatever it says. */
  answered(): void
  /** None came to a call of this name. */
  failed(failure: Failure, name: string): void
}

/** Failures with no answer in between. */
const FAILURES = 5
/** Names of calls among them, unless there was no connection at all: a call that hangs or crashes by itself is not upstream. */
const NAMES = 2
/** An upstream that starts beside this process takes so long at most to answer for the first time. ms. */
const START_MS = 30 * SECOND_MS
/** Between two tries while upstream is away. ms. */
const TRY_GAP_MS = 1 * SECOND_MS

interface Options {
  /** ms; only differences count. */
  now?: () => number
  onChange?: (isOpen: boolean) => void
}

export function createCircuitBreaker({ now = () => performance.now(), onChange }: Options = {}): CircuitBreaker {
  const startedMs = now()
  let hasAnswered = false
  let isOpen = false
  let nextTryMs = 0
  let failures = 0
  const names = new Set<string>()

  return {
    get isOpen() {
      return isOpen
    },
    admits() {
      if (!isOpen) return true
      const nowMs = now()
      if (nowMs < nextTryMs) return false
      nextTryMs = nowMs + TRY_GAP_MS
      return true
    },
    answered() {
      hasAnswered = true
      if (failures === 0) return
      failures = 0
      names.clear()
      if (!isOpen) return
      isOpen = false
      onChange?.(false)
    },
    failed(failure, name) {
      // Not there yet is not away: whoever asks again a moment later must not find the breaker open.
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
