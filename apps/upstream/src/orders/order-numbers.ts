import { makeNumber } from '@portal/contract/numbers/typed-numbers.ts'
import { toWireDate } from '@portal/contract/time.ts'
import type { Db } from '#platform/db/open.ts'
import { announcementsUsedUp } from './order-errors.ts'
import { readFirstSerial } from './order-table.ts'

const SERIAL_MAX = 99_999

/**
 * Takes the next number of a day; the setting `orderFirstSerial` is the first. Locks the day until the end of the transaction.
 * @throws AppError when the day has no more
 */
export async function takeOrderNo(trx: Db, nowMs: number): Promise<string> {
  const day = toWireDate(nowMs).replaceAll('-', '')
  const { serial } = await trx
    .insertInto('order_counters')
    .values({ day, serial: await readFirstSerial(trx) })
    .onConflict((conflict) =>
      conflict.column('day').doUpdateSet((eb) => ({ serial: eb('order_counters.serial', '+', 1) })),
    )
    .returning('serial')
    .executeTakeFirstOrThrow()
  if (serial > SERIAL_MAX) throw announcementsUsedUp()
  return makeNumber('order', day + String(serial).padStart(5, '0'))
}
