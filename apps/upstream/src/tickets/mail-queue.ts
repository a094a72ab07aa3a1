import { MINUTE_MS } from '@portal/contract/constants.ts'
import { MAIL_RETRY_MINUTES } from '@portal/contract/tickets/ticket-rules.ts'
import type { Db } from '#platform/db/open.ts'
import { isPermanentFailure } from '#platform/mail/mailer.ts'
import { oneLine } from '#platform/text/one-line.ts'
import { changeState, lockTicket } from './ticket-store.ts'

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

/** The rows of mails: which one is due, who sends it, and what became of it. */
export function createMailQueue({ db, now }: { db: Db; now: () => number }) {
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
      .executeTakeFirst()
    return mail && { ...mail, attempts: taken.attempts }
  }

  /** Stores the outcome of an attempt, and when the next one is due. */
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

  /** Ids of mails that wait for nothing, and of those that a crash left. */
  async function due(): Promise<number[]> {
    const rows = await db
      .selectFrom('ticket_mails')
      .select('id')
      .where('state', '=', 'queued')
      .where('taken_until', '<=', now())
      .orderBy('id')
      .limit(RUN_MAX)
      .execute()
    return rows.map(({ id }) => id)
  }

  return { take, settle, due }
}
