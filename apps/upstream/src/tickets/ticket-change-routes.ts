import type { AuditChange } from '@portal/contract/audit/audit.ts'
import { DAY_MS } from '@portal/contract/constants.ts'
import { DUE_MAX_DAYS, listVisibleKinds } from '@portal/contract/tickets/ticket-rules.ts'
import {
  addTicketNote,
  answerTicket,
  decideTicketComment,
  resendTicketMail,
  updateTicket,
} from '@portal/contract/tickets/tickets.ts'
import { toInstantMs, toWireMinute } from '@portal/contract/time.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addManagedRoute } from '#accounts/duties/managed-route.ts'
import type { NoticeRepository } from '#accounts/notices/notice-repository.ts'
import type { SessionAccount } from '#accounts/sessions/session-repository.ts'
import type { Db } from '#platform/db/open.ts'
import {
  badInput,
  commentMissing,
  lacksDuty,
  mailNotFailed,
  ticketAddressMissing,
  ticketAssigneeWrong,
  ticketDueWrong,
} from '#platform/errors.ts'
import { ok } from '#platform/http/add-route.ts'
import { addJob } from '#platform/jobs/job-rows.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { toParagraphs } from '#platform/text/user-html.ts'
import { findFeedback } from '#tickets/feedback/feedback-repository.ts'
import { findAnswerChannel } from './answer-channel.ts'
import { readAssignees } from './assignees.ts'
import { useContactEmail } from './contact-email.ts'
import { attachTicketPictures } from './pictures/ticket-pictures.ts'
import { storeAnswer } from './ticket-answers.ts'
import { addEvent, changeState, lockTicket, requireVersion, type TicketRow } from './ticket-store.ts'
import { isVisible, readTicket, toTicketSubject } from './ticket-view.ts'

interface Options {
  db: Db
  digest: Digest
  notices: NoticeRepository
  now: () => number
  jobs: Jobs
  sendsMail: boolean
  siteUrl: string | null
  /** Removes the reports of a comment. @returns `false` when there is no such comment */
  keepComment(trx: Db, id: number, decided: { by: string; at: number }): Promise<boolean>
  /** Deletes a comment. @returns `false` when there is no such comment */
  removeComment(trx: Db, id: number, decided: { by: string; at: number }): Promise<boolean>
}

/** Routes that change tickets. */
export const ticketChangeRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { db, digest, now, notices, sendsMail, siteUrl, jobs, keepComment, removeComment } = options
  const base = { db, digest, now }

  /** Locks a ticket. @throws AppError without the duty for it, or when it has another version */
  async function open(trx: Db, { id: selfId, duties }: SessionAccount, id: number, version?: number) {
    const row = await lockTicket(trx, id)
    // The duty is checked first, because a refusal for the version shows the stored ticket.
    if (!isVisible({ kind: row.kind, assigneeId: row.assignee_id }, listVisibleKinds(duties), selfId)) throw lacksDuty()
    if (version !== undefined) requireVersion(row, version)
    return row
  }

  const read = (trx: Db, id: number, { duties }: SessionAccount) =>
    readTicket(trx, id, { sendsMail, siteUrl, answers: listVisibleKinds(duties) === null, now: now() })

  addManagedRoute(app, base, updateTicket, async ({ request, account, trx, record }) => {
    const { version, state, assigneeId, dueTime, usesContactEmail } = request.body
    const row = await open(trx, account, request.params.id, version)
    const change = { by: account.id, at: now() }
    const changes: AuditChange[] = []
    if (assigneeId !== undefined && assigneeId !== row.assignee_id) {
      changes.push({ member: 'assignee', ...(await assign(trx, row, assigneeId, change)) })
    }
    const takesOver = assigneeId && row.state === 'new' ? ('open' as const) : undefined
    const to = state ?? takesOver
    if (to && to !== row.state) {
      await changeState(trx, row, { to, ...change })
      changes.push({ member: 'state', before: row.state, after: to })
    }
    if (dueTime !== undefined) changes.push(await moveDue(trx, row.id, dueTime, change))
    if (usesContactEmail !== undefined) changes.push(await useContactEmail(trx, row, usesContactEmail, change))
    record(toTicketSubject(row, changes))
    return ok(await read(trx, row.id, account))
  })

  addManagedRoute(app, base, addTicketNote, async ({ request, account, trx, record }) => {
    const content = toParagraphs(request.body.content)
    if (content === '') throw badInput('请填写备注内容')
    const row = await open(trx, account, request.params.id)
    const { id: entryId } = await trx
      .insertInto('ticket_entries')
      .values({ ticket_id: row.id, kind: 'note', user_id: account.id, content, created_at: now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    const place = { ticketId: row.id, userId: account.id, at: now() }
    await attachTicketPictures(trx, request.body.pictures ?? [], { ...place, entryId })
    record(toTicketSubject(row))
    return ok(await read(trx, row.id, account))
  })

  addManagedRoute(app, base, answerTicket, async ({ request, account, trx, record, runAfterwards: afterwards }) => {
    const { version, state, ref, pictures = [] } = request.body
    const content = toParagraphs(request.body.content)
    if (content === '') throw badInput('请填写答复内容')
    const { id } = request.params
    const sentAnswer = await trx.selectFrom('feedback_answers').select('id').where('ref', '=', ref).executeTakeFirst()
    const row = await open(trx, account, id, sentAnswer ? undefined : version)
    record(toTicketSubject(row, [{ member: 'state', before: row.state, after: state }]))
    if (sentAnswer) return ok(await read(trx, id, account))
    const feedback = row.feedback_id === null ? undefined : await findFeedback(trx, row.feedback_id)
    const at = now()
    const channel = feedback && (await findAnswerChannel(trx, id, feedback, { sendsMail, now: at }))
    if (!feedback || !channel) throw ticketAddressMissing()
    if (row.assignee_id === null) await assign(trx, row, account.id, { by: account.id, at })
    // The page has said so before sending: without a mail server, the customer reads the answer at the link.
    const email = channel === 'mail' ? feedback.email : null
    const answer = { ticket: row, feedback: { ...feedback, email }, by: account.id, content, pictures, state, ref, at }
    const { notices: toNotify, mailId } = await storeAnswer(trx, answer)
    afterwards(async () => {
      if (mailId !== null) jobs.runSoon('ticketMail')
      for (const notice of toNotify) await notices.notify(notice)
    })
    return ok(await read(trx, id, account))
  })

  addManagedRoute(app, base, resendTicketMail, async ({ request, account, trx, record, runAfterwards: afterwards }) => {
    const { mailId } = request.body
    const row = await open(trx, account, request.params.id)
    const queued = await trx
      .updateTable('ticket_mails')
      .set({ state: 'queued', reason: null, attempts: 0, retry_at: null, changed_at: now() })
      .where('id', '=', mailId)
      .where('ticket_id', '=', row.id)
      .where((eb) => eb.or([eb('state', '=', 'failed'), eb('retry_at', 'is not', null)]))
      .returning('id')
      .executeTakeFirst()
    if (!queued) throw mailNotFailed()
    await addJob(trx, { kind: 'ticketMail', ref: String(mailId), dueAt: now() })
    record(toTicketSubject(row))
    afterwards(() => jobs.runSoon('ticketMail'))
    return ok(await read(trx, row.id, account))
  })

  addManagedRoute(app, base, decideTicketComment, async ({ request, account, trx, record }) => {
    const { version, decision } = request.body
    const row = await open(trx, account, request.params.id, version)
    if (row.comment_id === null) throw commentMissing()
    const decided = { by: account.id, at: now() }
    record(toTicketSubject(row, [{ member: 'comment', before: String(row.comment_id), after: decision }]))
    await addEvent(trx, row.id, { ...decided, member: 'comment', before: null, after: decision })
    const isDone =
      decision === 'keep'
        ? await keepComment(trx, row.comment_id, decided)
        : await removeComment(trx, row.comment_id, decided)
    if (!isDone) throw commentMissing()
    return ok(await read(trx, row.id, account))
  })
}

interface ChangeAuthor {
  by: string
  at: number
}

/** Assigns a ticket. @returns names before and after */
async function assign(trx: Db, row: TicketRow, to: string | null, { by, at }: ChangeAuthor) {
  const staff = await readAssignees(trx)
  if (to !== null && !staff.some(({ id }) => id === to)) throw ticketAssigneeWrong()
  await trx
    .updateTable('tickets')
    .set((eb) => ({ assignee_id: to, version: eb('version', '+', 1) }))
    .where('id', '=', row.id)
    .execute()
  const findName = (id: string | null) => staff.find((one) => one.id === id)?.nickname ?? null
  const names = { before: findName(row.assignee_id), after: findName(to) }
  await addEvent(trx, row.id, { by, at, member: 'assignee', ...names })
  return names
}

/** Changes the due time of a ticket whose clock runs. */
async function moveDue(trx: Db, id: number, dueTime: string, { by, at }: ChangeAuthor): Promise<AuditChange> {
  const dueAt = toInstantMs(dueTime)
  const row = await lockTicket(trx, id)
  if (dueAt === null || dueAt <= at || dueAt > at + DUE_MAX_DAYS * DAY_MS || row.due_at === null) throw ticketDueWrong()
  await trx
    .updateTable('tickets')
    .set((eb) => ({ due_at: dueAt, sort_at: dueAt, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  const change = { member: 'due', before: toWireMinute(row.due_at), after: toWireMinute(dueAt) }
  await addEvent(trx, id, { by, at, ...change })
  return change
}
