import { type Static, Type } from 'typebox'
import { REPORT_PICTURE_PATTERN } from '../certificates/certificates.ts'
import { nullable, nullableString } from '../shapes.ts'
import {
  TICKET_KINDS,
  TICKET_SOURCES,
  TICKET_STATES,
  type TicketKind,
  type TicketSource,
  type TicketState,
} from './ticket-rules.ts'

/** Ours: what staff see of feedback, reports of forgeries and reported comments. */

export const oneOf = <T extends string>(values: readonly T[]) => Type.Unsafe<T>({ type: 'string', enum: [...values] })
const nullableInteger = Type.Unsafe<number | null>({ type: ['integer', 'null'] })
export const ticketKind = oneOf<TicketKind>(TICKET_KINDS)
export const ticketState = oneOf<TicketState>(TICKET_STATES)
export const ticketVersion = Type.Integer({ minimum: 1 })

const pictureNames = Type.Array(Type.String({ pattern: REPORT_PICTURE_PATTERN }))

const item = {
  /** Shown as T-1042. */
  id: Type.Integer(),
  kind: ticketKind,
  state: ticketState,
  title: Type.String(),
  /** Name of the member who wrote, of the comment's writer, or as staff registered it; `null`: an unnamed visitor. */
  customer: nullableString,
  assigneeId: nullableString,
  assigneeName: nullableString,
  /** Working time until an answer is due, ms; negative: late. While the clock stops: what is left. `null`: closed. */
  leftMs: nullableInteger,
  /** Working time that was allowed, ms. */
  allowedMs: Type.Integer(),
  isStopped: Type.Boolean(),
  /** Of all messages of the customer. */
  pictures: Type.Integer(),
  /** How many readers reported the comment. */
  reports: Type.Integer(),
  /** The newest mail of an answer failed. */
  hasFailedMail: Type.Boolean(),
  /** `yyyy-MM-dd HH:mm:ss` in UTC+8, as all times here. */
  createTime: Type.String(),
}
export const TicketItem = Type.Object(item)
export type TicketItem = Static<typeof TicketItem>

/** The mail of an answer to a visitor. `queued`: not sent yet, also after temporary failures. */
export const TicketMail = Type.Object({
  id: Type.Integer(),
  state: oneOf<'queued' | 'sent' | 'failed'>(['queued', 'sent', 'failed']),
  /** Of the last failure. */
  reason: nullableString,
  /** So far. */
  attempts: Type.Integer(),
  /** Of a queued one that failed: when it is sent again by itself. */
  retryTime: nullableString,
  time: Type.String(),
})
export type TicketMail = Static<typeof TicketMail>

/** `customer`: from the visitor or member. `note`: for staff only. `event`: something changed. */
export type TicketEntryKind = 'customer' | 'answer' | 'note' | 'event'

export const TicketEntry = Type.Object({
  /** Unique within the ticket. */
  key: Type.String(),
  kind: oneOf<TicketEntryKind>(['customer', 'answer', 'note', 'event']),
  /** Of the member of staff; `null`: the customer, or the site itself. */
  name: nullableString,
  /** Plain text; of an event `null`. */
  content: nullableString,
  /** Of an event: the member that changed, with the words before and after. */
  change: nullable(Type.Object({ member: Type.String(), before: nullableString, after: nullableString })),
  /** Names, of a customer's message for `getReportPicture`, of an answer or a note for `getTicketPicture`. */
  pictureNames,
  /** Of an answer: reached a member as a notice. */
  isNotice: Type.Boolean(),
  mail: nullable(TicketMail),
  time: Type.String(),
})
export type TicketEntry = Static<typeof TicketEntry>

/** A reported comment as it is, or as it was reported when it was deleted. */
const TicketComment = Type.Object({
  /** `null`: deleted. */
  id: nullableInteger,
  articleId: Type.Integer(),
  articleTitle: Type.String(),
  /** The writer; `null`: the account is gone. */
  userId: nullableString,
  nickname: Type.String(),
  content: Type.String(),
  /** Newest first. */
  reasons: Type.Array(Type.String()),
})

export const Ticket = Type.Object({
  ...item,
  version: ticketVersion,
  /** Until when an answer is due; `null` while the clock stops. */
  dueTime: nullableString,
  closeTime: nullableString,
  /** What was written first; of a comment ''. */
  content: Type.String(),
  /** Of feedback: 1 wish, 2 defect. */
  type: nullableInteger,
  /** Account of the customer. */
  customerId: nullableString,
  /** Of a visitor; masked for callers who do not answer. */
  email: nullableString,
  /** Mail address that a reporter left as the way of contact, used when it is `email` too; masked like that. */
  contactEmail: nullableString,
  /** As registered by staff; masked like `email`. */
  phone: nullableString,
  source: oneOf<TicketSource>(TICKET_SOURCES),
  /**
   * How an answer would travel. `phone`: staff tell the customer, and the answer is kept on record. `link`: the
   * customer has an address of the conversation and reads it there. `null`: there is none, or mail is not set up.
   */
  channel: Type.Unsafe<'notice' | 'mail' | 'phone' | 'link' | null>({
    type: ['string', 'null'],
    enum: ['notice', 'mail', 'phone', 'link', null],
  }),
  /** A mail has a link to the conversation, because the address of the site is set. */
  isMailLinked: Type.Boolean(),
  /** Names of the first message's pictures, for `getReportPicture`. */
  pictureNames,
  /** Address of the picture that a member sent with feedback. */
  picture: nullableString,
  /** Named in title or text, first one. */
  certificateNo: nullableString,
  comment: nullable(TicketComment),
  /** Further tickets of the same customer. */
  otherTickets: Type.Integer(),
  /** Oldest first. */
  entries: Type.Array(TicketEntry),
})
export type Ticket = Static<typeof Ticket>

/** Times of first answers, ms of working time; `null` without any. */
export const AnswerTimes = Type.Object({
  answered: Type.Integer(),
  medianMs: nullableInteger,
  p90Ms: nullableInteger,
  longestMs: nullableInteger,
  /** Answered after the time allowed. */
  late: Type.Integer(),
  allowedMs: Type.Integer(),
})
export type AnswerTimes = Static<typeof AnswerTimes>
