import { MINUTE_MS } from '@portal/contract/constants.ts'
import { MAIL_RETRY_MINUTES } from '@portal/contract/tickets/ticket-rules.ts'
import { isPermanentFailure } from './mailer.ts'

/** Lease of an instance for one mail; afterwards another instance may send it. */
export const MAIL_LEASE_MS = 2 * MINUTE_MS

/**
 * Returns the time before a mail is sent again; `undefined`: it is given up.
 * @param attempts including the one that failed
 */
export function mailRetryMs(attempts: number, error: Error): number | undefined {
  const minutes = isPermanentFailure(error) ? undefined : MAIL_RETRY_MINUTES[attempts - 1]
  return minutes && minutes * MINUTE_MS
}
