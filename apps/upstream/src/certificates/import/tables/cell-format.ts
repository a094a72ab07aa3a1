import { DAY_MS } from '@portal/contract/constants.ts'

/** Serial numbers of the days from 2000 to 2099. Number 1 is 1900-01-01, and number 60 a day that did not exist. */
const [FIRST_SERIAL, LAST_SERIAL] = [36_526, 73_050]
const SERIAL_OF_1970 = 25_569
/** Days between the epochs of 1900 and 1904. */
const DAYS_1904 = 1462
/** Maximum decimals that a spreadsheet shows. */
const DECIMALS_MAX = 30

/** Converts a serial number to a day without a time zone. @returns `yyyy-MM-dd`; `undefined` outside of this century */
export function toSerialDay(serial: number, is1904 = false): string | undefined {
  const day = Math.floor(serial) + (is1904 ? DAYS_1904 : 0)
  if (!(day >= FIRST_SERIAL && day <= LAST_SERIAL)) return undefined
  return new Date((day - SERIAL_OF_1970) * DAY_MS).toISOString().slice(0, 10)
}

/** How a number format shows a number. It is parsed once for each format, because a sheet has millions of cells. */
export interface CellFormat {
  /** Whether the format shows a number as a day. */
  isDay: boolean
  /** Minimum digits of a whole number, filled with zeros in front; 0: no filling. */
  wholeDigits: number
  /** Digits after the decimal point; `null`: another form, e.g. a percentage. */
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
 * Formats a number with the digits that the sheet shows, so that no trailing zero and no stored digit is lost.
 * @param text as stored
 */
export function formatShownNumber(text: string, { wholeDigits, decimals }: CellFormat): string {
  const value = Number(text)
  // A number is stored with 17 digits, of which 15 are exact: 0.30000000000000004.
  const plain = String(Number(value.toPrecision(15)))
  if (decimals === null || /e/i.test(plain)) return plain
  if (wholeDigits > 0 && Number.isInteger(value) && value >= 0) return plain.padStart(wholeDigits, '0')
  const ownDecimals = plain.split('.')[1]?.length ?? 0
  return decimals > ownDecimals ? value.toFixed(decimals) : plain
}
