import { TICKET_KINDS } from '../tickets/ticket-rules.ts'

/**
 * Kinds of pending tasks. Tickets have their own kinds. `review`: certificates to be reviewed; `certificate`: certificates to
 * be approved; `returned`: certificates that a signatory has returned for correction; `withdrawal`: withdrawals by one
 * signatory that a second has to confirm; `recovery`: certificates to be checked after a backup was restored; `article`:
 * articles in review; `heldComment`: comments that wait for approval; `excess`: orders whose hand-out the tolerance has stopped;
 * `dispute`: orders whose dispute no owner has settled.
 */
export const WAITING_KINDS = [
  ...TICKET_KINDS,
  'review',
  'certificate',
  'returned',
  'withdrawal',
  'recovery',
  'article',
  'heldComment',
  'excess',
  'dispute',
] as const
export type WaitingKind = (typeof WAITING_KINDS)[number]

/** Counts of pending tasks are exact up to this number; one more means more. */
export const WAITING_MAX = 1000

/** Maximum number of people without a name for signing that the overview lists. */
export const UNSIGNED_MAX = 20

/** Maximum number of certificates in the overview that do not match the public log. */
export const MISMATCHES_MAX = 20
