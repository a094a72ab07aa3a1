import { type Static, Type } from 'typebox'
import { defineCall } from '../call.ts'
import { REPORT_PICTURE_PATTERN } from '../certificates/certificates.ts'
import { FEEDBACK_ANSWER_MAX } from '../constants.ts'
import { nothing, nullable, nullableString } from '../shapes.ts'
import {
  REOPEN_DAYS,
  TICKET_KINDS,
  TICKET_NOTE_MAX,
  TICKET_STATES,
  TICKET_VIEWS,
  type TicketKind,
  type TicketState,
  type TicketView,
} from './ticket-rules.ts'

/** Ours: feedback, reports of forgeries and reported comments as tickets of staff. */

const oneOf = <T extends string>(values: readonly T[]) => Type.Unsafe<T>({ type: 'string', enum: [...values] })
const nullableInteger = Type.Unsafe<number | null>({ type: ['integer', 'null'] })
const ticketKind = oneOf<TicketKind>(TICKET_KINDS)
const ticketState = oneOf<TicketState>(TICKET_STATES)

/** Support and owners see every ticket, others those of their kind or in their charge (`visibleKinds`). */
const readers = { access: 'staff', duties: ['edit', 'support', 'certify', 'approve'] } as const
const params = Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) })
const version = Type.Integer({ minimum: 1 })

const item = {
  /** Shown as T-1042. */
  id: Type.Integer(),
  kind: ticketKind,
  state: ticketState,
  title: Type.String(),
  /** Name of the member who wrote, or of the comment's writer; `null`: a visitor without an account. */
  customer: nullableString,
  assigneeId: nullableString,
  assigneeName: nullableString,
  /** Working time until an answer is due, ms; negative: late. While the clock stops: what is left. `null`: closed. */
  leftMs: nullableInteger,
  /** Working time that was allowed, ms. */
  allowedMs: Type.Integer(),
  isStopped: Type.Boolean(),
  /** Of a report; of a comment the number of reports. */
  pictures: Type.Integer(),
  reports: Type.Integer(),
  /** The newest mail of an answer failed. */
  hasFailedMail: Type.Boolean(),
  /** `yyyy-MM-dd HH:mm:ss` in UTC+8, as all times here. */
  createTime: Type.String(),
}
export const TicketItem = Type.Object(item)
export type TicketItem = Static<typeof TicketItem>

/** The mail of an answer to a visitor. `queued`: not sent yet. */
export const TicketMail = Type.Object({
  id: Type.Integer(),
  state: oneOf<'queued' | 'sent' | 'failed'>(['queued', 'sent', 'failed']),
  /** Of a failed one. */
  reason: nullableString,
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
  /** Of an answer: reached a member as a notice. */
  isNotice: Type.Boolean(),
  mail: nullable(TicketMail),
  time: Type.String(),
})
export type TicketEntry = Static<typeof TicketEntry>

/** What a reported comment is now. */
const TicketComment = Type.Object({
  id: Type.Integer(),
  articleId: Type.Integer(),
  articleTitle: Type.String(),
  userId: Type.String(),
  content: Type.String(),
  /** Newest first. */
  reasons: Type.Array(Type.String()),
})

export const Ticket = Type.Object({
  ...item,
  version,
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
  /** How an answer would travel; `null`: there is no address, or mail is not set up. */
  channel: Type.Unsafe<'notice' | 'mail' | null>({ type: ['string', 'null'], enum: ['notice', 'mail', null] }),
  /** Names of pictures, for `getReportPicture`. */
  pictureNames: Type.Array(Type.String({ pattern: REPORT_PICTURE_PATTERN })),
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

const filter = {
  view: Type.Optional(oneOf<TicketView>(TICKET_VIEWS)),
  kind: Type.Optional(ticketKind),
  /** A number (T-1042 or 1042), or words of the title: a certificate number stands there too. */
  q: Type.Optional(Type.String({ maxLength: 100 })),
}

export const listTickets = defineCall('GET /v1/manage/tickets', {
  ...readers,
  summary: 'Ours: tickets, 50 a page; what is due first, and what was closed last, first',
  query: Type.Object({
    ...filter,
    /** `next` of the page before. */
    after: Type.Optional(Type.String({ maxLength: 40, pattern: '^\\d+\\.\\d+$', examples: ['1763600000000.12'] })),
  }),
  data: Type.Object({ records: Type.Array(TicketItem), next: nullableString }),
})

/** Counts are exact to 1,000; 1,001 stands for more. */
export const countTickets = defineCall('GET /v1/manage/tickets/counts', {
  ...readers,
  summary: 'Ours: tickets of each view, and how many are late',
  data: Type.Object({
    new: Type.Integer(),
    mine: Type.Integer(),
    open: Type.Integer(),
    waiting: Type.Integer(),
    closed: Type.Integer(),
    all: Type.Integer(),
    late: Type.Integer(),
  }),
})
export type TicketCounts = Static<typeof countTickets.data>

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

export const getAnswerTimes = defineCall('GET /v1/manage/tickets/times', {
  ...readers,
  summary: 'Ours: how long first answers took in working time, of the last 30 days',
  data: AnswerTimes,
})

export const listAssignees = defineCall('GET /v1/manage/tickets/assignees', {
  ...readers,
  summary: 'Ours: staff who may be in charge of a ticket',
  data: Type.Array(Type.Object({ id: Type.String(), nickname: Type.String() })),
})

export const exportTickets = defineCall('GET /v1/manage/tickets/export', {
  access: 'staff',
  duties: ['support'],
  fresh: true,
  summary: 'Ours: tickets of a view as a CSV file',
  query: Type.Object(filter),
  data: Type.Unknown(),
  file: true,
  fileName: 'tickets.csv',
  audit: 'ticket.export',
})

export const getTicket = defineCall('GET /v1/manage/tickets/{id}', {
  ...readers,
  summary: 'Ours: a ticket with its conversation',
  params,
  data: Ticket,
  html: { 'comment.content': 'comment' },
})

const changed = { params, data: Ticket, html: { 'comment.content': 'comment' } } as const

export const updateTicket = defineCall('PUT /v1/manage/tickets/{id}', {
  ...readers,
  ...changed,
  summary: 'Ours: changes state, person in charge or due time of a ticket',
  body: Type.Object({
    version,
    state: Type.Optional(ticketState),
    /** `null`: nobody. */
    assigneeId: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 64 })),
    /** `yyyy-MM-dd HH:mm` in UTC+8, in the next 90 days. */
    dueTime: Type.Optional(
      Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}$', examples: ['2026-11-24 10:00'] }),
    ),
  }),
  audit: 'ticket.update',
})

export const addTicketNote = defineCall('POST /v1/manage/tickets/{id}/notes', {
  ...readers,
  ...changed,
  summary: 'Ours: adds a note for staff; the customer never sees it',
  body: Type.Object({ content: Type.String({ minLength: 1, maxLength: TICKET_NOTE_MAX }) }),
  audit: 'ticket.note',
})

export const answerTicket = defineCall('POST /v1/manage/tickets/{id}/answers', {
  ...readers,
  ...changed,
  summary: 'Ours: answers: a member gets a notice, a visitor a mail with a link for the reply',
  body: Type.Object({
    /** 409 when the customer or a colleague wrote in between. */
    version,
    content: Type.String({ minLength: 1, maxLength: FEEDBACK_ANSWER_MAX }),
    /** The state afterwards. */
    state: oneOf<'waiting' | 'closed'>(['waiting', 'closed']),
    /** Idempotency key: a second answer with it is not sent. */
    ref: Type.String({ pattern: '^[\\w-]{8,64}$', examples: ['0123456789abcdef'] }),
  }),
  audit: 'ticket.answer',
})

export const resendTicketMail = defineCall('POST /v1/manage/tickets/{id}/mails', {
  ...readers,
  ...changed,
  summary: 'Ours: sends a failed mail again',
  body: Type.Object({ mailId: Type.Integer({ minimum: 1 }) }),
  audit: 'ticket.resend',
})

export const decideTicketComment = defineCall('POST /v1/manage/tickets/{id}/comment', {
  access: 'staff',
  duties: ['edit', 'support'],
  ...changed,
  summary: 'Ours: keeps a reported comment and forgets the reports, or removes it; closes the ticket',
  body: Type.Object({ version, decision: oneOf<'keep' | 'remove'>(['keep', 'remove']) }),
  invalidates: ['/v1/comment/', '/v1/article/info'],
  audit: 'ticket.comment',
})

export const ticketCalls = [
  listTickets,
  countTickets,
  getAnswerTimes,
  listAssignees,
  exportTickets,
  getTicket,
  updateTicket,
  addTicketNote,
  answerTicket,
  resendTicketMail,
  decideTicketComment,
] as const

/** 32 random bytes, base64url. */
const key = Type.String({ pattern: '^[\\w-]{43}$', examples: ['A'.repeat(43)] })
/** Either the key of a mailed link, or the number of a ticket of the caller's own. */
const which = { key: Type.Optional(key), ticket: Type.Optional(Type.Integer({ minimum: 1 })) }

export const Conversation = Type.Object({
  title: Type.String(),
  state: ticketState,
  /** A reply is accepted. */
  isOpen: Type.Boolean(),
  /** Oldest first; without notes and events. */
  messages: Type.Array(
    Type.Object({
      /** Written by the reader. */
      isOwn: Type.Boolean(),
      /** Plain text. */
      content: Type.String(),
      time: Type.String(),
    }),
  ),
})
export type Conversation = Static<typeof Conversation>

/** A POST, so that the key is in no address of a call; it changes nothing. */
export const readConversation = defineCall('POST /v1/feedback/conversation', {
  access: 'public',
  summary: `Ours: the customer's side of a ticket; a closed one accepts replies for ${REOPEN_DAYS} days`,
  body: Type.Object(which),
  data: Conversation,
  rateLimited: true,
})

export const replyInConversation = defineCall('POST /v1/feedback/conversation/reply', {
  access: 'public',
  summary: 'Ours: a message of the customer; reopens the ticket',
  body: Type.Object({ ...which, content: Type.String({ minLength: 1, maxLength: FEEDBACK_ANSWER_MAX }) }),
  data: nothing,
  rateLimited: true,
})

export const conversationCalls = [readConversation, replyInConversation] as const
