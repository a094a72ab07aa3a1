import type { TicketState } from '@portal/contract/tickets/ticket-rules.ts'
import type { Selectable } from 'kysely'
import type { Db } from '#platform/db/open.ts'
import type { Tables } from '#platform/db/tables.ts'
import { savedMeanwhile, ticketMissing } from '#platform/errors.ts'
import { keepReportedComment } from './reported-comments.ts'
import { queueNewTicketMails } from './staff-mails.ts'
import { readAnswerClock, readWorkingTime } from './ticket-clock.ts'

export type TicketRow = Selectable<Tables['tickets']>

/** `type` of feedback that is a report of a forgery. */
const FORGERY = 3

/** Makes the members of a ticket that begins, or begins again, now. */
async function makeFreshMembers(trx: Db, at: number) {
  const { time, allowedMs } = await readAnswerClock(trx)
  const dueAt = time.after(at, allowedMs)
  return { state: 'new' as const, due_at: dueAt, left_ms: null, allowed_ms: allowedMs, sort_at: dueAt, closed_at: null }
}

/** Creates the ticket of feedback. @param trx the transaction that stores the feedback */
export async function openFeedbackTicket(
  trx: Db,
  { feedbackId, type, title, at }: { feedbackId: string; type: number; title: string; at: number },
): Promise<{ id: number }> {
  const kind = type === FORGERY ? ('forgery' as const) : ('feedback' as const)
  const added = await trx
    .insertInto('tickets')
    .values({ kind, feedback_id: feedbackId, title, created_at: at, version: 1, ...(await makeFreshMembers(trx, at)) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await queueNewTicketMails(trx, added.id, at)
  return added
}

/**
 * Begins the ticket of a reported comment, or begins it again when it was closed.
 * @param trx the transaction of the report
 */
export async function openCommentTicket(trx: Db, commentId: number, at: number): Promise<void> {
  await keepReportedComment(trx, await openCommentedTicket(trx, commentId, at), commentId)
}

/** Creates or reopens the ticket of a comment. @returns its id */
async function openCommentedTicket(trx: Db, commentId: number, at: number): Promise<number> {
  const found = await trx.selectFrom('tickets').selectAll().where('comment_id', '=', commentId).executeTakeFirst()
  if (found && found.state !== 'closed') return found.id
  const freshMembers = await makeFreshMembers(trx, at)
  if (found) {
    await trx
      .updateTable('tickets')
      .set((eb) => ({ ...freshMembers, version: eb('version', '+', 1) }))
      .where('id', '=', found.id)
      .execute()
    await addEvent(trx, found.id, { by: null, at, member: 'state', before: 'closed', after: 'new' })
    return found.id
  }
  const { title } = await trx
    .selectFrom('comments')
    .innerJoin('articles', 'articles.id', 'comments.article_id')
    .select('articles.title')
    .where('comments.id', '=', commentId)
    .executeTakeFirstOrThrow()
  const added = await trx
    .insertInto('tickets')
    .values({ kind: 'comment', comment_id: commentId, title, created_at: at, version: 1, ...freshMembers })
    .returning('id')
    .executeTakeFirstOrThrow()
  await queueNewTicketMails(trx, added.id, at)
  return added.id
}

export async function addEvent(
  trx: Db,
  ticketId: number,
  event: { by: string | null; at: number; member: string; before: string | null; after: string | null },
): Promise<void> {
  const { by, at, member, before, after } = event
  const content = JSON.stringify({ member, before, after })
  await trx
    .insertInto('ticket_entries')
    .values({ ticket_id: ticketId, kind: 'event', user_id: by, content, created_at: at })
    .execute()
}

/** Reads a ticket and locks it until the end of the transaction. @throws AppError when there is none */
export async function lockTicket(trx: Db, id: number): Promise<TicketRow> {
  const row = await trx
    .updateTable('tickets')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw ticketMissing()
  return row
}

/** @throws AppError 409 with the stored ticket when it was changed since `version` */
export function requireVersion({ version, state, assignee_id: assigneeId }: TicketRow, seenVersion: number): void {
  if (version !== seenVersion) throw savedMeanwhile({ version, state, assigneeId })
}

/** Locks the ticket of feedback. Feedback without one gets it now. */
export async function lockFeedbackTicket(
  trx: Db,
  feedback: { id: string; type: number; title: string; createdAt: number },
): Promise<TicketRow> {
  const { id: feedbackId, type, title, createdAt: at } = feedback
  const found = await trx.selectFrom('tickets').select('id').where('feedback_id', '=', feedbackId).executeTakeFirst()
  return await lockTicket(trx, (found ?? (await openFeedbackTicket(trx, { feedbackId, type, title, at }))).id)
}

/** Closes the tickets of comments after a decision. */
export async function closeCommentTickets(
  trx: Db,
  commentIds: readonly number[],
  { by, at }: { by: string | null; at: number },
): Promise<void> {
  if (commentIds.length === 0) return
  const found = await trx
    .selectFrom('tickets')
    .select('id')
    .where('comment_id', 'in', commentIds)
    .where('state', '!=', 'closed')
    .execute()
  for (const { id } of found) await changeState(trx, await lockTicket(trx, id), { to: 'closed', by, at })
}

/** Maximum tickets that one run closes. */
const RUN_MAX = 50

/** Closes tickets whose comment was deleted with its article or its writer. */
export async function closeDeletedCommentTickets(db: Db, at: number): Promise<void> {
  const orphanedTickets = await db
    .selectFrom('tickets')
    .select('id')
    .where('kind', '=', 'comment')
    .where('state', 'in', ['new', 'open', 'waiting'])
    .where('comment_id', 'is', null)
    .limit(RUN_MAX)
    .execute()
  for (const { id } of orphanedTickets) {
    await db.transaction().execute(async (trx) => {
      await changeState(trx, await lockTicket(trx, id), { to: 'closed', by: null, at })
    })
  }
}

const isStopped = (state: TicketState) => state === 'waiting' || state === 'closed'

interface StateChange {
  to: TicketState
  /** `null`: the customer, or the site itself. */
  by: string | null
  at: number
  /** Whether a customer's message on a closed ticket starts the clock again. */
  restarts?: boolean
}

/** Changes the state of a locked ticket, stops or starts its clock, adds the event, and raises the version. */
export async function changeState(trx: Db, row: TicketRow, { to, by, at, restarts = false }: StateChange) {
  if (row.state === to) return
  const clock = await computeClock(trx, row, to, at, restarts)
  await trx
    .updateTable('tickets')
    .set((eb) => ({
      state: to,
      ...clock,
      closed_at: to === 'closed' ? at : null,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', row.id)
    .execute()
  await addEvent(trx, row.id, { by, at, member: 'state', before: row.state, after: to })
  if (row.feedback_id === null) return
  const status = to === 'closed' ? 1 : 0
  await trx.updateTable('feedback').set({ status }).where('id', '=', row.feedback_id).execute()
}

async function computeClock(trx: Db, row: TicketRow, to: TicketState, at: number, restarts: boolean) {
  const { time, allowedMs } = await readAnswerClock(trx)
  if (isStopped(to)) {
    const remainingMs = row.due_at === null ? row.left_ms : time.left(row.due_at, at)
    return { due_at: null, left_ms: remainingMs, sort_at: at }
  }
  if (row.due_at !== null) return { due_at: row.due_at, left_ms: null, sort_at: row.due_at }
  const remainingMs = restarts ? allowedMs : (row.left_ms ?? 0)
  // A late ticket was already overdue when the clock stopped.
  const dueAt = remainingMs >= 0 ? time.after(at, remainingMs) : at + remainingMs
  return { due_at: dueAt, left_ms: null, sort_at: dueAt }
}

/** Stores the time of the first answer and its working time. */
export async function noteAnswer(trx: Db, row: TicketRow, at: number): Promise<void> {
  const time = await readWorkingTime(trx)
  await trx
    .updateTable('tickets')
    .set((eb) => ({
      ...(row.first_answer_at === null && {
        first_answer_at: at,
        first_answer_ms: time.between(row.created_at, at),
      }),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', row.id)
    .execute()
}
