import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@portal/contract/constants.ts'

/** Waiting times before the attempts after the first one; three days in all (Standard Webhooks). */
const DELAYS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
]
/** No earlier than the last attempt of the schedule, without jitter. */
export const GIVE_UP_MS = DELAYS_MS.reduce((sum, delay) => sum + delay, 0)
/** At most so much of a delay is added to it, so that failed deliveries do not all come back at once. */
const JITTER = 0.1
/** Maximum wait that a receiver can request. */
const RETRY_AFTER_MAX_MS = 24 * HOUR_MS
/** Statuses by which a receiver requests fewer deliveries. */
const THROTTLING = [429, 502, 504]
const THROTTLE_MS = 30 * SECOND_MS

interface Failure {
  /** Attempts so far, this one included. */
  attempts: number
  now: number
  status: number | null
  retryAfter: string | null
}

/** When an event is delivered again. @param random 0 to 1 */
export function nextAttempt({ attempts, now, retryAfter }: Failure, random: number): number {
  const delay = DELAYS_MS[Math.min(attempts, DELAYS_MS.length) - 1] ?? DELAYS_MS[0] ?? 0
  return now + Math.max(Math.round(delay * (1 + JITTER * random)), askedWait(retryAfter, now) ?? 0)
}

/** Returns until when nothing is sent to the endpoint; 0: it requested no pause. */
export function pauseAfter({ status, retryAfter, now }: Omit<Failure, 'attempts'>): number {
  const asked = askedWait(retryAfter, now)
  if (asked !== null) return now + asked
  return status !== null && THROTTLING.includes(status) ? now + THROTTLE_MS : 0
}

/** `Retry-After`: seconds, or a date. `null` for anything else. */
function askedWait(retryAfter: string | null, now: number): number | null {
  if (retryAfter === null) return null
  const wait = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) * SECOND_MS : Date.parse(retryAfter) - now
  return Number.isNaN(wait) ? null : Math.min(Math.max(wait, 0), RETRY_AFTER_MAX_MS)
}
