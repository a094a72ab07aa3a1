import { DAY_MS } from '@portal/contract/constants.ts'
import { sql } from 'kysely'
import type { Db } from '#platform/db/open.ts'
import { addSystemEvent } from '../order-events.ts'
import { queueOrderMail } from '../order-news.ts'
import { type OrderRules, readOrderRules } from '../order-table.ts'

/** An announced order expires after this time without its samples. */
const EXPIRY_MS = 14 * DAY_MS
/** The customer is warned so long before. */
const WARNING_MS = 3 * DAY_MS
/** Personal data of an expired or cancelled order. */
const ENDED_MS = 30 * DAY_MS
/** Orders of one sweep. */
const PIECE = 200

/** Name of a customer whose data was removed. */
const ERASED = '已删除'

interface Options {
  db: Db
  now: () => number
}

/** Ends announcements whose samples never came, and removes data when its time is over. */
export function createOrderRetention({ db, now }: Options) {
  async function warn(): Promise<void> {
    const rows = await db
      .selectFrom('orders')
      .select('order_no')
      .where('state', '=', 'announced')
      .where('created_at', '<=', now() - EXPIRY_MS + WARNING_MS)
      .where('created_at', '>', now() - EXPIRY_MS)
      .where('email', 'is not', null)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('order_events as event')
              .select('event.id')
              .whereRef('event.order_no', '=', 'orders.order_no')
              .where('event.kind', '=', 'warn'),
          ),
        ),
      )
      .limit(PIECE)
      .execute()
    for (const { order_no } of rows) {
      await db.transaction().execute(async (trx) => {
        await addSystemEvent(trx, { orderNo: order_no, kind: 'warn', at: now() })
        await queueOrderMail(trx, order_no, 'expiring', now())
      })
    }
  }

  async function expire(): Promise<void> {
    const rows = await db
      .selectFrom('orders')
      .select('order_no')
      .where('state', '=', 'announced')
      .where('created_at', '<=', now() - EXPIRY_MS)
      .limit(PIECE)
      .execute()
    for (const { order_no } of rows) {
      await db.transaction().execute(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('orders')
          .set((eb) => ({ state: 'expired', closed_at: now(), revision: eb('revision', '+', 1) }))
          .where('order_no', '=', order_no)
          .where('state', '=', 'announced')
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return
        await addSystemEvent(trx, { orderNo: order_no, kind: 'expire', at: now() })
        await queueOrderMail(trx, order_no, 'expired', now())
      })
    }
  }

  async function forgetContacts({ contactDays }: OrderRules): Promise<void> {
    await db
      .updateTable('orders')
      .set({
        phone: sql<string>`case when phone = '' then '' else '*** ' || substr(phone, length(phone) - 3) end`,
        email: null,
        address: null,
        erased_at: now(),
      })
      .where('erased_at', 'is', null)
      .where('state', '=', 'closed')
      .where('closed_at', '<=', now() - contactDays * DAY_MS)
      .execute()
    await db
      .updateTable('orders')
      .set({ customer_name: ERASED, phone: '', email: null, address: null, collectors: '[]', erased_at: now() })
      .where('erased_at', 'is', null)
      .where('state', 'in', ['expired', 'cancelled'])
      .where('closed_at', '<=', now() - ENDED_MS)
      .execute()
  }

  /** Deletes orders after their years with their events, which the triggers of `order_events` allow after `KEPT_YEARS`. */
  async function eraseOld({ keptYears }: OrderRules): Promise<void> {
    const rows = await db
      .selectFrom('orders')
      .select('order_no')
      .where('closed_at', '<=', now() - keptYears * 365 * DAY_MS)
      .orderBy('closed_at')
      .limit(PIECE)
      .execute()
    for (const { order_no } of rows) {
      await db.transaction().execute(async (trx) => {
        await trx.deleteFrom('order_events').where('order_no', '=', order_no).execute()
        await trx.deleteFrom('orders').where('order_no', '=', order_no).execute()
      })
    }
  }

  return {
    async sweep(): Promise<void> {
      await warn()
      await expire()
      const rules = await readOrderRules(db)
      await forgetContacts(rules)
      await eraseOld(rules)
    },
  }
}
