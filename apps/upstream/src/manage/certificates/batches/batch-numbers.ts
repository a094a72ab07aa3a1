import { makeCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import { toWireDate } from '@portal/contract/time.ts'
import type { Db } from '#db/open.ts'
import { numbersUsedUp } from '#errors.ts'

const SERIAL_MAX = 99_999

/**
 * The next numbers of the laboratory's day, past those that are taken: stored, or by a row of the batch.
 * @throws AppError when the day has no more
 */
export async function nextNumbers(trx: Db, batchId: number, count: number, nowMs: number): Promise<string[]> {
  const day = toWireDate(nowMs).replaceAll('-', '')
  const numbers: string[] = []
  while (numbers.length < count) {
    const wanted = count - numbers.length
    const { serial } = await trx
      .insertInto('certificate_counters')
      .values({ day, serial: wanted })
      .onConflict((conflict) =>
        conflict.column('day').doUpdateSet((eb) => ({ serial: eb('certificate_counters.serial', '+', wanted) })),
      )
      .returning('serial')
      .executeTakeFirstOrThrow()
    if (serial > SERIAL_MAX) throw numbersUsedUp()
    const next = Array.from({ length: wanted }, (_, at) => makeCertificateNo(day, serial - wanted + 1 + at))
    const taken = new Set([...(await storedOf(trx, next)), ...(await inBatch(trx, batchId, next))])
    numbers.push(...next.filter((number) => !taken.has(number)))
  }
  return numbers
}

async function storedOf(db: Db, numbers: readonly string[]) {
  const rows = await db
    .selectFrom('certificates')
    .select('certificate_no')
    .where('certificate_no', 'in', [...numbers])
    .execute()
  return rows.map(({ certificate_no }) => certificate_no)
}

async function inBatch(db: Db, batchId: number, numbers: readonly string[]) {
  const rows = await db
    .selectFrom('certificate_batch_rows')
    .select('certificate_no')
    .where('batch_id', '=', batchId)
    .where('certificate_no', 'in', [...numbers])
    .execute()
  return rows.map(({ certificate_no }) => certificate_no)
}
