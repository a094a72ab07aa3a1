import { errors } from 'undici'

/**
 * Reason why upstream did not respond. `unreachable`: no connection, which affects every call. `unanswered`: the
 * connection was lost or timed out, which may affect a single call.
 */
export type Failure = 'unreachable' | 'unanswered'

/** Upstream is known to be down: nothing was sent. */
export class CircuitOpenError extends Error {
  override name = 'CircuitOpenError'

  constructor() {
    super('upstream is down: request not sent')
  }
}

const NO_CONNECTION: readonly string[] = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]
const BROKEN_OFF: readonly string[] = ['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'UND_ERR_SOCKET']

function findCode(error: unknown): string {
  return String((error as { code?: unknown } | null | undefined)?.code)
}

/** Whether the request was not sent, so that upstream cannot have executed it. */
export function isNeverSent(error: unknown): boolean {
  return error instanceof CircuitOpenError || NO_CONNECTION.includes(findCode(error))
}

export function isTimeout(error: unknown): boolean {
  return (
    (error instanceof Error && error.name === 'TimeoutError') ||
    error instanceof errors.HeadersTimeoutError ||
    error instanceof errors.BodyTimeoutError
  )
}

/** Returns the kind of failure when upstream did not respond; `null` for any other error. */
export function classifyFailure(error: unknown): Failure | null {
  const code = findCode(error)
  if (NO_CONNECTION.includes(code)) return 'unreachable'
  return isTimeout(error) || BROKEN_OFF.includes(code) ? 'unanswered' : null
}
