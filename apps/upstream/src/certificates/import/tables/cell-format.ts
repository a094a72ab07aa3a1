import { DAY_MS } from '@portal/contract/constants.ts'

/** Serial numbers of days from 2000 to 2099; 1 is 1900-01-01, and 60 a day that never was. */
const [FIRST_SERIAL, LAST_SERIAL] = [36_526, 73_050]
const SERIAL_OF_1970 = 25_569
/** Days between the epochs of 1900 and 1904. */
const DAYS_1904 = 1462
/** Spreadsheets show no more. */
const DECIMALS_MAX = 30

/** A day from its serial number, never through a time zone. @returns `yyyy-MM-dd`; `undefined` outside of this century */
export function toSerialDay(serial: number, is1904 = false): string | undefined {
  const day = Math.floor(serial) + (is1904 ? DAYS_1904 : 0)
  if (!(day >= FIRST_SERIAL && day <= LAST_SERIAL)) return undefined
  return new Date((day - SERIAL_OF_1970) * DAY_MS).toISOString().slice(0, 10)
}

/** How a number format shows a number. Read once for each format, as a sheet has millions of cells. */
export interface CellFormat {
  /** A style alone makes a day of a number. */
  isDay: boolean
  /** The number of digits of a whole number, with zeros in front; 0: as many as it has. */
  wholeDigits: number
  /** Digits behind the point; `null`: in another way, e.g. as a percentage. */
  decimals: number | null
}

export const GENERAL: CellFormat = { isDay: false, wholeDigits: 0, decimals: 0 }

export function readFormat(format: string): CellFormat {
  const plain = format.replace(/"[^"]*"|\\.|_.|\[[^[\]]*\]/g, '')
  const [pattern = ''] = plain.split(';')
  return {
    isDay: /[yd]/i.test(plain) && !/general/i.test(plain),
    wholeDigits: /^0{2,}$/.test(pattern) ? pattern.length : 0,
    decimals: /[%e?/]/i.test(pattern) ? null : Math.min(DECIMALS_MAX, /0\.(0+)/.exec(pattern)?.[1]?.length ?? 0),
  }
}

/**
 * A number with the digits that the sheet shows, so that no zero is lost at the end, and none that it has.
 * @param text as stored
 */
export function shownNumber(text: string, { wholeDigits, decimals }: CellFormat): string {
  const value = Number(text)
  // 17 digits of which 15 are meant: 0.30000000000000004.
  const plain = String(Number(value.toPrecision(15)))
  if (decimals === null || /e/i.test(plain)) return plain
  if (wholeDigits > 0 && Number.isInteger(value) && value >= 0) return plain.padStart(wholeDigits, '0')
  const own = plain.split('.')[1]?.length ?? 0
  return decimals > own ? value.toFixed(decimals) : plain
}
