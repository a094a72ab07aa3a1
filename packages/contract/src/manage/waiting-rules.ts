import { TICKET_KINDS } from './ticket-rules.ts'

/** Tickets by their kind; `certificate`: submitted for a signatory; `article`: in review. */
export const WAITING_KINDS = [...TICKET_KINDS, 'certificate', 'article'] as const
export type WaitingKind = (typeof WAITING_KINDS)[number]

/** Counts of what waits are exact up to it; one more means more. */
export const WAITING_MAX = 1000
