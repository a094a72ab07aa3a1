import { MINUTE_MS } from '@portal/contract/constants.ts'
import type { Db } from '#db/open.ts'
import type { Mailer } from '#mail/mailer.ts'
import type { SiteRepository } from '#resources/site/site-repository.ts'
import { oneLine } from '#text/one-line.ts'
import { answerMail } from './answer-mail.ts'
import { addTicketLink } from './ticket-links.ts'
import { changeState, lockTicket } from './ticket-store.ts'

/** An instance has so long for a mail; afterwards another one tries. */
const TAKEN_MS = 2 * MINUTE_MS
const REASON_MAX = 200
/** Mails that a sweep sends. */
const SWEPT = 50

interface Options {
  db: Db
  now: () => number
  mailer: Mailer
  site: SiteRepository
  /** The site's own address; `null` when it is not known: then mails have no link. */
  siteUrl: string | null
  onError: (error: Error) => void
}

/**
 * Mails of answers to visitors. A row is stored with the answer and sent afterwards; what a crash left unsent is sent by
 * the sweep.
 */
export function createTicketMails({ db, now, mailer, site, siteUrl, onError }: Options) {
  /** Takes a queued mail, so that no other instance sends it. */
  async function take(id: number) {
    const at = now()
    const taken = await db
      .updateTable('ticket_mails')
      .set({ taken_until: at + TAKEN_MS })
      .where('id', '=', id)
      .where('state', '=', 'queued')
      .where('taken_until', '<=', at)
      .returning('id')
      .executeTakeFirst()
    if (!taken) return undefined
    return await db
      .selectFrom('ticket_mails')
      .innerJoin('feedback_answers', 'feedback_answers.id', 'ticket_mails.answer_id')
      .innerJoin('feedback', 'feedback.id', 'feedback_answers.feedback_id')
      .select([
        'ticket_mails.ticket_id as ticketId',
        'ticket_mails.answer_id as answerId',
        'feedback_answers.content as answer',
        'feedback.email',
        'feedback.title',
        'feedback.content',
        'feedback.created_at as createdAt',
      ])
      .where('ticket_mails.id', '=', id)
      .executeTakeFirst()
  }

  async function settle(id: number, ticketId: number, answerId: string, failure: Error | null): Promise<void> {
    const at = now()
    const reason = failure && oneLine(failure.message, REASON_MAX)
    await db.transaction().execute(async (trx) => {
      await trx
        .updateTable('ticket_mails')
        .set({ state: failure ? 'failed' : 'sent', reason, changed_at: at, taken_until: 0 })
        .where('id', '=', id)
        .execute()
      const delivery = failure ? 'none' : 'mail'
      await trx.updateTable('feedback_answers').set({ delivery }).where('id', '=', answerId).execute()
      if (!failure) return
      const ticket = await lockTicket(trx, ticketId)
      // Nobody waits for a customer who has received nothing.
      if (ticket.state !== 'new') await changeState(trx, ticket, { to: 'open', by: null, at })
    })
  }

  /** Sends one mail now. @returns whether it was sent; `false` too when another instance sends it */
  async function send(id: number): Promise<boolean> {
    const mail = await take(id)
    if (!mail || mail.email === null) return false
    const { ticketId, answerId, email, answer } = mail
    try {
      const { name } = await site.settings()
      const link = siteUrl === null ? null : `${siteUrl}/conversation?key=${await addTicketLink(db, ticketId, now())}`
      await mailer.send({ to: email, ...answerMail(mail, answer, typeof name === 'string' ? name : '', link) })
      await settle(id, ticketId, answerId, null)
      return true
    } catch (error) {
      onError(error as Error)
      await settle(id, ticketId, answerId, error as Error)
      return false
    }
  }

  const pending = new Set<Promise<unknown>>()

  return {
    send,

    /** Sends it without making the caller wait. */
    sendSoon(id: number): void {
      const sending: Promise<unknown> = send(id)
        .catch(onError)
        .finally(() => pending.delete(sending))
      pending.add(sending)
    },

    /** Until nothing is being sent. */
    async flush(): Promise<void> {
      await Promise.all(pending)
    },

    /** Sends what a crash left, and deletes expired links. */
    async sweep(): Promise<void> {
      await db.deleteFrom('ticket_links').where('expires_at', '<=', now()).execute()
      const left = await db
        .selectFrom('ticket_mails')
        .select('id')
        .where('state', '=', 'queued')
        .where('taken_until', '<=', now())
        .orderBy('id')
        .limit(SWEPT)
        .execute()
      for (const { id } of left) await send(id)
      await closeOfDeletedComments()
    },
  }

  /** A comment can go with its article or its writer. */
  async function closeOfDeletedComments(): Promise<void> {
    const gone = await db
      .selectFrom('tickets')
      .select('id')
      .where('kind', '=', 'comment')
      .where('state', 'in', ['new', 'open', 'waiting'])
      .where('comment_id', 'is', null)
      .limit(SWEPT)
      .execute()
    for (const { id } of gone) {
      await db.transaction().execute(async (trx) => {
        await changeState(trx, await lockTicket(trx, id), { to: 'closed', by: null, at: now() })
      })
    }
  }
}
