import { ACCOUNT_STATUS } from '#accounts/login/account-status.ts'
import { type createNoticeRepository, NOTICE } from '#accounts/notices/notice-repository.ts'
import type { Db } from '#platform/db/open.ts'
import { escapeHtml } from '#platform/search/mark.ts'

interface Options {
  db: Db
  notices: Pick<ReturnType<typeof createNoticeRepository>, 'notify'>
  onError: (error: Error) => void
}

/** Notifies the owners that a partner looks up many unknown pairs, e.g. with a stolen key. */
export function createPartnerAlarm({ db, notices, onError }: Options) {
  async function notify(name: string, unknown: number): Promise<void> {
    const owners = await db
      .selectFrom('users')
      .innerJoin('duties', 'duties.user_id', 'users.id')
      .select('users.id')
      .where('duties.duty', '=', 'owner')
      .where('users.status', '=', ACCOUNT_STATUS.normal)
      .execute()
    const text = `合作方“${escapeHtml(name)}”今天已有 ${unknown} 对编号和核对码查不到，可能是数据有误，也可能是密钥被盗用。`
    const content = `${text}<a href="/manage/partners">查看合作方</a>`
    for (const { id } of owners) await notices.notify({ to: id, type: NOTICE.system, content })
  }

  return (partner: { name: string }, unknown: number): void => {
    notify(partner.name, unknown).catch(onError)
  }
}
