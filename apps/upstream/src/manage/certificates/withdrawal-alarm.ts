import { CONFIRMED_WITHIN_MS } from '@portal/contract/manage/certificates/desk-rules.ts'
import type { Db } from '#db/open.ts'
import type { Mailer } from '#mail/mailer.ts'
import { ACCOUNT_STATUS } from '#resources/login/account-status.ts'
import { type createNoticeRepository, NOTICE } from '#resources/notices/notice-repository.ts'
import { escapeHtml } from '#search/mark.ts'

interface Options {
  db: Db
  now: () => number
  mailer: Mailer
  notices: Pick<ReturnType<typeof createNoticeRepository>, 'notify'>
  onError: (error: Error) => void
}

/** Notifies and mails the owners of withdrawals that nobody has confirmed in time: once each, by any instance. */
export function createWithdrawalAlarm({ db, now, mailer, notices, onError }: Options) {
  async function owners() {
    return await db
      .selectFrom('users')
      .innerJoin('duties', 'duties.user_id', 'users.id')
      .select(['users.id', 'users.email', 'users.account_name'])
      .where('duties.duty', '=', 'owner')
      .where('users.status', '=', ACCOUNT_STATUS.normal)
      .execute()
  }

  async function alarm(certificateNo: string, byName: string): Promise<void> {
    const text = `证书 ${certificateNo} 由${byName}一人紧急撤销，24 小时内无人复核。请安排另一位授权签字人在证书页面复核。`
    for (const { id, email, account_name } of await owners()) {
      await notices.notify({ to: id, type: NOTICE.system, content: escapeHtml(text) })
      const to = email ?? account_name
      if (to?.includes('@')) await mailer.send({ to, subject: `待复核的撤销：${certificateNo}`, text }).catch(onError)
    }
  }

  return {
    async sweep(): Promise<void> {
      const late = await db
        .updateTable('certificate_confirmations')
        .set({ alarmed_at: now() })
        .where('alarmed_at', 'is', null)
        .where('at', '<=', now() - CONFIRMED_WITHIN_MS)
        .returning(['certificate_no', 'by_name'])
        .execute()
      for (const { certificate_no, by_name } of late) await alarm(certificate_no, by_name)
    },
  }
}
