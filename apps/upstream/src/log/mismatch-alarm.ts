import { toWireDate } from '@portal/contract/time.ts'
import type { OwnerAlarm } from '#accounts/people/owner-alarm.ts'
import type { Db } from '#platform/db/open.ts'
import type { Mismatch } from '#platform/db/tables/log.ts'

/** Maximum numbers of a day that are held in memory, so that further lookups of them write nothing. */
const REMEMBERED_MAX = 1000

export interface MismatchAlarmOptions {
  db: Db
  now: () => number
  alarm: OwnerAlarm
  /** Logs a line for the operator. */
  onMismatch: (certificateNo: string, why: Mismatch) => void
  onError: (error: Error) => void
}

/** Alarms the owners about certificates that do not match the public log: once a day for each, by any instance. */
export function createMismatchAlarm({ db, now, alarm: alarmOwners, onMismatch, onError }: MismatchAlarmOptions) {
  let remembered = { day: '', numbers: new Set<string>() }
  let last: Promise<void> = Promise.resolve()

  async function alarm(certificateNo: string, why: Mismatch, day: string): Promise<void> {
    const at = now()
    const first = await db
      .insertInto('certificate_mismatches')
      .values({ certificate_no: certificateNo, why, first_at: at, last_at: at, alarmed_on: day })
      .onConflict((conflict) =>
        conflict
          .column('certificate_no')
          .doUpdateSet({ why, last_at: at, alarmed_on: day })
          .where('certificate_mismatches.alarmed_on', '<', day),
      )
      .returning('certificate_no')
      .executeTakeFirst()
    if (!first) return
    const text = `证书 ${certificateNo} 未能通过核对：数据库所存与公开日志不符，可能被改动。查询、分享与打印均已停止出示，请按运维手册“证书未能通过核对”处理。`
    await alarmOwners({ subject: `证书未能通过核对：${certificateNo}`, text })
  }

  return {
    /** Returns without waiting, because it is called within transactions. */
    raise(certificateNo: string, why: Mismatch): void {
      const day = toWireDate(now())
      if (remembered.day !== day || remembered.numbers.size >= REMEMBERED_MAX) remembered = { day, numbers: new Set() }
      if (remembered.numbers.has(certificateNo)) return
      remembered.numbers.add(certificateNo)
      onMismatch(certificateNo, why)
      last = last
        .then(() => alarm(certificateNo, why, day))
        .catch((error: Error) => {
          remembered.numbers.delete(certificateNo)
          onError(error)
        })
    },

    /** Waits for the alarms that were raised. */
    async flush(): Promise<void> {
      await last
    },
  }
}
