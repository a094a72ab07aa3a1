import { HOUR_MS } from '@portal/contract/constants.ts'
import type { OrderProgress, OwnOrder } from '@portal/contract/orders/order-shapes.ts'
import { toNullableTime, toWireDateTime } from '@portal/contract/time.ts'
import { isCheckCode } from '#certificates/lookup/check-code.ts'
import type { Db } from '#platform/db/open.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { readEndReasons } from './end-reasons.ts'
import { sumItems } from './lists/order-list.ts'
import { readQuestions, toFee, toPaymentState, toProgressItem } from './order-view.ts'
import { openPickup } from './pickup-code.ts'

/** Time after closing for which a lookup by code still answers: 6 months of 30 days. */
const LOOKUP_MS = 180 * 24 * HOUR_MS
const OWN_MAX = 100

export type OrderRepository = ReturnType<typeof createOrderRepository>

/** Reads orders for customers. */
export function createOrderRepository({ db, digest, now }: { db: Db; digest: Digest; now: () => number }) {
  async function readProgress(orderNo: string): Promise<OrderProgress | null> {
    const order = await db.selectFrom('orders').selectAll().where('order_no', '=', orderNo).executeTakeFirst()
    if (!order) return null
    const [items, fees] = [
      await db.selectFrom('order_items').selectAll().where('order_no', '=', orderNo).orderBy('item').execute(),
      await db.selectFrom('order_fees').selectAll().where('order_no', '=', orderNo).orderBy('id').execute(),
    ]
    const questions = await readQuestions(db, items)
    const reasons = await readEndReasons(db, orderNo, items)
    return {
      orderNo,
      state: order.state,
      dueOn: order.due_on,
      priority: order.priority,
      wayIn: order.way_in,
      wayBack: order.way_back,
      createTime: toWireDateTime(order.created_at),
      receiveTime: toNullableTime(order.received_at),
      readyTime: toNullableTime(order.ready_at),
      closeTime: toNullableTime(order.closed_at),
      items: items.map((row) => ({
        ...toProgressItem(row),
        statedName: row.stated_name,
        certificateNo: row.outcome === 'certificate' ? row.certificate_no : null,
        question: questions.get(row.sample_no) ?? null,
        reason: reasons.get(row.sample_no) ?? null,
      })),
      fees: fees.map(toFee),
      payment: toPaymentState(order),
      totalCents: Number(order.total_cents),
      carrier: order.carrier,
      trackingNo: order.tracking_no,
    }
  }

  /** Finds the order of a number and code, in the same time for every number and code. */
  async function findByCode(orderNo: string, code: string) {
    const row = await db
      .selectFrom('orders')
      .select(['code_hash', 'closed_at', 'state', 'user_id'])
      .where('order_no', '=', orderNo)
      .executeTakeFirst()
    const isRight = isCheckCode(digest, orderNo, code, row?.code_hash)
    return row && isRight && (row.closed_at === null || row.closed_at + LOOKUP_MS > now()) ? row : undefined
  }

  return {
    readProgress,

    /** Reads the progress for the holder of the code; `null` for an unknown number, a wrong code and an expired lookup. */
    async readByCode(orderNo: string, code: string): Promise<OrderProgress | null> {
      return (await findByCode(orderNo, code)) ? await readProgress(orderNo) : null
    },

    /** Returns whether the caller may act for the customer: by the code, or as the member who announced the order. */
    async isCustomer(orderNo: string, code: string | undefined, userId: string | null): Promise<boolean> {
      if (code !== undefined) return (await findByCode(orderNo, code)) !== undefined
      return userId !== null && (await this.isOwn(orderNo, userId))
    },

    async isOwn(orderNo: string, userId: string): Promise<boolean> {
      const row = await db.selectFrom('orders').select('user_id').where('order_no', '=', orderNo).executeTakeFirst()
      return row?.user_id === userId
    },

    /** Reads what only the member sees: the pick-up code, `null` unless everything is ready, and the masses at reception. */
    async readPrivate(orderNo: string) {
      const order = await db.selectFrom('orders').selectAll().where('order_no', '=', orderNo).executeTakeFirst()
      const items = await db
        .selectFrom('order_items')
        .select(['mass_in_g', 'reference'])
        .where('order_no', '=', orderNo)
        .orderBy('item')
        .execute()
      return {
        pickupCode: order ? openPickup(order, now(), digest) : null,
        massesG: items.map(({ mass_in_g }) => mass_in_g),
        references: items.map(({ reference }) => reference),
      }
    },

    async listOwn(userId: string): Promise<OwnOrder[]> {
      const rows = await db
        .selectFrom('orders')
        .select(['order_no', 'state', 'due_on', 'created_at', 'ready_at', 'way_back', 'total_cents'])
        .where('user_id', '=', userId)
        .orderBy('order_no', 'desc')
        .limit(OWN_MAX)
        .execute()
      const sums = await sumItems(
        db,
        rows.map(({ order_no }) => order_no),
      )
      return rows.map((row) => {
        const { items = 0, firstName = '', held = 0 } = sums.get(row.order_no) ?? {}
        return {
          orderNo: row.order_no,
          state: row.state,
          dueOn: row.due_on,
          createTime: toWireDateTime(row.created_at),
          readyTime: toNullableTime(row.ready_at),
          wayBack: row.way_back,
          items,
          firstName,
          totalCents: Number(row.total_cents),
          questions: held,
        }
      })
    },
  }
}
