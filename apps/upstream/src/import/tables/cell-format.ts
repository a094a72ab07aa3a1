import { DAY_MS } from '@portal/contract/constants.ts'

/** Serial numbers of days from 2000 to 2099; 1 is 1900-01-01, and 60 a day that never was. */
const [FIRST_SERIAL, LAST_SERIAL] = [36_526, 73_050]
const SERIAL_OF_1970 = 25_569
/** From the count of 1900 to that of 1904. */
const DAYS_1904 = 1462

/** A day from its serial number, never through a time zone. @returns `yyyy-MM-dd`; `undefined` outside of this century */
export function dayOfSerial(serial: number, is1904 = false): string | undefined {
  const day = Math.floor(serial) + (is1904 ? DAYS_1904 : 0)
  if (!(day >= FIRST_SERIAL && day <= LAST_SERIAL)) return undefined
  return new Date((day - SERIAL_OF_1970) * DAY_MS).toISOString().slice(0, 10)
}

/** Whether a format shows a number as a day: a style alone makes a day of a number. */
export function isDayFormat(format: string): boolean {
  const plain = format.replace(/"[^"]*"|\\.|_.|\[[^\]]*\]/g, '').toLowerCase()
  return /[yd]/.test(plain) && !/general/.test(plain)
}

/**
 * A number with the digits that the sheet shows, so that no zero is lost at the end, and none that it has.
 * @param text as stored
 */
export function shownNumber(text: string, format: string): string {
  const value = Number(text)
  // 17 digits of which 15 are meant: 0.30000000000000004.
  const plain = String(Number(value.toPrecision(15)))
  const [pattern = ''] = format.replace(/"[^"]*"|\\.|_.|\[[^\]]*\]/g, '').split(';')
  if (/e/i.test(plain) || /[%e?/]/i.test(pattern)) return plain
  const zeros = /^0{2,}$/.exec(pattern)
  if (zeros && Number.isInteger(value) && value >= 0) return plain.padStart(pattern.length, '0')
  const shown = /0\.(0+)/.exec(pattern)?.[1]?.length ?? 0
  const own = plain.split('.')[1]?.length ?? 0
  return shown > own ? value.toFixed(shown) : plain
}
