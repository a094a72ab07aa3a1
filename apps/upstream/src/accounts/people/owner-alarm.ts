import { ACCOUNT_STATUS } from '#accounts/login/account-status.ts'
import { type createNoticeRepository, NOTICE } from '#accounts/notices/notice-repository.ts'
import type { Db } from '#platform/db/open.ts'
import type { Mailer } from '#platform/mail/mailer.ts'
import { escapeHtml } from '#platform/search/mark.ts'

interface Options {
  db: Db
  mailer: Mailer
  notices: Pick<ReturnType<typeof createNoticeRepository>, 'notify'>
  onError: (error: Error) => void
}

export type OwnerAlarm = ReturnType<typeof createOwnerAlarm>

/** Notifies and mails all owners who can log in. */
export function createOwnerAlarm({ db, mailer, notices, onError }: Options) {
  return async ({ subject, text }: { subject: string; text: string }): Promise<void> => {
    const owners = await db
      .selectFrom('users')
      .innerJoin('duties', 'duties.user_id', 'users.id')
      .select(['users.id', 'users.email', 'users.account_name'])
      .where('duties.duty', '=', 'owner')
      .where('users.status', '=', ACCOUNT_STATUS.normal)
      .execute()
    for (const { id, email, account_name } of owners) {
      await notices.notify({ to: id, type: NOTICE.system, content: escapeHtml(text) })
      const to = email ?? account_name
      if (to?.includes('@')) await mailer.send({ to, subject, text }).catch(onError)
    }
  }
}
