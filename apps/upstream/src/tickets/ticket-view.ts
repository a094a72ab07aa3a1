import type { AuditChange } from '@portal/contract/audit/audit.ts'
import { NUMBER_PATTERN } from '@portal/contract/certificates/certificate-number.ts'
import type { WorkingClock } from '@portal/contract/site/working-time.ts'
import type { TicketKind } from '@portal/contract/tickets/ticket-rules.ts'
import type { Ticket, TicketItem } from '@portal/contract/tickets/ticket-shapes.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import type { Db } from '#platform/db/open.ts'
import { ticketMissing } from '#platform/errors.ts'
import { findAnswerChannel, maskEmail } from './answer-channel.ts'
import { readReportedComment } from './reported-comments.ts'
import { readWorkingTime } from './ticket-clock.ts'
import { listEntries, readCustomerPictures } from './ticket-entries.ts'
import { type ListedTicket, queryTicketRows } from './ticket-list.ts'

/** A certificate number anywhere in a text. */
const CERTIFICATE_NO = new RegExp(`(?<![A-Z0-9])${NUMBER_PATTERN.slice(1, -1)}(?!\\d)`)

/** Converts a row of the list to the form of the contract. */
export function toWireItem(row: ListedTicket, time: WorkingClock, now: number): TicketItem {
  const isClosed = row.state === 'closed'
  const remainingMs = row.due_at === null ? row.left_ms : time.left(row.due_at, now)
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    title: row.title,
    customer: row.customer,
    assigneeId: row.assignee_id,
    assigneeName: row.assigneeName,
    leftMs: isClosed ? null : remainingMs,
    allowedMs: row.allowed_ms,
    isStopped: row.due_at === null,
    pictures: row.pictures ?? 0,
    reports: row.reports ?? 0,
    hasFailedMail: row.mailState === 'failed',
    createTime: toWireDateTime(row.created_at),
  }
}

/** Name of a ticket in the audit log. */
export const toTicketSubject = (
  { id, title }: { id: number; title: string },
  changes: readonly AuditChange[] = [],
) => ({
  kind: 'ticket',
  id: String(id),
  name: `T-${id} ${title}`,
  changes,
})

interface Reader {
  /** Whether mail is set up. */
  sendsMail: boolean
  /** The site's own address; `null`: mails have no link. */
  siteUrl: string | null
  /** Whether the reader may answer customers, and see their addresses. */
  answers: boolean
  now: number
}

/** Reads a ticket. @throws AppError when there is none */
export async function readTicket(db: Db, id: number, { sendsMail, siteUrl, answers, now }: Reader): Promise<Ticket> {
  const row = await queryTicketRows(db).where('tickets.id', '=', id).executeTakeFirst()
  if (!row) throw ticketMissing()
  const time = await readWorkingTime(db)
  const feedback = row.feedback_id === null ? undefined : await readFeedback(db, row.feedback_id)
  const { email = null, contactEmail = null, phone = null, source = 'site' } = feedback ?? {}
  const showAddress = (address: string | null) => (address === null || answers ? address : maskEmail(address))
  const customerId = feedback?.userId ?? null
  const content = feedback?.content ?? ''
  return {
    ...toWireItem(row, time, now),
    version: row.version,
    content,
    customerId,
    dueTime: row.due_at === null ? null : toWireDateTime(row.due_at),
    closeTime: row.closed_at === null ? null : toWireDateTime(row.closed_at),
    type: feedback?.type ?? null,
    email: showAddress(email),
    contactEmail: showAddress(contactEmail),
    phone: answers ? phone : phone && `***${phone.slice(-4)}`,
    source,
    channel: await findAnswerChannel(db, id, { userId: customerId, email, source }, { sendsMail, now }),
    isMailLinked: siteUrl !== null,
    pictureNames: row.feedback_id === null ? [] : ((await readCustomerPictures(db, row.feedback_id)).get(null) ?? []),
    picture: feedback?.picture ?? null,
    certificateNo: CERTIFICATE_NO.exec(`${row.title} ${content}`)?.[0] ?? null,
    comment: row.kind === 'comment' ? await readReportedComment(db, row) : null,
    otherTickets: await countOthers(db, row.feedback_id, customerId, email),
    entries: await listEntries(db, row),
  }
}

async function readFeedback(db: Db, id: string) {
  return await db
    .selectFrom('feedback')
    .select([
      'user_id as userId',
      'email',
      'contact_email as contactEmail',
      'phone',
      'source',
      'type',
      'content',
      'img_url as picture',
    ])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Counts further feedback of the same account or address. */
async function countOthers(db: Db, feedbackId: string | null, userId: string | null, email: string | null) {
  if (feedbackId === null || (userId === null && email === null)) return 0
  const otherFeedback = db.selectFrom('feedback').where('id', '!=', feedbackId)
  const sameSender =
    userId === null ? otherFeedback.where('email', '=', email) : otherFeedback.where('user_id', '=', userId)
  const { n } = await sameSender.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  return n
}

/** Returns whether a person who sees these kinds, and the tickets assigned to them, may open a ticket. */
export function isVisible(
  { kind, assigneeId }: { kind: TicketKind; assigneeId: string | null },
  kinds: readonly TicketKind[] | null,
  selfId: string,
): boolean {
  return kinds === null || kinds.includes(kind) || assigneeId === selfId
}
