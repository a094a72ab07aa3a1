import { type Static, Type } from 'typebox'
import { defineCall } from '../call.ts'
import { FEEDBACK_ANSWER_MAX } from '../constants.ts'
import { nullableString } from '../shapes.ts'
import { ticketPictures } from './ticket-pictures.ts'
import { REGISTERED_MAX, TICKET_NOTE_MAX, TICKET_VIEWS, type TicketView } from './ticket-rules.ts'
import { AnswerTimes, createEnum, Ticket, TicketItem, ticketKind, ticketState, ticketVersion } from './ticket-shapes.ts'

/** Ours: feedback, reports of forgeries and reported comments as tickets of staff. */

/** Access for staff: support and owners see every ticket, others those of their kind or assigned to them (`listVisibleKinds`). */
const readers = { access: 'staff', duties: ['edit', 'support', 'certify', 'approve'] } as const
const params = Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) })

const filter = {
  view: Type.Optional(createEnum<TicketView>(TICKET_VIEWS)),
  kind: Type.Optional(ticketKind),
  /** A ticket number (T-1042 or 1042), or words of the title, which can be a certificate number. */
  q: Type.Optional(Type.String({ maxLength: 100 })),
}

export const listTickets = defineCall('GET /v1/manage/tickets', {
  ...readers,
  summary: 'Ours: tickets, 50 a page; what is due first, and what was closed last, first',
  query: Type.Object({
    ...filter,
    /** `next` of the previous page. */
    after: Type.Optional(Type.String({ maxLength: 40, pattern: '^\\d+\\.\\d+$', examples: ['1763600000000.12'] })),
  }),
  data: Type.Object({ records: Type.Array(TicketItem), next: nullableString }),
})

/** Counts are exact up to 1,000; 1,001 means more. */
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

const changedTicket = { params, data: Ticket, html: { 'comment.content': 'comment' } } as const

/** Contents of a message to the laboratory that staff register. */
const registeredMembers = {
  source: Type.Unsafe<'phone' | 'visit'>({ type: 'string', enum: ['phone', 'visit'], examples: ['phone'] }),
  /** 1 wish, 2 defect, 3 report of a forgery. */
  type: Type.Unsafe<1 | 2 | 3>({ type: 'integer', enum: [1, 2, 3], minimum: 1, maximum: 3 }),
  name: Type.String({ minLength: 1, maxLength: REGISTERED_MAX.name }),
  phone: Type.Optional(Type.String({ maxLength: REGISTERED_MAX.phone })),
  /** Address for answers. */
  email: Type.Optional(Type.String({ minLength: 3, maxLength: 254, examples: ['li@example.test'] })),
  title: Type.String({ minLength: 1, maxLength: REGISTERED_MAX.title }),
  content: Type.String({ minLength: 1, maxLength: REGISTERED_MAX.content }),
  /** Certificate number as printed. */
  certificateNo: Type.Optional(Type.String({ maxLength: REGISTERED_MAX.certificateNo })),
}

export const registerTicket = defineCall('POST /v1/manage/tickets', {
  access: 'staff',
  duties: ['support'],
  summary: 'Ours: a ticket for a customer who phoned or came by',
  body: Type.Object(registeredMembers),
  data: Ticket,
  html: { 'comment.content': 'comment' },
  audit: 'ticket.register',
})

export const updateTicket = defineCall('PUT /v1/manage/tickets/{id}', {
  ...readers,
  ...changedTicket,
  summary: 'Ours: changes state, person in charge, due time or way of answering of a ticket',
  body: Type.Object({
    version: ticketVersion,
    state: Type.Optional(ticketState),
    /** `null`: not assigned. */
    assigneeId: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 64 })),
    /** `yyyy-MM-dd HH:mm` in UTC+8, in the next 90 days. */
    dueTime: Type.Optional(
      Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}$', examples: ['2026-11-24 10:00'] }),
    ),
    /** Whether answers go by mail to the address that the reporter gave as contact. */
    usesContactEmail: Type.Optional(Type.Boolean()),
  }),
  audit: 'ticket.update',
})

export const addTicketNote = defineCall('POST /v1/manage/tickets/{id}/notes', {
  ...readers,
  ...changedTicket,
  summary: 'Ours: adds a note for staff; the customer never sees it',
  body: Type.Object({
    content: Type.String({ minLength: 1, maxLength: TICKET_NOTE_MAX }),
    pictures: ticketPictures,
  }),
  audit: 'ticket.note',
})

export const answerTicket = defineCall('POST /v1/manage/tickets/{id}/answers', {
  ...readers,
  ...changedTicket,
  summary: 'Ours: answers: a member gets a notice, a visitor a mail with a link for the reply',
  body: Type.Object({
    /** Version that the caller has read; the answer is 409 when the customer or a colleague wrote in between. */
    version: ticketVersion,
    content: Type.String({ minLength: 1, maxLength: FEEDBACK_ANSWER_MAX }),
    pictures: ticketPictures,
    /** State after the answer. */
    state: createEnum<'waiting' | 'closed'>(['waiting', 'closed']),
    /** Idempotency key: a second answer with the same key is not sent. */
    ref: Type.String({ pattern: '^[\\w-]{8,64}$', examples: ['0123456789abcdef'] }),
  }),
  audit: 'ticket.answer',
})

export const resendTicketMail = defineCall('POST /v1/manage/tickets/{id}/mails', {
  ...readers,
  ...changedTicket,
  summary: 'Ours: sends a failed mail again, or one that waits for its next attempt',
  body: Type.Object({ mailId: Type.Integer({ minimum: 1 }) }),
  audit: 'ticket.resend',
})

export const decideTicketComment = defineCall('POST /v1/manage/tickets/{id}/comment', {
  access: 'staff',
  duties: ['edit', 'support'],
  ...changedTicket,
  summary: 'Ours: keeps a reported comment and forgets the reports, or removes it; closes the ticket',
  body: Type.Object({ version: ticketVersion, decision: createEnum<'keep' | 'remove'>(['keep', 'remove']) }),
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
  registerTicket,
  updateTicket,
  addTicketNote,
  answerTicket,
  resendTicketMail,
  decideTicketComment,
] as const
