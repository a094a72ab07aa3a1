import { TICKET_KINDS } from './ticket-rules.ts'

/**
 * Tickets by their kind; `certificate`: submitted for a signatory; `withdrawal`: by one signatory alone, to be confirmed by a second;
 * `recovery`: brought back after the restore of a backup, to be checked; `article`: in review.
 */
export const WAITING_KINDS = [...TICKET_KINDS, 'certificate', 'withdrawal', 'recovery', 'article'] as const
export type WaitingKind = (typeof WAITING_KINDS)[number]

/** Counts of what waits are exact up to it; one more means more. */
export const WAITING_MAX = 1000

/** People without a name for signing that the overview names. */
export const UNSIGNED_MAX = 20

/** Certificates that the overview names because they do not match the public log. */
export const MISMATCHES_MAX = 20
