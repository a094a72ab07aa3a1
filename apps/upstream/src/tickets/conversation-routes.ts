import { DAY_MS, HOUR_MS } from '@portal/contract/constants.ts'
import { type Conversation, readConversation, replyInConversation } from '@portal/contract/tickets/conversation.ts'
import { REOPEN_DAYS } from '@portal/contract/tickets/ticket-rules.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { SessionAccount } from '#accounts/sessions/session-repository.ts'
import type { Db } from '#platform/db/open.ts'
import { badInput, conversationClosed, conversationMissing } from '#platform/errors.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import type { CreateLimit } from '#platform/http/shared-limit.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { toParagraphs } from '#platform/text/user-html.ts'
import { findFeedback } from '#tickets/feedback/feedback-repository.ts'
import { attachPictures } from '#tickets/feedback/report-pictures.ts'
import { createPicturePasses } from './pictures/picture-passes.ts'
import { listEntries, readCustomerPictures } from './ticket-entries.ts'
import { findLinkedTicket } from './ticket-links.ts'
import { changeState, lockTicket, type TicketRow } from './ticket-store.ts'

/** Maximum replies on one ticket. */
const REPLIES_AN_HOUR = 10

interface TicketReference {
  key?: string
  ticket?: number
}

interface Options {
  createLimit: CreateLimit
  db: Db
  digest: Digest
  now: () => number
}

/** Routes of the customer's side of a ticket, for the link of a mail or the account that wrote it. */
export const conversationRoutes: FastifyPluginAsync<Options> = async (app, { createLimit, db, digest, now }) => {
  const passes = createPicturePasses({ digest, now })
  const limit = createLimit('ticket-reply', { max: REPLIES_AN_HOUR, windowMs: HOUR_MS })

  /** Finds the ticket. @throws AppError when the link is not valid, or the ticket belongs to another account */
  async function find({ key, ticket }: TicketReference, account: SessionAccount | null) {
    const id = key === undefined ? ticket : await findLinkedTicket(db, key, now())
    if (id === undefined) throw conversationMissing()
    const row = await db.selectFrom('tickets').selectAll().where('id', '=', id).executeTakeFirst()
    const feedback = row?.feedback_id ? await findFeedback(db, row.feedback_id) : undefined
    const isOwn = key !== undefined || (account !== null && feedback?.userId === account.id)
    if (!row || !feedback || !isOwn) throw conversationMissing()
    return { row, feedback }
  }

  addRoute(app, readConversation, async ({ body, account }) => {
    const { row, feedback } = await find(body, account)
    const { title, state } = row
    const { content, createdAt } = feedback
    const pictures = (await readCustomerPictures(db, feedback.id)).get(null)?.length ?? 0
    const first = { isOwn: true, content, pictures, answerPictures: [], time: toWireDateTime(createdAt) }
    return ok({
      title,
      state,
      isOpen: isOpen(row, now()),
      messages: [first, ...(await listFurtherMessages(db, row, passes.signPass))],
    })
  })

  addRoute(app, replyInConversation, async ({ body, account }) => {
    const content = toParagraphs(body.content)
    const { pictures = [] } = body
    if (content === '' && pictures.length === 0) throw badInput('请填写内容')
    const { row, feedback } = await find(body, account)
    await limit.use(String(row.id))
    await db.transaction().execute(async (trx) => {
      const ticket = await lockTicket(trx, row.id)
      const at = now()
      if (!isOpen(ticket, at)) throw conversationClosed()
      const { id: entryId } = await trx
        .insertInto('ticket_entries')
        .values({ ticket_id: ticket.id, kind: 'customer', user_id: account?.id ?? null, content, created_at: at })
        .returning('id')
        .executeTakeFirstOrThrow()
      await attachPictures(trx, pictures, { feedbackId: feedback.id, entryId, at })
      await trx
        .updateTable('tickets')
        .set((eb) => ({ version: eb('version', '+', 1) }))
        .where('id', '=', ticket.id)
        .execute()
      const isStopped = ticket.state === 'waiting' || ticket.state === 'closed'
      if (isStopped) await changeState(trx, ticket, { to: 'open', by: null, at, restarts: ticket.state === 'closed' })
    })
    return ok(null)
  })
}

function isOpen({ state, closed_at }: TicketRow, at: number): boolean {
  return state !== 'closed' || closed_at === null || at - closed_at <= REOPEN_DAYS * DAY_MS
}

async function listFurtherMessages(
  db: Db,
  row: TicketRow,
  signPass: (name: string) => string,
): Promise<Conversation['messages']> {
  const entries = await listEntries(db, row)
  return entries.flatMap(({ kind, content, pictureNames, time }) => {
    if (kind !== 'customer' && kind !== 'answer') return []
    const isOwn = kind === 'customer'
    const answerPictures = isOwn ? [] : pictureNames.map((name) => ({ name, pass: signPass(name) }))
    return [{ isOwn, content: content ?? '', pictures: isOwn ? pictureNames.length : 0, answerPictures, time }]
  })
}
