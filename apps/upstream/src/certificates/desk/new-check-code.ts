import { randomInt } from 'node:crypto'
import { CODE_ALPHABET, CODE_LENGTH } from '@portal/contract/certificates/certificate-number.ts'

/** Shapes that a spreadsheet reads as a number, `234567` and `2345E6`, or as a date, `3MAR26`. */
const READ_OTHERWISE = /^\d+(?:E\d+)?$|^\d{1,2}(?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)\d{2}$/

/** Makes a random check code that a spreadsheet reads as text. */
export function makeCheckCode(): string {
  for (;;) {
    const code = Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('')
    if (!READ_OTHERWISE.test(code)) return code
  }
}
