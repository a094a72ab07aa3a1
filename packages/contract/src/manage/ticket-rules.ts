import type { Duty } from './duties.ts'

/** `feedback`: of members and visitors. `forgery`: a report of a forgery. `comment`: readers reported a comment. */
export const TICKET_KINDS = ['feedback', 'forgery', 'comment'] as const
export type TicketKind = (typeof TICKET_KINDS)[number]

/** `new`: nobody has worked on it. `waiting`: for the customer, the clock stops. */
export const TICKET_STATES = ['new', 'open', 'waiting', 'closed'] as const
export type TicketState = (typeof TICKET_STATES)[number]

/** `phone`, `visit`: registered by staff. */
export const TICKET_SOURCES = ['site', 'phone', 'visit'] as const
export type TicketSource = (typeof TICKET_SOURCES)[number]

/** `todo`: new and open, what waits for staff. `mine`: in the caller's charge and not closed. */
export const TICKET_VIEWS = ['todo', 'new', 'mine', 'open', 'waiting', 'closed', 'all'] as const
export type TicketView = (typeof TICKET_VIEWS)[number]

/** Characters of a ticket that staff register. */
export const REGISTERED_MAX = { name: 50, phone: 30, title: 100, content: 2000, certificateNo: 60 } as const
export const TICKET_NOTE_MAX = 2000
/** Pictures of one answer or note. */
export const TICKET_PICTURES_MAX = 6
/** An answer is due within so many working days. */
export const ANSWER_WORKING_DAYS = 2
/** The link in a mail works for so long. */
export const LINK_DAYS = 90
/** A message of the customer reopens a closed ticket within this time. */
export const REOPEN_DAYS = 30
/** Waits before a mail is sent again after a temporary failure, minutes. */
export const MAIL_RETRY_MINUTES = [1, 5, 30, 2 * 60, 12 * 60] as const
/** A due time may be moved so far. */
export const DUE_MAX_DAYS = 90
/** Counts are exact up to it; one more stands for more. */
export const COUNT_MAX = 1000

/** Kinds of tickets that somebody with these duties sees whoever is in charge; `null`: all. */
export function visibleKinds(duties: readonly Duty[]): readonly TicketKind[] | null {
  if (duties.includes('owner') || duties.includes('support')) return null
  const kinds: TicketKind[] = []
  if (duties.includes('certify') || duties.includes('approve')) kinds.push('forgery')
  if (duties.includes('edit')) kinds.push('comment')
  return kinds
}
