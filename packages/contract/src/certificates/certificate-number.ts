import {
  makeNumber,
  NUMBER_DAY,
  NUMBER_FORMS,
  readNumber,
  TYPED_MAX,
  toPlainText,
  type WrongNumber,
} from '#numbers/typed-numbers.ts'

/**
 * Certificate numbers and check codes as people type them. The module loads no schemas: the page checks a number before it sends
 * anything, the import before it stores anything. A number looks like `SH20261103001285`.
 */

export const NUMBER_PREFIX = NUMBER_FORMS.certificate.prefix
export const NUMBER_LENGTH = NUMBER_FORMS.certificate.length
/** JSON Schema pattern of a number. It checks the form alone, not the day and the check digit. */
export const NUMBER_PATTERN = `^${NUMBER_PREFIX}\\d{14}$`

/** Characters of the code under the scratch panel: no 0, O, 1, I or L, because people confuse them. */
export const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
export const CODE_LENGTH = 6
export const CODE_PATTERN = `^[${CODE_ALPHABET}]{${CODE_LENGTH}}$`

/** Start and end of each part of a number. */
export const NUMBER_PARTS = {
  prefix: [0, 2],
  date: NUMBER_DAY,
  serial: [10, 15],
  check: [15, 16],
} as const

export type NumberReading = { kind: 'empty' } | { kind: 'right'; certificateNo: string } | WrongNumber

export type CodeReading = { kind: 'empty' } | { kind: 'right'; checkCode: string } | { kind: 'wrong'; text: string }

/**
 * @param day `yyyymmdd`
 * @param serial serial number of that day, 0 to 99999
 */
export function makeCertificateNo(day: string, serial: number): string {
  return makeNumber('certificate', day + String(serial).padStart(5, '0'))
}

/** Reads a certificate number as typed, like `readNumber`. */
export function readCertificateNo(typed: string, nowMs?: number): NumberReading {
  const reading = readNumber('certificate', typed, nowMs)
  return reading.kind === 'right' ? { kind: 'right', certificateNo: reading.number } : reading
}

/** Reads a check code as typed: full-width or lower case, with spaces or dashes. */
export function readCheckCode(typed: string): CodeReading {
  const text = toPlainText(typed.slice(0, TYPED_MAX))
  if (text === '') return { kind: 'empty' }
  return new RegExp(CODE_PATTERN).test(text) ? { kind: 'right', checkCode: text } : { kind: 'wrong', text }
}
