import { MINUTE_MS } from '@portal/contract/constants.ts'
import { MAIL_RETRY_MINUTES } from '@portal/contract/tickets/ticket-rules.ts'
import { ACCOUNT_STATUS } from '#accounts/login/account-status.ts'
import type { Db } from '#platform/db/open.ts'
import { isPermanentFailure, type Mailer } from '#platform/mail/mailer.ts'
import type { SiteRepository } from '#platform/settings/site-repository.ts'
import { changeMail } from './keeper-texts.ts'

/** An instance has so long for a mail; afterwards another one tries. */
const TAKEN_MS = 2 * MINUTE_MS
/** Mails that are looked up at once. */
const PIECE = 50

interface Options {
  db: Db
  now: () => number
  mailer: Mailer
  site: SiteRepository
  siteUrl: string | null
  onError: (error: Error) => void
}

/** Mails of changed certificates. Sent again after a temporary failure, with the waits of other mails. */
export function createKeeperMails({ db, now, mailer, site, siteUrl, onError }: Options) {
  /** Takes a mail, so that no other instance sends it. */
  async function take(id: number) {
    const at = now()
    const taken = await db
      .updateTable('certificate_mails')
      .set((eb) => ({ taken_until: at + TAKEN_MS, attempts: eb('attempts', '+', 1) }))
      .where('id', '=', id)
      .where('is_done', '=', 0)
      .where('taken_until', '<=', at)
      .returning('attempts')
      .executeTakeFirst()
    if (!taken) return undefined
    const mail = await db
      .selectFrom('certificate_mails')
      .innerJoin('certificate_notices as change', 'change.id', 'certificate_mails.notice_id')
      .innerJoin('users', 'users.id', 'certificate_mails.user_id')
      .leftJoin('kept_mail_refusals as refusal', 'refusal.user_id', 'users.id')
      .select(['change.certificate_no', 'change.kind', 'change.version', 'change.newer_no', 'users.status'])
      .select((eb) => eb.fn.coalesce('users.account_name', 'users.email').as('email'))
      .select('refusal.user_id as refusal')
      .where('certificate_mails.id', '=', id)
      .executeTakeFirst()
    return mail && { ...mail, attempts: taken.attempts }
  }

  async function settle(id: number, attempts: number, failure: Error | null): Promise<void> {
    const waitMinutes = failure && !isPermanentFailure(failure) ? MAIL_RETRY_MINUTES[attempts - 1] : undefined
    const later = waitMinutes === undefined ? 0 : now() + waitMinutes * MINUTE_MS
    await db
      .updateTable('certificate_mails')
      .set({ is_done: waitMinutes === undefined ? 1 : 0, taken_until: later })
      .where('id', '=', id)
      .execute()
  }

  async function send(id: number): Promise<void> {
    const mail = await take(id)
    if (!mail) return
    const { email, status, refusal, attempts } = mail
    let failure: Error | null = null
    if (email?.includes('@') && status === ACCOUNT_STATUS.normal && refusal === null) {
      const { name } = await site.settings()
      const text = changeMail(mail, typeof name === 'string' ? name : '', siteUrl)
      failure = await mailer.send({ to: email, ...text }).then(
        () => null,
        (error: Error) => error,
      )
      if (failure) onError(failure)
    }
    await settle(id, attempts, failure)
  }

  return {
    /** @param trx the transaction of the notice */
    async queue(trx: Db, noticeId: number, userId: string): Promise<void> {
      const row = { notice_id: noticeId, user_id: userId, is_done: 0, attempts: 0, taken_until: 0 }
      await trx
        .insertInto('certificate_mails')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },

    async sendDue(): Promise<void> {
      for (;;) {
        const due = await db
          .selectFrom('certificate_mails')
          .select('id')
          .where('is_done', '=', 0)
          .where('taken_until', '<=', now())
          .orderBy('id')
          .limit(PIECE)
          .execute()
        for (const { id } of due) await send(id)
        if (due.length < PIECE) return
      }
    },
  }
}
