import { MINUTE_MS } from '@portal/contract/constants.ts'
import { MAIL_RETRY_MINUTES } from '@portal/contract/manage/ticket-rules.ts'
import type { Db } from '#db/open.ts'
import { isPermanentFailure, type Mailer } from '#mail/mailer.ts'
import type { SiteRepository } from '#resources/site/site-repository.ts'
import { oneLine } from '#text/one-line.ts'
import { answerMail } from './answer-mail.ts'
import { addTicketLink } from './ticket-links.ts'
import { changeState, closeOfDeletedComments, lockTicket } from './ticket-store.ts'

/** An instance has so long for a mail; afterwards another one tries. */
const TAKEN_MS = 2 * MINUTE_MS
const REASON_MAX = 200
/** Mails that are sent in one run. */
const RUN_MAX = 50

interface Sent {
  ticketId: number
  answerId: string
  /** This one included. */
  attempts: number
}

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
 * Mails of answers to visitors. A row is stored with the answer and sent afterwards. After a temporary failure it is sent
 * again with growing waits, by any instance; so is what a crash left unsent.
 */
export function createTicketMails({ db, now, mailer, site, siteUrl, onError }: Options) {
  /** Takes a queued mail, so that no other instance sends it. */
  async function take(id: number) {
    const at = now()
    const taken = await db
      .updateTable('ticket_mails')
      .set((eb) => ({ taken_until: at + TAKEN_MS, retry_at: null, attempts: eb('attempts', '+', 1) }))
      .where('id', '=', id)
      .where('state', '=', 'queued')
      .where('taken_until', '<=', at)
      .returning('attempts')
      .executeTakeFirst()
    if (!taken) return undefined
    const mail = await db
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
    return mail && { ...mail, attempts: taken.attempts }
  }

  async function settle(id: number, mail: Sent, failure: Error | null): Promise<void> {
    const { ticketId, answerId, attempts } = mail
    const at = now()
    const reason = failure && oneLine(failure.message, REASON_MAX)
    const waitMinutes = failure && !isPermanentFailure(failure) ? MAIL_RETRY_MINUTES[attempts - 1] : undefined
    const state = failure === null ? 'sent' : waitMinutes === undefined ? 'failed' : 'queued'
    const retryAt = waitMinutes === undefined ? null : at + waitMinutes * MINUTE_MS
    await db.transaction().execute(async (trx) => {
      await trx
        .updateTable('ticket_mails')
        .set({ state, reason, changed_at: at, taken_until: retryAt ?? 0, retry_at: retryAt })
        .where('id', '=', id)
        .execute()
      const delivery = failure ? 'none' : 'mail'
      await trx.updateTable('feedback_answers').set({ delivery }).where('id', '=', answerId).execute()
      if (state !== 'failed') return
      const ticket = await lockTicket(trx, ticketId)
      // Nobody waits for a customer who has received nothing.
      if (ticket.state !== 'new') await changeState(trx, ticket, { to: 'open', by: null, at })
    })
  }

  /** Sends one mail now. @returns whether it was sent; `false` too when another instance sends it */
  async function send(id: number): Promise<boolean> {
    const mail = await take(id)
    if (!mail || mail.email === null) return false
    const { ticketId, email, answer } = mail
    let failure: Error | null = null
    try {
      const { name } = await site.settings()
      const link = siteUrl === null ? null : `${siteUrl}/conversation?key=${await addTicketLink(db, ticketId, now())}`
      await mailer.send({ to: email, ...answerMail(mail, answer, typeof name === 'string' ? name : '', link) })
    } catch (error) {
      failure = error as Error
      onError(failure)
    }
    await settle(id, mail, failure)
    return failure === null
  }

  const pending = new Set<Promise<unknown>>()
  let isRunning = false

  function inBackground(work: Promise<unknown>): void {
    const sending: Promise<unknown> = work.catch(onError).finally(() => pending.delete(sending))
    pending.add(sending)
  }

  /** Sends what waits for its time, and what a crash left. */
  async function sendDue(): Promise<void> {
    const due = await db
      .selectFrom('ticket_mails')
      .select('id')
      .where('state', '=', 'queued')
      .where('taken_until', '<=', now())
      .orderBy('id')
      .limit(RUN_MAX)
      .execute()
    for (const { id } of due) await send(id)
  }

  return {
    send,
    sendDue,

    /** Sends it without making the caller wait. */
    sendSoon(id: number): void {
      inBackground(send(id))
    },

    /** `sendDue` without making the caller wait; one run at a time. */
    sendDueSoon(): void {
      if (isRunning) return
      isRunning = true
      inBackground(
        sendDue().finally(() => {
          isRunning = false
        }),
      )
    },

    /** Until nothing is being sent. */
    async flush(): Promise<void> {
      await Promise.all(pending)
    },

    /** Deletes expired links, and closes tickets without their comment. */
    async sweep(): Promise<void> {
      await db.deleteFrom('ticket_links').where('expires_at', '<=', now()).execute()
      await closeOfDeletedComments(db, now())
    },
  }
}
