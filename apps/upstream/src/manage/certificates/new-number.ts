import { randomInt } from 'node:crypto'
import { CODE_ALPHABET, CODE_LENGTH, makeCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import { toWireDate } from '@portal/contract/time.ts'
import type { Db } from '#db/open.ts'
import { numbersUsedUp } from '#errors.ts'

const SERIAL_MAX = 99_999

/** The next number of the laboratory's day, past numbers that an import brought. @param trx a transaction */
export async function nextNumber(trx: Db, nowMs: number): Promise<string> {
  const day = toWireDate(nowMs).replaceAll('-', '')
  for (;;) {
    const { serial } = await trx
      .insertInto('certificate_counters')
      .values({ day, serial: 1 })
      .onConflict((conflict) =>
        conflict.column('day').doUpdateSet((eb) => ({ serial: eb('certificate_counters.serial', '+', 1) })),
      )
      .returning('serial')
      .executeTakeFirstOrThrow()
    if (serial > SERIAL_MAX) throw numbersUsedUp()
    const certificateNo = makeCertificateNo(day, serial)
    const taken = trx.selectFrom('certificates').select('certificate_no').where('certificate_no', '=', certificateNo)
    if (!(await taken.executeTakeFirst())) return certificateNo
  }
}

/** Shapes that a spreadsheet reads as a number, `234567` and `2345E6`, or as a date, `3MAR26`. */
const READ_OTHERWISE = /^\d+(?:E\d+)?$|^\d{1,2}(?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)\d{2}$/

/** A random check code. */
export function newCheckCode(): string {
  for (;;) {
    const code = Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('')
    if (!READ_OTHERWISE.test(code)) return code
  }
}
