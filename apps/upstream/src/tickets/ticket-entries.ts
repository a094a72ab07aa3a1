import type { TicketEntry, TicketMail } from '@portal/contract/tickets/ticket-shapes.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import type { Db } from '#platform/db/open.ts'
import { readStaffPictures } from './pictures/ticket-pictures.ts'

type TimedEntry = TicketEntry & { at: number }

/** Lists everything after the first message, oldest first. */
export async function listEntries(db: Db, ticket: { id: number; feedback_id: string | null }): Promise<TicketEntry[]> {
  const pictures: Pictures =
    ticket.feedback_id === null ? new Map() : await readCustomerPictures(db, ticket.feedback_id)
  const picturesOfStaff = await readStaffPictures(db, ticket.id)
  const ownItems = await readOwnEntries(db, ticket.id, new Map([...pictures, ...picturesOfStaff.ofNotes]))
  const answers =
    ticket.feedback_id === null ? [] : await readAnswers(db, ticket.feedback_id, picturesOfStaff.ofAnswers)
  return [...ownItems, ...answers].sort((one, other) => one.at - other.at).map(({ at: _at, ...entry }) => entry)
}

type Pictures = ReadonlyMap<number | null, string[]>

/** Reads the names of the customer's pictures by entry; `null`: those of the first message. */
export async function readCustomerPictures(db: Db, feedbackId: string): Promise<Pictures> {
  const rows = await db
    .selectFrom('report_pictures')
    .select(['name', 'entry_id as entryId'])
    .where('feedback_id', '=', feedbackId)
    .orderBy('created_at')
    .orderBy('name')
    .execute()
  return new Map([...Map.groupBy(rows, ({ entryId }) => entryId)].map(([id, of]) => [id, of.map(({ name }) => name)]))
}

async function readOwnEntries(db: Db, ticketId: number, pictures: Pictures): Promise<TimedEntry[]> {
  const rows = await db
    .selectFrom('ticket_entries')
    .leftJoin('users', 'users.id', 'ticket_entries.user_id')
    .select(['ticket_entries.id', 'ticket_entries.kind', 'users.nickname', 'ticket_entries.content'])
    .select('ticket_entries.created_at as at')
    .where('ticket_id', '=', ticketId)
    .orderBy('ticket_entries.id')
    .execute()
  return rows.map(({ id, kind, nickname, content, at }) => ({
    key: `e${id}`,
    kind,
    name: kind === 'customer' ? null : nickname,
    at,
    time: toWireDateTime(at),
    ...(kind === 'event' ? { content: null, change: JSON.parse(content) } : { content, change: null }),
    isNotice: false,
    mail: null,
    pictureNames: pictures.get(id) ?? [],
  }))
}

async function readAnswers(db: Db, feedbackId: string, pictures: ReadonlyMap<string, string[]>): Promise<TimedEntry[]> {
  const rows = await db
    .selectFrom('feedback_answers')
    .leftJoin('users', 'users.id', 'feedback_answers.user_id')
    .leftJoin('ticket_mails', 'ticket_mails.answer_id', 'feedback_answers.id')
    .select([
      'feedback_answers.id',
      'users.nickname',
      'feedback_answers.content',
      'feedback_answers.delivery',
      'feedback_answers.created_at as at',
      'ticket_mails.id as mailId',
      'ticket_mails.state',
      'ticket_mails.reason',
      'ticket_mails.attempts',
      'ticket_mails.retry_at as retryAt',
      'ticket_mails.changed_at as changedAt',
    ])
    .where('feedback_answers.feedback_id', '=', feedbackId)
    .orderBy('feedback_answers.created_at')
    .orderBy('ticket_mails.id')
    .execute()
  return rows.map(({ id, nickname, content, delivery, at, ...mail }) => ({
    key: `a${id}`,
    kind: 'answer' as const,
    name: nickname,
    content,
    change: null,
    pictureNames: pictures.get(id) ?? [],
    isNotice: delivery === 'notice',
    at,
    time: toWireDateTime(at),
    mail: toMail(mail, at),
  }))
}

interface MailColumns {
  mailId: number | null
  state: TicketMail['state'] | null
  reason: string | null
  attempts: number | null
  retryAt: number | null
  changedAt: number | null
}

function toMail({ mailId, state, reason, attempts, retryAt, changedAt }: MailColumns, at: number): TicketMail | null {
  if (mailId === null || state === null) return null
  const retryTime = retryAt === null ? null : toWireDateTime(retryAt)
  return { id: mailId, state, reason, attempts: attempts ?? 0, retryTime, time: toWireDateTime(changedAt ?? at) }
}
