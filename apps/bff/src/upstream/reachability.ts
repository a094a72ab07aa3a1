import { errors } from 'undici'

/**
 * Why no answer came. `unreachable`: no connection, which concerns every call alike. `unanswered`: a connection that
 * broke off or a time limit that was over, which one call may do alone.
 */
export type Failure = 'unreachable' | 'unanswered'

/** Upstream is known to be away: nothing was sent. */
export class CircuitOpenError extends Error {
  override name = 'CircuitOpenError'

  constructor() {
    super('upstream has been away until now: not asked')
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

function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | null | undefined)?.code)
}

/** Nothing of the request left this machine: upstream cannot have done what it asked for. */
export function isNeverSent(error: unknown): boolean {
  return error instanceof CircuitOpenError || NO_CONNECTION.includes(codeOf(error))
}

/** A time limit was over. */
export function isTimeout(error: unknown): boolean {
  return (
    (error instanceof Error && error.name === 'TimeoutError') ||
    error instanceof errors.HeadersTimeoutError ||
    error instanceof errors.BodyTimeoutError
  )
}

/** Whether an error says that upstream is not there. `null` for what only says that it answered wrongly. */
export function failureOf(error: unknown): Failure | null {
  const code = codeOf(error)
  if (NO_CONNECTION.includes(code)) return 'unreachable'
  return isTimeout(error) || BROKEN_OFF.includes(code) ? 'unanswered' : null
}
