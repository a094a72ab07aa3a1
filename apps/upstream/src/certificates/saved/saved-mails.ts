import { ACCOUNT_STATUS } from '#accounts/login/account-status.ts'
import type { Db } from '#platform/db/open.ts'
import { addJob } from '#platform/jobs/job-rows.ts'
import type { JobHandler } from '#platform/jobs/jobs.ts'
import { MAIL_LEASE_MS, mailRetryMs } from '#platform/mail/mail-retries.ts'
import type { Mailer } from '#platform/mail/mailer.ts'
import type { SiteRepository } from '#platform/settings/site-repository.ts'
import { composeChangeMail } from './saved-texts.ts'

interface Options {
  db: Db
  mailer: Mailer
  site: SiteRepository
  siteUrl: string | null
}

/** Queues the mail of a changed certificate to a member who saved it. @param trx the transaction of the notice */
export async function queueSavedMail(trx: Db, noticeId: number, userId: string, dueAt: number): Promise<void> {
  await addJob(trx, { kind: 'savedCertificateMail', ref: `${noticeId} ${userId}`, dueAt })
}

/** Sends mails about changed certificates. Retries after a temporary failure, at the intervals of other mails. */
export function createSavedMails({ db, mailer, site, siteUrl }: Options): JobHandler {
  async function read(ref: string) {
    const [noticeId, userId = ''] = ref.split(' ')
    return await db
      .selectFrom('certificate_notices as change')
      .innerJoin('users', (join) => join.on('users.id', '=', userId))
      .leftJoin('saved_certificate_mail_opt_outs as refusal', 'refusal.user_id', 'users.id')
      .select(['change.certificate_no', 'change.kind', 'change.version', 'change.newer_no'])
      .select((eb) => eb.fn.coalesce('users.account_name', 'users.email').as('email'))
      .where('change.id', '=', Number(noticeId))
      .where('users.status', '=', ACCOUNT_STATUS.normal)
      .where('refusal.user_id', 'is', null)
      .executeTakeFirst()
  }

  return {
    async run({ ref }) {
      const mail = await read(ref)
      if (!mail?.email?.includes('@')) return
      const { name } = await site.readSettings()
      await mailer.send({ to: mail.email, ...composeChangeMail(mail, typeof name === 'string' ? name : '', siteUrl) })
    },
    leaseMs: MAIL_LEASE_MS,
    retryAfterMs: mailRetryMs,
    atOnce: 1,
  }
}
