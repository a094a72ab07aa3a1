import { DAY_MS } from '@portal/contract/constants.ts'
import type { OwnerAlarm } from '#accounts/people/owner-alarm.ts'
import type { Db } from '#platform/db/open.ts'
import { countRows } from '#platform/db/queries.ts'
import { addSystemEvent } from '../order-events.ts'
import { queueOrderMail } from '../order-news.ts'

/** Days after which a customer is reminded. */
const REMINDERS_DAYS = [7, 21, 30]
/** Orders of one sweep. */
const PIECE = 200

interface Options {
  db: Db
  alarm: OwnerAlarm
  now: () => number
}

/** Reminds customers of questions and of samples to collect. */
export function createOrderReminders({ db, now, alarm }: Options) {
  /** Sends what is due after a question or a ready order; the last time the owners hear of it, too. */
  async function sweep(): Promise<void> {
    const latest = now() - (REMINDERS_DAYS[0] ?? 0) * DAY_MS
    const asked = await db
      .selectFrom('order_items')
      .select(['order_no', 'sample_no', 'asked_at as since'])
      .where('is_held', '=', 1)
      .where('asked_at', '<=', latest)
      .limit(PIECE)
      .execute()
    const ready = await db
      .selectFrom('orders')
      .select(['order_no', 'ready_at as since'])
      .where('state', '=', 'ready')
      .where('ready_at', '<=', latest)
      .limit(PIECE)
      .execute()
    for (const { order_no, sample_no, since } of asked) await remindCustomer(order_no, sample_no, Number(since))
    for (const { order_no, since } of ready) await remindCustomer(order_no, null, Number(since))
  }

  async function remindCustomer(orderNo: string, sampleNo: string | null, since: number): Promise<void> {
    const due = REMINDERS_DAYS.filter((days) => since + days * DAY_MS <= now()).length
    const isLast = due === REMINDERS_DAYS.length
    const isNew = await db.transaction().execute(async (trx) => {
      // Locks the order, so that two instances do not remind twice.
      await trx
        .updateTable('orders')
        .set((eb) => ({ revision: eb.ref('revision') }))
        .where('order_no', '=', orderNo)
        .execute()
      const sent = trx
        .selectFrom('order_events')
        .where('order_no', '=', orderNo)
        .where('sample_no', sampleNo === null ? 'is' : '=', sampleNo)
        .where('kind', '=', 'remind')
        .where('at', '>', since)
      if ((await countRows(sent)) >= due) return false
      await addSystemEvent(trx, { orderNo, sampleNo, kind: 'remind', at: now() })
      await queueOrderMail(trx, orderNo, sampleNo === null ? 'uncollected' : 'question', now())
      return true
    })
    if (!isNew || !isLast) return
    const what =
      sampleNo === null ? '样品 30 天没有领取' : `样品 ${sampleNo} 的问题 30 天没有答复，请决定是否按现状退回`
    await alarm({ subject: `委托单 ${orderNo} 久未办理`, text: `委托单 ${orderNo}：${what}。` })
  }

  return { sweep }
}
