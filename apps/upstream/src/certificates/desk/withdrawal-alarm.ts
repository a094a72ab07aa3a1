import { CONFIRMED_WITHIN_MS } from '@portal/contract/certificates/desk/desk-rules.ts'
import type { OwnerAlarm } from '#accounts/people/owner-alarm.ts'
import type { Db } from '#platform/db/open.ts'

interface Options {
  db: Db
  now: () => number
  alarm: OwnerAlarm
}

/** Notifies the owners of withdrawals that were not confirmed in time: once each, by any instance. */
export function createWithdrawalAlarm({ db, now, alarm }: Options) {
  return {
    async sweep(): Promise<void> {
      const overdueRows = await db
        .updateTable('certificate_confirmations')
        .set({ alarmed_at: now() })
        .where('alarmed_at', 'is', null)
        .where('at', '<=', now() - CONFIRMED_WITHIN_MS)
        .returning(['certificate_no', 'by_name'])
        .execute()
      for (const { certificate_no, by_name } of overdueRows) {
        await alarm({
          subject: `待复核的撤销：${certificate_no}`,
          text: `证书 ${certificate_no} 由${by_name}一人紧急撤销，24 小时内无人复核。请安排另一位授权签字人在证书页面复核。`,
        })
      }
    },
  }
}
