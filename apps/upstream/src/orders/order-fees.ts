import type { FeeLine } from '@portal/contract/orders/order-services.ts'
import type { Db } from '#platform/db/open.ts'

/** Rows of one statement: SQLite takes 32,766 values. */
const PIECE = 500

/** Splits rows into pieces for one statement each. */
export const splitRows = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / PIECE) }, (_, at) => rows.slice(at * PIECE, (at + 1) * PIECE))

/** Stores lines of the fees of an order. The caller stores the total. */
export async function insertFees(trx: Db, orderNo: string, fees: readonly FeeLine[]): Promise<void> {
  const rows = fees.map((fee) => ({ order_no: orderNo, ...fee }))
  for (const piece of splitRows(rows)) await trx.insertInto('order_fees').values(piece).execute()
}

/** Adds lines to the fees of an order, and their sum to its total. */
export async function addFees(trx: Db, orderNo: string, fees: readonly FeeLine[]): Promise<void> {
  await insertFees(trx, orderNo, fees)
  const cents = fees.reduce((sum, fee) => sum + fee.cents, 0)
  await trx
    .updateTable('orders')
    .set((eb) => ({ total_cents: eb('total_cents', '+', cents) }))
    .where('order_no', '=', orderNo)
    .execute()
}
