import { HELD_DAYS } from '@portal/contract/community/comment-policy.ts'
import { DAY_MS } from '@portal/contract/constants.ts'
import type { Updateable } from 'kysely'
import type { Db } from '#platform/db/open.ts'
import type { Tables } from '#platform/db/tables.ts'
import type { Job } from '#platform/jobs/job-rows.ts'
import { MAIL_LEASE_MS, mailRetryMs } from '#platform/mail/mail-retries.ts'
import type { Mailer } from '#platform/mail/mailer.ts'
import type { SiteRepository } from '#platform/settings/site-repository.ts'
import { toOneLine } from '#platform/text/one-line.ts'
import { writeAnswerMail } from './answer-mail.ts'
import { forgetDeletedComments } from './reported-comments.ts'
import { addTicketLink } from './ticket-links.ts'
import { changeState, closeDeletedCommentTickets, lockTicket } from './ticket-store.ts'

const REASON_MAX = 200

interface Options {
  db: Db
  now: () => number
  mailer: Mailer
  site: SiteRepository
  /** The site's own address; `null` when it is not known, and mails have no link. */
  siteUrl: string | null
}

/**
 * Sends answers to visitors by mail. A row is stored with the answer, and sent by a job; the ticket shows the state of
 * the row. After a temporary failure the job is repeated at growing intervals.
 */
export function createTicketMails({ db, now, mailer, site, siteUrl }: Options) {
  async function begin(id: number, attempts: number) {
    await db.updateTable('ticket_mails').set({ retry_at: null, attempts }).where('id', '=', id).execute()
    return await db
      .selectFrom('ticket_mails')
      .innerJoin('feedback_answers', 'feedback_answers.id', 'ticket_mails.answer_id')
      .innerJoin('feedback', 'feedback.id', 'feedback_answers.feedback_id')
      .select([
        'ticket_mails.ticket_id as ticketId',
        'feedback_answers.content as answer',
        'feedback.email',
        'feedback.source',
        'feedback.title',
        'feedback.content',
        'feedback.created_at as createdAt',
      ])
      .select((eb) =>
        eb
          .selectFrom('ticket_pictures')
          .whereRef('ticket_pictures.answer_id', '=', 'feedback_answers.id')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .as('pictures'),
      )
      .where('ticket_mails.id', '=', id)
      .where('ticket_mails.state', '=', 'queued')
      .executeTakeFirst()
  }

  async function send({ ticketId, answer, ...mail }: NonNullable<Awaited<ReturnType<typeof begin>>>, to: string) {
    const { name } = await site.readSettings()
    const link = siteUrl === null ? null : `${siteUrl}/conversation?key=${await addTicketLink(db, ticketId, now())}`
    await mailer.send({ to, ...writeAnswerMail(mail, answer, typeof name === 'string' ? name : '', link) })
  }

  /** Stores a result. @returns the ticket, unless the mail was deleted meanwhile */
  async function settle(trx: Db, id: number, outcome: Updateable<Tables['ticket_mails']>): Promise<number | undefined> {
    const mail = await trx
      .updateTable('ticket_mails')
      .set({ ...outcome, changed_at: now() })
      .where('id', '=', id)
      .returning(['ticket_id', 'answer_id'])
      .executeTakeFirst()
    if (!mail) return undefined
    const delivery = outcome.state === 'sent' ? 'mail' : 'none'
    await trx.updateTable('feedback_answers').set({ delivery }).where('id', '=', mail.answer_id).execute()
    return mail.ticket_id
  }

  return {
    async run({ ref, attempts }: Job): Promise<void> {
      const mail = await begin(Number(ref), attempts)
      if (!mail || mail.email === null) return
      await send(mail, mail.email)
      const sentMembers = { state: 'sent' as const, reason: null }
      await db.transaction().execute((trx) => settle(trx, Number(ref), sentMembers))
    },

    async showFailure(trx: Db, { ref }: Job, error: Error, retryAt: number | null): Promise<void> {
      const state = retryAt === null ? 'failed' : 'queued'
      const reason = toOneLine(error.message, REASON_MAX)
      const ticketId = await settle(trx, Number(ref), { state, reason, retry_at: retryAt })
      if (ticketId === undefined || retryAt !== null) return
      const ticket = await lockTicket(trx, ticketId)
      // The ticket is open again, because the customer has received nothing to reply to.
      if (ticket.state !== 'new') await changeState(trx, ticket, { to: 'open', by: null, at: now() })
    },

    leaseMs: MAIL_LEASE_MS,
    retryAfterMs: mailRetryMs,
    // A connection of the mailer stays free for login codes.
    atOnce: 2,

    /** Deletes expired links, closes tickets without their comment, and forgets what deleted comments said. */
    async sweep(): Promise<void> {
      await db.deleteFrom('ticket_links').where('expires_at', '<=', now()).execute()
      await closeDeletedCommentTickets(db, now())
      await forgetDeletedComments(db, now() - HELD_DAYS * DAY_MS)
    },
  }
}
