import { makeCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import { toWireDate } from '@portal/contract/time.ts'
import type { Db } from '#platform/db/open.ts'
import { fileNumbersShort, numberShareUsedUp, numbersUsedUp } from '#platform/errors.ts'

const SERIAL_MAX = 99_999
/** Numbers that one account may take on a day, so that nobody uses up the laboratory's day alone. */
export const ACCOUNT_NUMBERS_MAX = 80_000
/** The last numbers of a day, for certificates made one by one by accounts that have taken few. */
export const LAST_NUMBERS = 5000
const FEW_NUMBERS = 1000
/** Rows that one statement deletes. */
const DELETED = 2000

/** `yyyymmdd` of the laboratory, as in numbers. */
export const numberDay = (nowMs: number) => toWireDate(nowMs).replaceAll('-', '')

interface Reservation {
  day: string
  userId: string
  count: number
  isFile: boolean
}

/**
 * Reserves numbers of a day for an account, before they are taken. Locks the day for the rest of the transaction.
 * @throws AppError when the day, or the account's share of it, has too few
 */
export async function reserveNumbers(trx: Db, { day, userId, count, isFile }: Reservation): Promise<void> {
  await advance(trx, day, 0)
  const shares = await trx
    .selectFrom('certificate_number_shares')
    .select(['user_id', 'taken'])
    .where('day', '=', day)
    .execute()
  const left = SERIAL_MAX - shares.reduce((sum, { taken }) => sum + taken, 0)
  const own = shares.find(({ user_id }) => user_id === userId)?.taken ?? 0
  const isLimited = isFile || own >= FEW_NUMBERS
  const mayTake = Math.min(isLimited ? left - LAST_NUMBERS : left, ACCOUNT_NUMBERS_MAX - own)
  if (count > mayTake) {
    if (isFile) throw fileNumbersShort(count, Math.max(0, mayTake))
    throw left < count ? numbersUsedUp() : numberShareUsedUp()
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
 * The next numbers of a day that are not in use: first those that were given back. Locks the day for the rest of the transaction.
 * @param inUse finds those of some numbers that are taken without being stored
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
    const next = await nextNumbers(trx, day, count - numbers.length)
    const taken = new Set([...(await readStored(trx, next)), ...(await inUse(next))])
    numbers.push(...next.filter((number) => !taken.has(number)))
  }
  return numbers
}

/** Stores numbers that nobody has seen, so that they are given out again. */
export async function giveBackNumbers(trx: Db, day: string, numbers: readonly string[]): Promise<void> {
  if (numbers.length === 0) return
  const rows = numbers.map((certificate_no) => ({ day, certificate_no }))
  await trx.insertInto('certificate_free_numbers').values(rows).execute()
}

/** Forgets shares and free numbers of earlier days. */
export async function forgetEarlierDays(db: Db, nowMs: number): Promise<void> {
  const today = numberDay(nowMs)
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

async function nextNumbers(trx: Db, day: string, wanted: number): Promise<string[]> {
  // The lock comes first: its holder has exclusive access to the free numbers too.
  const serial = await advance(trx, day, 0)
  const free = trx.selectFrom('certificate_free_numbers').select('certificate_no').where('day', '=', day)
  const again = await trx
    .deleteFrom('certificate_free_numbers')
    .where('day', '=', day)
    .where('certificate_no', 'in', free.orderBy('certificate_no').limit(wanted))
    .returning('certificate_no')
    .execute()
  if (again.length > 0) return again.map(({ certificate_no }) => certificate_no).sort()
  const count = Math.min(wanted, SERIAL_MAX - serial)
  if (count <= 0) throw numbersUsedUp()
  await advance(trx, day, count)
  return Array.from({ length: count }, (_, at) => makeCertificateNo(day, serial + 1 + at))
}

/** Locks the counter of a day, and moves it. @returns the last serial number that was given */
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
