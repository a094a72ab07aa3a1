import { NUMBER_PREFIX } from '@portal/contract/certificates/certificate-number.ts'
import {
  cancelReservation,
  formatNumberDay,
  giveBackNumbers,
  reserveNumbers,
  takeNumbers,
} from '#certificates/desk/day-numbers.ts'
import type { Db } from '#platform/db/open.ts'
import { countRows } from '#platform/db/queries.ts'
import type { BatchEntry, StoredRow } from './batch-rows.ts'

/**
 * Reserves the numbers of today that a batch needs: for rows without a number, and for new ones whose number is of today.
 * @returns the columns of the batch that record the reservation
 * @throws AppError when the day, or the account's share of it, has too few
 */
export async function reserveForBatch(trx: Db, { id, user_id }: BatchEntry, nowMs: number) {
  const day = formatNumberDay(nowMs)
  const rows = trx.selectFrom('certificate_batch_rows').where('batch_id', '=', id)
  const ofToday = rows
    .where('certificate_no', '>=', `${NUMBER_PREFIX}${day}`)
    .where('certificate_no', '<', `${NUMBER_PREFIX}${day}~`)
    .where('change', '=', 'added')
  const count = (await countRows(rows.where('certificate_no', 'is', null))) + (await countRows(ofToday))
  if (count > 0) await reserveNumbers(trx, { day, userId: user_id, count, isFile: true })
  return { numbers: count, numbers_day: day }
}

/** Assigns numbers to rows that have none; the transaction locks the day. @returns the numbers by line */
export async function numberRows(
  trx: Db,
  batch: BatchEntry,
  lines: readonly number[],
  nowMs: number,
): Promise<Map<number, string>> {
  const inBatch = async (numbers: readonly string[]) => {
    const rows = await trx
      .selectFrom('certificate_batch_rows')
      .select('certificate_no')
      .where('batch_id', '=', batch.id)
      .where('certificate_no', 'in', [...numbers])
      .execute()
    return rows.flatMap(({ certificate_no }) => certificate_no ?? [])
  }
  const numbers = await takeNumbers(trx, batch.numbers_day ?? formatNumberDay(nowMs), lines.length, inBatch)
  const given = new Map(lines.map((line, at) => [line, numbers[at] ?? '']))
  for (const [line, certificate_no] of given) {
    await trx
      .updateTable('certificate_batch_rows')
      .set({ certificate_no, is_number_given: 1 })
      .where('batch_id', '=', batch.id)
      .where('line_no', '=', line)
      .execute()
  }
  return given
}

/** Removes the numbers of rows that are not stored after all. Numbers of today are assigned again later. */
export async function unnumberRows(
  trx: Db,
  { id, numbers_day }: BatchEntry,
  rows: readonly StoredRow[],
  nowMs: number,
): Promise<void> {
  const given = rows.filter(({ is_number_given }) => is_number_given === 1)
  if (given.length === 0) return
  const lines = given.map(({ line_no }) => line_no)
  await trx
    .updateTable('certificate_batch_rows')
    .set({ certificate_no: null, is_number_given: 0 })
    .where('batch_id', '=', id)
    .where('line_no', 'in', lines)
    .execute()
  if (numbers_day !== formatNumberDay(nowMs)) return
  const numbers = given.flatMap(({ certificate_no }) => certificate_no ?? [])
  await giveBackNumbers(trx, numbers_day, numbers)
}

/** Releases the numbers reserved for a batch. */
export async function unreserveBatch(trx: Db, { user_id, numbers, numbers_day }: BatchEntry): Promise<void> {
  if (numbers_day !== null) await cancelReservation(trx, { day: numbers_day, userId: user_id, count: numbers })
}
