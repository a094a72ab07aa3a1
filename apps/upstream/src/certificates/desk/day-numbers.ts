import { makeCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import { toWireDate } from '@portal/contract/time.ts'
import type { Db } from '#platform/db/open.ts'
import { fileNumbersShort, numberShareUsedUp, numbersUsedUp } from '#platform/errors.ts'

const SERIAL_MAX = 99_999
/** Maximum numbers of one account on a day, so that a single account cannot use up the numbers of the laboratory. */
export const ACCOUNT_NUMBERS_MAX = 80_000
/** The last numbers of a day. They are reserved for single certificates of accounts that have used few. */
export const LAST_NUMBERS = 5000
const FEW_NUMBERS = 1000
/** Rows per deleting statement. */
const DELETED = 2000

/** Returns the day of the laboratory as `yyyymmdd`, as in numbers. */
export const formatNumberDay = (nowMs: number) => toWireDate(nowMs).replaceAll('-', '')

interface Reservation {
  day: string
  userId: string
  count: number
  isFile: boolean
}

/**
 * Reserves numbers of a day for an account. Locks the day for the rest of the transaction.
 * @throws AppError when the day, or the account's share of it, has too few
 */
export async function reserveNumbers(trx: Db, { day, userId, count, isFile }: Reservation): Promise<void> {
  await advance(trx, day, 0)
  const shares = await trx
    .selectFrom('certificate_number_shares')
    .select(['user_id', 'taken'])
    .where('day', '=', day)
    .execute()
  const remaining = SERIAL_MAX - shares.reduce((sum, { taken }) => sum + taken, 0)
  const ownCount = shares.find(({ user_id }) => user_id === userId)?.taken ?? 0
  const isLimited = isFile || ownCount >= FEW_NUMBERS
  const mayTake = Math.min(isLimited ? remaining - LAST_NUMBERS : remaining, ACCOUNT_NUMBERS_MAX - ownCount)
  if (count > mayTake) {
    if (isFile) throw fileNumbersShort(count, Math.max(0, mayTake))
    throw remaining < count ? numbersUsedUp() : numberShareUsedUp()
  }
  await trx
    .insertInto('certificate_number_shares')
    .values({ day, user_id: userId, taken: count })
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'user_id'])
        .doUpdateSet((eb) => ({ taken: eb('certificate_number_shares.taken', '+', count) })),
    )
    .execute()
}

/** Gives a reservation back. */
export async function cancelReservation(trx: Db, { day, userId, count }: Omit<Reservation, 'isFile'>): Promise<void> {
  await trx
    .updateTable('certificate_number_shares')
    .set((eb) => ({ taken: eb('taken', '-', count) }))
    .where('day', '=', day)
    .where('user_id', '=', userId)
    .execute()
}

/**
 * Returns the next unused numbers of a day, beginning with those that were given back. Locks the day for the rest of
 * the transaction.
 * @param inUse finds those among some numbers that are reserved without being stored
 * @throws AppError when the day has no more
 */
export async function takeNumbers(
  trx: Db,
  day: string,
  count: number,
  inUse: (numbers: readonly string[]) => Promise<readonly string[]> = async () => [],
): Promise<string[]> {
  const numbers: string[] = []
  while (numbers.length < count) {
    const next = await findNextNumbers(trx, day, count - numbers.length)
    const usedNumbers = new Set([...(await readStored(trx, next)), ...(await inUse(next))])
    numbers.push(...next.filter((number) => !usedNumbers.has(number)))
  }
  return numbers
}

/** Stores numbers that were never shown, so that they are assigned again. */
export async function giveBackNumbers(trx: Db, day: string, numbers: readonly string[]): Promise<void> {
  if (numbers.length === 0) return
  const rows = numbers.map((certificate_no) => ({ day, certificate_no }))
  await trx.insertInto('certificate_free_numbers').values(rows).execute()
}

/** Deletes shares and free numbers of earlier days. */
export async function forgetEarlierDays(db: Db, nowMs: number): Promise<void> {
  const today = formatNumberDay(nowMs)
  await db.deleteFrom('certificate_number_shares').where('day', '<', today).execute()
  for (;;) {
    const old = db.selectFrom('certificate_free_numbers').select('certificate_no').where('day', '<', today)
    const { numDeletedRows } = await db
      .deleteFrom('certificate_free_numbers')
      .where('day', '<', today)
      .where('certificate_no', 'in', old.limit(DELETED))
      .executeTakeFirst()
    if (numDeletedRows === 0n) return
  }
}

async function findNextNumbers(trx: Db, day: string, wantedCount: number): Promise<string[]> {
  // The lock comes first, because its holder has exclusive access to the free numbers too.
  const serial = await advance(trx, day, 0)
  const free = trx.selectFrom('certificate_free_numbers').select('certificate_no').where('day', '=', day)
  const freedNumbers = await trx
    .deleteFrom('certificate_free_numbers')
    .where('day', '=', day)
    .where('certificate_no', 'in', free.orderBy('certificate_no').limit(wantedCount))
    .returning('certificate_no')
    .execute()
  if (freedNumbers.length > 0) return freedNumbers.map(({ certificate_no }) => certificate_no).sort()
  const count = Math.min(wantedCount, SERIAL_MAX - serial)
  if (count <= 0) throw numbersUsedUp()
  await advance(trx, day, count)
  return Array.from({ length: count }, (_, at) => makeCertificateNo(day, serial + 1 + at))
}

/** Locks the counter of a day, and raises it. @returns the last serial number that was assigned */
async function advance(trx: Db, day: string, by: number): Promise<number> {
  const { serial } = await trx
    .insertInto('certificate_counters')
    .values({ day, serial: by })
    .onConflict((conflict) =>
      conflict.column('day').doUpdateSet((eb) => ({ serial: eb('certificate_counters.serial', '+', by) })),
    )
    .returning('serial')
    .executeTakeFirstOrThrow()
  return serial
}

async function readStored(db: Db, numbers: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('certificates')
    .select('certificate_no')
    .where('certificate_no', 'in', [...numbers])
    .execute()
  return rows.map(({ certificate_no }) => certificate_no)
}
