import type { Duty } from '../accounts/duties.ts'

/** `feedback`: a message of a member or visitor. `forgery`: a report of a forgery. `comment`: readers reported a comment. */
export const TICKET_KINDS = ['feedback', 'forgery', 'comment'] as const
export type TicketKind = (typeof TICKET_KINDS)[number]

/** `new`: not handled yet. `waiting`: the customer has to answer, and the clock stops. */
export const TICKET_STATES = ['new', 'open', 'waiting', 'closed'] as const
export type TicketState = (typeof TICKET_STATES)[number]

/** `phone`, `visit`: staff registered the ticket. */
export const TICKET_SOURCES = ['site', 'phone', 'visit'] as const
export type TicketSource = (typeof TICKET_SOURCES)[number]

/** `todo`: new and open tickets, which wait for staff. `mine`: assigned to the caller and not closed. */
export const TICKET_VIEWS = ['todo', 'new', 'mine', 'open', 'waiting', 'closed', 'all'] as const
export type TicketView = (typeof TICKET_VIEWS)[number]

/** Maximum lengths of a ticket that staff register, in characters. */
export const REGISTERED_MAX = { name: 50, phone: 30, title: 100, content: 2000, certificateNo: 60 } as const
export const TICKET_NOTE_MAX = 2000
/** Maximum number of pictures in one answer or note. */
export const TICKET_PICTURES_MAX = 6
/** Working days in which an answer is due. */
export const ANSWER_WORKING_DAYS = 2
/** Days for which the link in a mail works. */
export const LINK_DAYS = 90
/** Days in which a message of the customer reopens a closed ticket. */
export const REOPEN_DAYS = 30
/** Delays before a mail is sent again after a temporary failure, minutes. */
export const MAIL_RETRY_MINUTES = [1, 5, 30, 2 * 60, 12 * 60] as const
/** Maximum number of days by which a due time can be moved. */
export const DUE_MAX_DAYS = 90
/** Counts are exact up to this number; one more means more. */
export const COUNT_MAX = 1000

/** Lists the kinds of tickets that these duties may see, also when assigned to others; `null`: all. */
export function listVisibleKinds(duties: readonly Duty[]): readonly TicketKind[] | null {
  if (duties.includes('owner') || duties.includes('support')) return null
  const kinds: TicketKind[] = []
  if (duties.includes('certify') || duties.includes('approve')) kinds.push('forgery')
  if (duties.includes('edit')) kinds.push('comment')
  return kinds
}
