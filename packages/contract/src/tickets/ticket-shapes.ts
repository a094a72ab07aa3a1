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

/** Ours: feedback, reports of forgeries and reported comments, as staff see them. */

export const createEnum = <T extends string>(values: readonly T[]) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values] })
const nullableInteger = Type.Unsafe<number | null>({ type: ['integer', 'null'] })
export const ticketKind = createEnum<TicketKind>(TICKET_KINDS)
export const ticketState = createEnum<TicketState>(TICKET_STATES)
export const ticketVersion = Type.Integer({ minimum: 1 })

const pictureNames = Type.Array(Type.String({ pattern: REPORT_PICTURE_PATTERN }))

const item = {
  /** Ticket number, shown as T-1042. */
  id: Type.Integer(),
  kind: ticketKind,
  state: ticketState,
  title: Type.String(),
  /** Name of the member who wrote, of the comment's writer, or as registered by staff; `null`: an unnamed visitor. */
  customer: nullableString,
  assigneeId: nullableString,
  assigneeName: nullableString,
  /** Working time until an answer is due, ms; negative: late. While the clock is stopped, the remaining time. `null`: closed. */
  leftMs: nullableInteger,
  /** Working time that was allowed, ms. */
  allowedMs: Type.Integer(),
  isStopped: Type.Boolean(),
  /** Number of pictures in all messages of the customer. */
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
  state: createEnum<'queued' | 'sent' | 'failed'>(['queued', 'sent', 'failed']),
  /** Reason of the last failure. */
  reason: nullableString,
  /** Number of attempts so far. */
  attempts: Type.Integer(),
  /** Queued mail after a failure: time of the next automatic attempt. */
  retryTime: nullableString,
  time: Type.String(),
})
export type TicketMail = Static<typeof TicketMail>

/** `customer`: a message of the visitor or member. `note`: for staff only. `event`: a change of the ticket. */
export type TicketEntryKind = 'customer' | 'answer' | 'note' | 'event'

export const TicketEntry = Type.Object({
  /** Unique within the ticket. */
  key: Type.String(),
  kind: createEnum<TicketEntryKind>(['customer', 'answer', 'note', 'event']),
  /** Name of the member of staff; `null`: the customer, or the site itself. */
  name: nullableString,
  /** Plain text; `null` for an event. */
  content: nullableString,
  /** Event: the changed member, with its Chinese values before and after. */
  change: nullable(Type.Object({ member: Type.String(), before: nullableString, after: nullableString })),
  /** Names of pictures: for `getReportPicture` in a customer's message, for `getTicketPicture` in an answer or a note. */
  pictureNames,
  /** Answer: a member received it as a notice. */
  isNotice: Type.Boolean(),
  mail: nullable(TicketMail),
  time: Type.String(),
})
export type TicketEntry = Static<typeof TicketEntry>

/** A reported comment as it is now, or as it was when it was deleted. */
const TicketComment = Type.Object({
  /** `null`: the comment is deleted. */
  id: nullableInteger,
  articleId: Type.Integer(),
  articleTitle: Type.String(),
  /** Id of the writer; `null`: the account no longer exists. */
  userId: nullableString,
  nickname: Type.String(),
  content: Type.String(),
  /** Newest first. */
  reasons: Type.Array(Type.String()),
})

export const Ticket = Type.Object({
  ...item,
  version: ticketVersion,
  /** Time at which an answer is due; `null` while the clock is stopped. */
  dueTime: nullableString,
  closeTime: nullableString,
  /** First message; empty for a reported comment. */
  content: Type.String(),
  /** Feedback: 1 wish, 2 defect. */
  type: nullableInteger,
  /** Account of the customer. */
  customerId: nullableString,
  /** Address of a visitor; masked for callers who may not answer. */
  email: nullableString,
  /** Mail address that a reporter gave as contact, used when it is `email` too; masked like `email`. */
  contactEmail: nullableString,
  /** Telephone number registered by staff; masked like `email`. */
  phone: nullableString,
  source: createEnum<TicketSource>(TICKET_SOURCES),
  /**
   * Channel of an answer. `phone`: staff tell the customer, and the answer is recorded. `link`: the customer reads the
   * conversation at its address. `null`: there is no channel, or mail is not configured.
   */
  channel: Type.Unsafe<'notice' | 'mail' | 'phone' | 'link' | null>({
    type: ['string', 'null'],
    enum: ['notice', 'mail', 'phone', 'link', null],
  }),
  /** Mails contain a link to the conversation, because the address of the site is configured. */
  isMailLinked: Type.Boolean(),
  /** Names of the first message's pictures, for `getReportPicture`. */
  pictureNames,
  /** Address of the picture that a member sent with feedback. */
  picture: nullableString,
  /** First certificate number in the title or the text. */
  certificateNo: nullableString,
  comment: nullable(TicketComment),
  /** Number of other tickets of the same customer. */
  otherTickets: Type.Integer(),
  /** Oldest first. */
  entries: Type.Array(TicketEntry),
})
export type Ticket = Static<typeof Ticket>

/** Times until first answers, ms of working time; `null` without any. */
export const AnswerTimes = Type.Object({
  answered: Type.Integer(),
  medianMs: nullableInteger,
  p90Ms: nullableInteger,
  longestMs: nullableInteger,
  /** Number of answers after the allowed time. */
  late: Type.Integer(),
  allowedMs: Type.Integer(),
})
export type AnswerTimes = Static<typeof AnswerTimes>
