import { TICKET_KINDS } from '../tickets/ticket-rules.ts'

/**
 * Kinds of pending tasks: tickets by kind; `review`: submitted, to be reviewed; `certificate`: submitted for a signatory; `returned`: returned by a signatory, to be
 * corrected; `withdrawal`: by one signatory alone, to be confirmed by a second; `recovery`: recovered after a backup was restored, to be checked; `article`: in review.
 */
export const WAITING_KINDS = [
  ...TICKET_KINDS,
  'review',
  'certificate',
  'returned',
  'withdrawal',
  'recovery',
  'article',
] as const
export type WaitingKind = (typeof WAITING_KINDS)[number]

/** Counts of pending tasks are exact up to this number; one more means more. */
export const WAITING_MAX = 1000

/** Maximum number of people without a name for signing that the overview lists. */
export const UNSIGNED_MAX = 20

/** Maximum number of certificates in the overview that do not match the public log. */
export const MISMATCHES_MAX = 20
